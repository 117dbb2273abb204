"""Rules in plain Python, written from the games' descriptions, to compare the package with: moves and speed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar, Protocol

from botarena import State


class Twin(Protocol):
    """A game as the tests and the benchmark play it: actions of who acts, as the package numbers them."""

    def legal(self) -> list[list[int]]:
        """Legal actions of each player who acts; an empty list when the game is over."""

    def play(self, actions: list[int]) -> None:
        """Play an action of each of them."""

    def winner(self) -> int | None:
        """Who has won, None for a draw."""


class NoGo:
    """Stones on 9 x 9; no capture, no suicide; who cannot move loses."""

    NEIGHBORS: ClassVar[list[list[int]]] = [
        [9 * u + v for u, v in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if 0 <= u < 9 and 0 <= v < 9]
        for x in range(9)
        for y in range(9)
    ]

    def __init__(self) -> None:
        """An empty board."""
        self.board = [0] * 81
        self.color = 1

    def _has_liberty(self, start: int) -> bool:
        color, stack, seen = self.board[start], [start], {start}
        while stack:
            for at in self.NEIGHBORS[stack.pop()]:
                if self.board[at] == 0:
                    return True
                if self.board[at] == color and at not in seen:
                    seen.add(at)
                    stack.append(at)
        return False

    def _is_legal(self, at: int) -> bool:
        if self.board[at]:
            return False
        self.board[at] = self.color
        legal = self._has_liberty(at) and all(
            self._has_liberty(near) for near in self.NEIGHBORS[at] if self.board[near] == -self.color
        )
        self.board[at] = 0
        return legal

    def legal(self) -> list[list[int]]:
        """Points on which a stone may be put."""
        points = [at for at in range(81) if self._is_legal(at)]
        return [points] if points else []

    def play(self, actions: list[int]) -> None:
        """Put a stone."""
        self.board[actions[0]] = self.color
        self.color = -self.color

    def winner(self) -> int | None:
        """Who is to move has lost."""
        return 1 if self.color == 1 else 0


class Amazons:
    """Four amazons a side on 8 x 8; a move in three actions."""

    STEPS: ClassVar[list[tuple[int, int]]] = [(u, v) for u in (-1, 0, 1) for v in (-1, 0, 1) if u or v]

    def __init__(self) -> None:
        """The start; 1 and -1 are amazons, 2 is an arrow. A cell is 8 * y + x."""
        self.board = [0] * 64
        for x, y in ((0, 2), (2, 0), (5, 0), (7, 2)):
            self.board[8 * y + x] = 1
        for x, y in ((0, 5), (2, 7), (5, 7), (7, 5)):
            self.board[8 * y + x] = -1
        self.color = 1
        self.chosen: list[int] = []

    def _reach(self, start: int, empty: int | None = None) -> Iterator[int]:
        for u, v in self.STEPS:
            x, y = start % 8 + u, start // 8 + v
            while 0 <= x < 8 and 0 <= y < 8 and (self.board[8 * y + x] == 0 or 8 * y + x == empty):
                yield 8 * y + x
                x, y = x + u, y + v

    def legal(self) -> list[list[int]]:
        """Cells that may be chosen next."""
        if len(self.chosen) == 2:
            return [sorted(self._reach(self.chosen[1], self.chosen[0]))]
        if self.chosen:
            return [sorted(self._reach(self.chosen[0]))]
        own = [at for at in range(64) if self.board[at] == self.color and any(True for _ in self._reach(at))]
        return [own] if own else []

    def play(self, actions: list[int]) -> None:
        """Choose a cell."""
        self.chosen += actions
        if len(self.chosen) == 3:
            start, to, arrow = self.chosen
            self.board[start], self.board[to] = 0, self.color
            self.board[arrow] = 2
            self.color, self.chosen = -self.color, []

    def winner(self) -> int | None:
        """Who is to move has lost."""
        return 1 if self.color == 1 else 0


class Snake:
    """Two snakes that move at once; both grow in the first turns and in every third one after."""

    STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))

    def __init__(self, height: int, width: int, obstacles: list[tuple[int, int]]) -> None:
        """A map as the judge sends it; rows and columns count from 1."""
        self.free = {(x, y) for x in range(1, height + 1) for y in range(1, width + 1)} - set(obstacles)
        self.snakes = [[(1, 1)], [(height, width)]]
        self.turn = 0
        self.dead = [False, False]

    def _grow(self) -> bool:
        return self.turn <= 9 or (self.turn - 9) % 3 == 0

    def _step(self, player: int, direction: int) -> tuple[int, int]:
        (x, y), (u, v) = self.snakes[player][-1], self.STEPS[direction]
        return x + u, y + v

    def legal(self) -> list[list[int]]:
        """Directions that are not certain death, or all four."""
        if any(self.dead):
            return []
        taken = [cell for snake in self.snakes for cell in snake[0 if self._grow() else 1 :]]
        safe = [
            [d for d in range(4) if self._step(p, d) in self.free and self._step(p, d) not in taken] for p in (0, 1)
        ]
        return [directions or [0, 1, 2, 3] for directions in safe]

    def play(self, actions: list[int]) -> None:
        """Both move their heads, then their tails follow; who is on something dies."""
        heads = [self._step(player, action) for player, action in enumerate(actions)]
        grow = self._grow()
        rest = [snake if grow else snake[1:] for snake in self.snakes]
        for player, head in enumerate(heads):
            hit = head not in self.free or head in rest[0] or head in rest[1] or head == heads[1 - player]
            self.dead[player] = hit
        self.snakes = [[*body, head] for body, head in zip(rest, heads)]
        self.turn += 1

    def winner(self) -> int | None:
        """Who lives."""
        return None if all(self.dead) else int(self.dead[0])


def twin(state: State) -> Twin:
    """The same start in plain Python."""
    if state.game.name == "nogo":
        return NoGo()
    if state.game.name == "amazons":
        return Amazons()
    numbers = [int(number) for number in re.findall(r"\d+", state.text)]
    height, width, *cells = numbers
    return Snake(height, width, list(zip(cells[::2], cells[1::2])))
