"""NoGo: a random legal point, as the Python samples of Botzone are written. With the argument `kept` it asks to be kept
running, and lives through the match."""
import json
import random
import sys

MARKER = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"


def lives(board, start):
    seen, stack = {start}, [start]
    while stack:
        x, y = stack.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if near not in board or near in seen:
                continue
            if board[near] == 0:
                return True
            if board[near] == board[start]:
                seen.add(near)
                stack.append(near)
    return False


def legal(board, point, color):
    if board[point] != 0:
        return False
    board[point] = color
    x, y = point
    good = lives(board, point) and all(
        lives(board, near)
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        if board.get(near) == -color
    )
    board[point] = 0
    return good


def put(board, move, color):
    if move["x"] != -1:
        board[move["x"], move["y"]] = color


def choose(board):
    points = [point for point in board if legal(board, point, 1)]
    x, y = random.choice(points or [(0, 0)])
    board[x, y] = 1
    return {"response": {"x": x, "y": y}, "debug": f"{len(points)} points"}


def main():
    board = {(x, y): 0 for x in range(9) for y in range(9)}
    full = json.loads(input())
    for i, request in enumerate(full["requests"]):
        put(board, request, -1)
        if i < len(full["responses"]):
            put(board, full["responses"][i], 1)
    print(json.dumps(choose(board)))
    while "kept" in sys.argv[1:]:
        print(MARKER, flush=True)
        try:
            put(board, json.loads(input()), -1)
        except EOFError:
            return
        print(json.dumps(choose(board)))


main()
