"""Games as logs of the arena have them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ._rules import GAMES, State


def read(path: str | Path) -> tuple[dict[str, Any], Iterator[dict[str, Any]]]:
    """Read a log of `arena match`, `league` or `analyse`: its header, and its games one by one.

    A last line that was cut off is left out. Raises ValueError if the file is no log, or is damaged.
    """
    file = open(path, encoding="utf-8")
    try:
        header = json.loads(file.readline())
        if not str(header["format"]).startswith("arena-"):
            raise KeyError
    except (ValueError, KeyError, TypeError):
        file.close()
        raise ValueError(f"{path} is no log: `arena match --log FILE` writes one") from None

    def games() -> Iterator[dict[str, Any]]:
        with file:
            for number, line in enumerate(file, 2):
                if not line.endswith("\n"):
                    return
                try:
                    yield json.loads(line)
                except ValueError:
                    raise ValueError(f"{path}: line {number} is damaged") from None

    # Leagues of earlier arenas have the conditions below `match`.
    return {**header.get("match", {}), **header}, games()


def start(game: str, init: Any) -> State:
    """Return the state in which a game of a log began; `init` is the field of that name.

    Raises ValueError if it makes no game.
    """
    try:
        return State.from_log(game, json.dumps(init))
    except ValueError as why:
        raise ValueError(f"{json.dumps(init)} makes no game of {game}: {why}") from None


def turns(game: str, moves: list[Any]) -> Iterator[tuple[int, list[Any]]]:
    """Yield the number of each turn and its answers as the log has them; of Saiblo's games each operation."""
    for turn, written in enumerate(moves, 1):
        if GAMES[game].judge == "saiblo":
            for operation in written:
                yield turn, [operation]
        else:
            yield turn, written if GAMES[game].simultaneous else [written]


def move(state: State, written: Any) -> str:
    """Return an answer of a log as a move.

    Raises ValueError if it is none.
    """
    if isinstance(written, dict) and "response" in written:
        return state.move_from_json(json.dumps(written["response"]))
    return state.move_from_log(json.dumps(written))


def write(state: State) -> str:
    """Return a log of this one game: its header and its line.

    Raises ValueError if it is no game of the arena, or did not begin as the judge's matches do.
    """
    game, played = state.game.name, json.loads(state.to_log())
    first, second = state.returns
    header = {
        "format": "arena-games",
        "version": 1,
        "game": game,
        "judge": None,
        "mode": "restart",
        "simple_io": False,
        "first_turn_factor": 2,
        "nodes": None,
        "opening_plies": 0,
        "swap": False,
        "games": 1,
        "players": ["player 0", "player 1"],
    }
    record = {
        "a": 0,
        "b": 1,
        "id": 0,
        "pair": 0,
        "seats": [0, 1],
        "init": played["init"],
        "opening": 0,
        "moves": played["moves"],
        "replies": [],
        "result": {
            # Those of the judge are its own affair.
            "scores": [None, None],
            "turns": len(played["moves"]),
            "winner": None if first == second else int(first < second),
            "err": None if state.is_over else "UNFINISHED",
        },
    }
    return f"{json.dumps(header)}\n{json.dumps(record)}\n"
