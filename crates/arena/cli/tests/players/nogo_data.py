"""NoGo: the first legal point, in JSON. Its board is in its own `data`; in a later turn without it, it gives up."""
import json
import sys

full = json.loads(input())
cells = full.get("data")
if not cells:
    if full["responses"]:
        sys.exit(1)
    cells = "." * 81
board = {(i // 9, i % 9): cell for i, cell in enumerate(cells)}


def near(point):
    x, y = point
    return [at for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if at in board]


def lives(point, seen):
    seen.add(point)
    around = near(point)
    return any(board[at] == "." for at in around) or any(
        board[at] == board[point] and at not in seen and lives(at, seen) for at in around
    )


def legal(point):
    board[point] = "o"
    good = lives(point, set()) and all(lives(at, set()) for at in near(point) if board[at] == "x")
    board[point] = "."
    return good


last = full["requests"][-1]
if last["x"] != -1:
    board[last["x"], last["y"]] = "x"
x, y = next(point for point in board if board[point] == "." and legal(point))
board[x, y] = "o"
print(json.dumps({"response": {"x": x, "y": y}, "data": "".join(board.values())}))
