"""NAME, a bot for Tetris2 on Botzone. It drops its piece at a random place: your idea goes into `choose`.

Both players place a piece at the same time and choose the other's next one. A well has columns x from 1 to 10 and rows y
from 1 (bottom) to 20. Cleared rows go to the opponent without the cells that the piece has added; from the third
clearing turn in a row on, the lowest of them goes twice. Who has no room for the next piece loses. This bot drops pieces
straight down; the judge also takes places that are reached by slides and turns on the way.
"""

import json
import random

WIDTH, HEIGHT = 10, 20
# The cells of the pieces L J S Z T I O besides their center, turned by 0; a turn makes (-y, x) of (x, y).
PIECES = [
    [(1, 0), (-1, 0), (-1, -1)],
    [(-1, 0), (1, 0), (1, -1)],
    [(1, 0), (0, -1), (-1, -1)],
    [(-1, 0), (0, -1), (1, -1)],
    [(-1, 0), (0, 1), (1, 0)],
    [(0, -1), (0, 1), (0, 2)],
    [(0, 1), (-1, 0), (-1, 1)],
]


def cells(piece, x, y, turns):
    shape = PIECES[piece]
    for _ in range(turns):
        shape = [(-dy, dx) for dx, dy in shape]
    return [(x, y)] + [(x + dx, y + dy) for dx, dy in shape]


class Player:
    def __init__(self, piece):
        self.piece = piece
        self.rows = [set() for _ in range(HEIGHT)]  # the occupied columns, lowest row first
        self.combo = 0
        self.given = [0] * 7  # how often each piece was chosen for the opponent
        self.given[piece] = 1

    def drops(self):
        """The places (x, y, turns) that the piece reaches straight from above."""
        for turns in range(4):
            for x in range(1, WIDTH + 1):
                y = HEIGHT
                while self.is_open(cells(self.piece, x, y, turns)):
                    y -= 1
                if all(row <= HEIGHT for _, row in cells(self.piece, x, y + 1, turns)):
                    yield x, y + 1, turns

    def is_open(self, place):
        return all(1 <= x <= WIDTH and 1 <= y and (y > HEIGHT or x not in self.rows[y - 1]) for x, y in place)

    def choices(self):
        """The pieces that may be given: none may be two ahead of the rarest."""
        return [piece for piece in range(7) if self.given[piece] < min(self.given) + 2]

    def lock(self, move):
        """Places the piece, counts the choice, and returns the rows for the opponent."""
        self.given[move["block"]] += 1
        place = cells(self.piece, move["x"], move["y"], move["o"])
        for x, y in place:
            self.rows[y - 1].add(x)
        full = [y for y, row in enumerate(self.rows, 1) if len(row) == WIDTH]
        garbage = [self.rows[y - 1] - {x for x, row in place if row == y} for y in full]
        self.rows = [row for row in self.rows if len(row) < WIDTH]
        self.combo = self.combo + 1 if full else 0
        return garbage[: self.combo >= 3] + garbage

    def receive(self, garbage, piece):
        rows = [set(row) for row in garbage] + self.rows
        self.rows = (rows + [set() for _ in range(HEIGHT)])[:HEIGHT]
        self.piece = piece


def choose(me, other):
    """Where the piece goes, as (x, y, turns), and the piece for the opponent."""
    return random.choice(list(me.drops())), random.choice(me.choices())


def main():
    turn = json.loads(input())
    requests = turn["requests"]
    me, other = Player(requests[0]["block"]), Player(requests[0]["block"])
    # Each later request has the opponent's move that was made together with your response.
    for mine, theirs in zip(turn["responses"], requests[1:]):
        sent, received = me.lock(mine), other.lock(theirs)
        me.receive(received, theirs["block"])
        other.receive(sent, mine["block"])
    (x, y, turns), piece = choose(me, other)
    print(json.dumps({"response": {"block": piece, "x": x, "y": y, "o": turns}}))


main()
