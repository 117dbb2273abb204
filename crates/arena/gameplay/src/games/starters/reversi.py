"""NAME, a bot for Reversi on Botzone. It plays a random legal move: your idea goes into `choose`.

Cells are (x, y), x and y from 0 to 7. Black begins. A disc is placed where it closes a line of the opponent's discs, which
are turned over. Who cannot place one passes with (-1, -1). Who has more discs in the end wins.
"""

import json
import random

SIZE = 8
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def turned_over(board, cell, color):
    """The discs that a new one of this color turns over."""
    turned = []
    for dx, dy in DIRECTIONS:
        line, (x, y) = [], (cell[0] + dx, cell[1] + dy)
        while board.get((x, y)) == -color:
            line.append((x, y))
            x, y = x + dx, y + dy
        if board.get((x, y)) == color:
            turned += line
    return turned


def legal_moves(board, color):
    """Cells for a disc; if there are none, a pass."""
    free = [(x, y) for x in range(SIZE) for y in range(SIZE) if (x, y) not in board]
    return [cell for cell in free if turned_over(board, cell, color)] or [(-1, -1)]


def play(board, move, color):
    if move["x"] >= 0:
        cell = (move["x"], move["y"])
        for disc in turned_over(board, cell, color) + [cell]:
            board[disc] = color


def choose(board):
    """The move to play. `board` has the discs: 1 is yours, -1 the opponent's."""
    return random.choice(legal_moves(board, 1))


def main():
    turn = json.loads(input())
    requests, responses = turn["requests"], turn["responses"]
    # Black's first request has -1: nobody has moved yet. Later -1 is a pass.
    black = 1 if requests[0]["x"] < 0 else -1
    board = {(3, 4): black, (4, 3): black, (3, 3): -black, (4, 4): -black}
    for i, request in enumerate(requests):
        play(board, request, -1)
        if i < len(responses):
            play(board, responses[i], 1)
    x, y = choose(board)
    print(json.dumps({"response": {"x": x, "y": y}}))


main()
