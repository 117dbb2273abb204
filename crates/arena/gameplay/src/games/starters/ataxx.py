"""NAME, a bot for Ataxx on Botzone. It plays a random legal move: your idea goes into `choose`.

Cells are (x, y), x and y from 0 to 6. Black begins. A piece is cloned to a free cell next to it, or jumps to one two steps
away; then all pieces of the opponent next to the new place change color. Who has more pieces in the end wins. Who makes a
step of the game again loses, so the boards after each move and before colors change are kept in `past`.
"""

import json
import random

SIZE = 7
STEPS = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if dx or dy]


def moved(board, move):
    """The board after a move (x0, y0, x1, y1), before colors change."""
    x0, y0, x1, y1 = move
    board = dict(board)
    board[x1, y1] = board[x0, y0]
    if max(abs(x1 - x0), abs(y1 - y0)) == 2:
        del board[x0, y0]
    return board


def play(board, past, move):
    """The board after a move."""
    board = moved(board, move)
    past.append(dict(board))
    x1, y1 = move[2:]
    for dx, dy in STEPS:
        cell = (x1 + dx, y1 + dy)
        if max(abs(dx), abs(dy)) == 1 and cell in board:
            board[cell] = board[x1, y1]
    return board


def repeats(board, past, move):
    """Whether a move makes a step of the game again."""
    after = moved(board, move)
    return any(past[i] == past[-1] and past[i + 1] == after for i in range(len(past) - 2))


def legal_moves(board, past):
    """Your moves; those that repeat a step only if there is no other."""
    moves = []
    for x, y in [cell for cell in board if board[cell] == 1]:
        for dx, dy in STEPS:
            end = (x + dx, y + dy)
            if 0 <= end[0] < SIZE and 0 <= end[1] < SIZE and end not in board:
                moves.append((x, y) + end)
    return [move for move in moves if not repeats(board, past, move)] or moves


def choose(board, past):
    """The move to play. `board` has the pieces: 1 is yours, -1 the opponent's."""
    return random.choice(legal_moves(board, past))


def main():
    turn = json.loads(input())
    requests, responses = turn["requests"], turn["responses"]
    # Black's first request has -1: nobody has moved yet.
    black = 1 if requests[0]["x0"] < 0 else -1
    board = {(0, 0): black, (6, 6): black, (6, 0): -black, (0, 6): -black}
    past = [dict(board)]
    keys = ["x0", "y0", "x1", "y1"]
    for i, request in enumerate(requests):
        if request["x0"] >= 0:
            board = play(board, past, [request[key] for key in keys])
        if i < len(responses):
            board = play(board, past, [responses[i][key] for key in keys])
    print(json.dumps({"response": dict(zip(keys, choose(board, past)))}))


main()
