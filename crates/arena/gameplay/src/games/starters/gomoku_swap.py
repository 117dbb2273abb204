"""NAME, a bot for Gomoku with a swap on Botzone. It plays a random legal move: your idea goes into `choose`.

Cells are (x, y), x and y from 0 to 14. Black begins. Five or more of one color in a row, column or diagonal win.
White may answer its first turn with (-1, -1), the swap: it takes black and its stone, and the other player goes on as white.
"""

import json
import random

SIZE = 15
SWAP = (-1, -1)


def legal_moves(board, may_swap):
    """The empty cells, and the swap if it is allowed."""
    moves = [(x, y) for x in range(SIZE) for y in range(SIZE) if (x, y) not in board]
    return moves + [SWAP] if may_swap else moves


def choose(board, may_swap):
    """The move to play. `board` has the stones: 1 is yours, -1 the opponent's."""
    return random.choice(legal_moves(board, may_swap))


def play(board, move, player):
    """The swap gives all stones to the other player; black's first request is -1, too, but then there are none."""
    cell = (move["x"], move["y"])
    if cell != SWAP:
        board[cell] = player
        return
    for stone in board:
        board[stone] = -board[stone]


def main():
    turn = json.loads(input())
    requests, responses = turn["requests"], turn["responses"]
    board = {}
    for i, request in enumerate(requests):
        play(board, request, -1)
        if i < len(responses):
            play(board, responses[i], 1)
    may_swap = len(requests) == 1 and requests[0]["x"] >= 0
    x, y = choose(board, may_swap)
    print(json.dumps({"response": {"x": x, "y": y}}))


main()
