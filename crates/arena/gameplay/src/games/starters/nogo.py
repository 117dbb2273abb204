"""NAME, a bot for NoGo on Botzone. It plays a random legal point: your idea goes into `choose`.

Points are (x, y), x and y from 0 to 8. Black begins. A stone that would capture, or would itself have no liberty, is
illegal; who cannot move loses.
"""

import json
import random

SIZE = 9


def neighbors(point):
    x, y = point
    around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [(a, b) for a, b in around if 0 <= a < SIZE and 0 <= b < SIZE]


def has_liberty(board, point):
    """Whether the stone here, with those connected to it, touches a free point."""
    seen, todo = {point}, [point]
    while todo:
        for near in neighbors(todo.pop()):
            if near not in board:
                return True
            if board[near] == board[point] and near not in seen:
                seen.add(near)
                todo.append(near)
    return False


def is_legal(board, point, color):
    if point in board:
        return False
    board[point] = color
    around = [near for near in neighbors(point) if board.get(near) == -color]
    legal = all(has_liberty(board, stone) for stone in [point] + around)
    del board[point]
    return legal


def choose(board):
    """The point to play. `board` has the stones: 1 is yours, -1 the opponent's."""
    points = [(x, y) for x in range(SIZE) for y in range(SIZE)]
    return random.choice([point for point in points if is_legal(board, point, 1)])


def main():
    turn = json.loads(input())
    board = {}
    for messages, color in ((turn["requests"], -1), (turn["responses"], 1)):
        for move in messages:
            if move["x"] >= 0:  # Black's first request has -1: nobody has moved yet.
                board[move["x"], move["y"]] = color
    x, y = choose(board)
    print(json.dumps({"response": {"x": x, "y": y}}))


main()
