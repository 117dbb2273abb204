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
    init = init or {}
    try:
        if game == "snake":
            request = {key: init[key] for key in ("height", "width", "obstacle")}
            return _asked(game, {**request, "x": 1, "y": 1})
        if game == "tetris2":
            return _asked(game, {"block": init["firstBlock"], "color": 0})
        if game == "snakego" and "position" in init:
            return State.from_text(game, init["position"])
        if game == "snakego":
            seed, rounds = init["random_seed"], init["max_round"]
            return State.from_text(game, f"seed={seed} max={rounds}")
        return State(game)
    except KeyError:
        raise ValueError(f"{json.dumps(init)} makes no game of {game}") from None


def _asked(game: str, request: dict[str, Any]) -> State:
    return State.from_json(game, json.dumps({"requests": [request], "responses": []}))


def turns(game: str, moves: list[Any]) -> Iterator[tuple[int, list[Any]]]:
    """Yield the number of each turn and its answers as the log has them; in SnakeGo each operation."""
    for turn, written in enumerate(moves, 1):
        if game == "snakego":
            for operation in written:
                yield turn, [operation]
        else:
            yield turn, written if GAMES[game].simultaneous else [written]


def move(state: State, written: Any) -> str:
    """Return an answer of a log as a move.

    Raises ValueError if it is none.
    """
    game = state.game.name
    if game == "snakego":
        moves = {state.actions_of(each)[0] + 1: each for each in state.legal_moves()}
        if written not in moves:
            raise ValueError(f"{written} is no operation here")
        return moves[written]
    if isinstance(written, dict) and "response" in written:
        return state.move_from_json(json.dumps(written["response"]))
    return state.move_from_log(json.dumps(written))


def write(state: State) -> str:
    """Return a log of this one game: its header and its line.

    Raises ValueError if it is no game of the arena, or did not begin as the judge's matches do.
    """
    game = state.game.name
    origin = State.from_text(game, state.origin)
    if game == "snakego":
        init: Any = {"position": state.origin}
        moves = _half_rounds(origin, state.moves)
    else:
        init, moves = _init(game, origin), []
        for turn in state.moves:
            both = turn if isinstance(turn, tuple) else (turn,)
            written = [json.loads(state.move_to_log(move)) for move in both]
            moves.append(written if isinstance(turn, tuple) else written[0])
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
        "init": init,
        "opening": 0,
        "moves": moves,
        "replies": [],
        "result": {
            # Those of the judge are its own affair.
            "scores": [None, None],
            "turns": len(moves),
            "winner": None if first == second else int(first < second),
            "err": None if state.is_over else "UNFINISHED",
        },
    }
    return f"{json.dumps(header)}\n{json.dumps(record)}\n"


def _init(game: str, origin: State) -> Any:
    """What a log says of the start, from what the judge tells the players."""
    request = json.loads(origin.to_json(0))["requests"][0]
    if game == "snake":
        return {key: request[key] for key in ("height", "width", "obstacle")}
    return {"firstBlock": request["block"]} if game == "tetris2" else None


def _half_rounds(state: State, moves: list[str]) -> list[list[int]]:
    """The numbers of the operations, by half-round."""
    listed: list[list[int]] = []
    last = None
    for move in moves:
        half_round = (state.text.split("/")[0], state.acting)
        if half_round != last:
            listed.append([])
        last = half_round
        listed[-1].append(state.actions_of(move)[0] + 1)
        state.play_move(move)
    return listed
