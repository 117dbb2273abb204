"""NAME, a bot for Gomoku on Botzone. It plays a random legal move: your idea goes into `choose`.

Cells are (x, y), x and y from 0 to 14. Black begins. Five or more of one color in a row, column or diagonal win.
"""

import json
import random

SIZE = 15


def legal_moves(board):
    """The empty cells."""
    return [(x, y) for x in range(SIZE) for y in range(SIZE) if (x, y) not in board]


def choose(board):
    """The move to play. `board` has the stones: 1 is yours, -1 the opponent's."""
    return random.choice(legal_moves(board))


def main():
    turn = json.loads(input())
    board = {}
    # Black's first request has -1: nobody has moved yet.
    for moves, color in ((turn["requests"], -1), (turn["responses"], 1)):
        for move in moves:
            if move["x"] >= 0:
                board[(move["x"], move["y"])] = color
    x, y = choose(board)
    print(json.dumps({"response": {"x": x, "y": y}}))


main()
