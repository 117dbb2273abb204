"""NoGo: a random legal point, in simple IO, kept running. It reads the number of the turn once and one line a turn, so it
relies on playing from the first turn on."""
import random

MARKER = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
board = {(x, y): 0 for x in range(9) for y in range(9)}


def near(point):
    x, y = point
    return [at for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if at in board]


def lives(point, seen):
    seen.add(point)
    around = near(point)
    return any(board[at] == 0 for at in around) or any(
        board[at] == board[point] and at not in seen and lives(at, seen) for at in around
    )


def legal(point):
    board[point] = 1
    good = lives(point, set()) and all(lives(at, set()) for at in near(point) if board[at] == -1)
    board[point] = 0
    return good


input()
while True:
    x, y = map(int, input().split())
    if x != -1:
        board[x, y] = -1
    x, y = random.choice([point for point in board if board[point] == 0 and legal(point)])
    board[x, y] = 1
    print(x, y)
    print(MARKER, flush=True)
