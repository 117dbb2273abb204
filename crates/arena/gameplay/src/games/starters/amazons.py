"""NAME, a bot for Amazons on Botzone. It plays a random legal move: your idea goes into `choose`.

Cells are (x, y), x and y from 0 to 7. Black begins. A move is a step of one of your four amazons and an arrow shot from
where it stands then, both like a queen in chess; the arrow's cell stays blocked. Who cannot move loses.
"""

import json
import random

SIZE = 8
BLACK = [(0, 2), (2, 0), (5, 0), (7, 2)]
WHITE = [(0, 5), (2, 7), (5, 7), (7, 5)]
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def lines(board, cell):
    """The cells that a queen on this one reaches."""
    for dx, dy in DIRECTIONS:
        x, y = cell[0] + dx, cell[1] + dy
        while 0 <= x < SIZE and 0 <= y < SIZE and (x, y) not in board:
            yield x, y
            x, y = x + dx, y + dy


def legal_moves(board, color):
    """Each (from, to, arrow)."""
    moves = []
    for start in [cell for cell in board if board[cell] == color]:
        del board[start]
        for end in lines(board, start):
            moves += [(start, end, arrow) for arrow in lines(board, end)]
        board[start] = color
    return moves


def play(board, move):
    start, end, arrow = [(move["x%d" % i], move["y%d" % i]) for i in range(3)]
    board[end] = board.pop(start)
    board[arrow] = 0


def choose(board):
    """The move to play. `board` has what is occupied: 1 is your amazon, -1 the opponent's, 0 an arrow."""
    return random.choice(legal_moves(board, 1))


def main():
    turn = json.loads(input())
    requests, responses = turn["requests"], turn["responses"]
    # Black's first request has -1: nobody has moved yet.
    is_black = requests[0]["x0"] < 0
    board = {cell: 1 if is_black else -1 for cell in BLACK}
    board.update({cell: -1 if is_black else 1 for cell in WHITE})
    for i, request in enumerate(requests):
        if request["x0"] >= 0:
            play(board, request)
        if i < len(responses):
            play(board, responses[i])
    response = {}
    for i, (x, y) in enumerate(choose(board)):
        response.update({"x%d" % i: x, "y%d" % i: y})
    print(json.dumps({"response": response}))


main()
