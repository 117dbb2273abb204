"""NoGo: the point after which the opponent has the fewest, with numpy, in JSON."""
import json

import numpy as np


def lives(board, x, y):
    """Whether the chain at a point has a liberty: it grows by what is beside it until it grows no more."""
    own = np.zeros((11, 11), bool)
    own[x, y] = True
    while True:
        near = own.copy()
        for shift, axis in ((1, 0), (-1, 0), (1, 1), (-1, 1)):
            near |= np.roll(own, shift, axis)
        if (near & (board == 0)).any():
            return True
        grown = near & (board == board[x, y])
        if (grown == own).all():
            return False
        own = grown


def legal(board, x, y, color):
    board[x, y] = color
    near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    good = lives(board, x, y) and all(lives(board, *at) for at in near if board[at] == -color)
    board[x, y] = 0
    return good


def points(board, color):
    return [(x, y) for x, y in np.argwhere(board == 0) if legal(board, x, y, color)]


def main():
    full = json.loads(input())
    board = np.full((11, 11), 9)  # a border of 9 around the board
    board[1:10, 1:10] = 0
    for color, moves in ((-1, full["requests"]), (1, full["responses"])):
        for move in moves:
            if move["x"] != -1:
                board[move["x"] + 1, move["y"] + 1] = color
    best = None
    for x, y in points(board, 1)[:8]:
        board[x, y] = 1
        left = len(points(board, -1))
        board[x, y] = 0
        if best is None or left < best[0]:
            best = (left, int(x) - 1, int(y) - 1)
    print(json.dumps({"response": {"x": best[1], "y": best[2]}, "debug": f"{best[0]} left"}))


main()
