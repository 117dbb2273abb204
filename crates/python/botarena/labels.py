"""What to learn from: positions of logs, and the data sets of the bots' trainers, as numpy arrays.

Positions with the champion's values, of games that it has played against itself:

    arena match nogo-prior again=nogo-prior --nodes 500 --games 100 --log games.jsonl
    arena analyse games.jsonl --nodes 2000
    labels = botarena.labels.read("games.analysed.jsonl")

Visits of every move in every position, by the self-play of a bot's trainer; the README of the bot names its options:

    cargo run --profile bot -p nogo-prior --example train-nogo-prior -- target/nogo --rounds 1 --first-games 200 \\
        --last-games 0
    header, samples = botarena.labels.dataset("target/nogo/games-0")
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import log
from ._rules import GAMES, State
from .bots import value_of

_SUM = 32


class Labels(NamedTuple):
    """Decisions of games, an element or a row each."""

    observations: npt.NDArray[np.uint8]
    legal_mask: npt.NDArray[np.bool_]
    actions: npt.NDArray[np.int32]
    values: npt.NDArray[np.float32]
    results: npt.NDArray[np.float32]
    players: npt.NDArray[np.int8]
    games: npt.NDArray[np.int32]
    turns: npt.NDArray[np.int32]


Labels.observations.__doc__ = "From the side of the player who acts: (n, planes, rows, columns)."
Labels.legal_mask.__doc__ = "Its legal actions: (n, actions)."
Labels.actions.__doc__ = "The action that it has played."
Labels.values.__doc__ = "The value of the position for it, from -1 to 1; NaN where there is none."
Labels.results.__doc__ = "What the game has brought it: 1 a win, 0 a draw, -1 a loss."
Labels.players.__doc__ = "Its number, the seat."
Labels.games.__doc__ = "The game's `id` in the log."
Labels.turns.__doc__ = "The turn's number in its game, from 1."


def read(path: str | Path, *, opening: bool = False) -> Labels:
    """Read the decisions of all games of a log; with `opening` also those that the arena has drawn.

    Values are those of `arena analyse` where it has been at the log, else those that the players have
    said in their debug texts. An action of a move of several (Amazons) has the value of the move's
    position; in SnakeGo only the first operation of a half-round has one. A game is read up to a move
    that the rules refuse.

    Raises ValueError if the file is no log, or not of a game of `botarena.GAMES`.
    """
    header, games = log.read(path)
    name = str(header.get("game"))
    if name not in GAMES:
        raise ValueError(f"{path} is of the game {name}; known are {', '.join(GAMES)}")
    game = GAMES[name]
    rows: list[tuple[Any, ...]] = []
    for record in games:
        rows += _decisions(name, record, opening)
    columns: Any = zip(*rows) if rows else [[] for _ in Labels._fields]
    observations, masks, *numbers = columns
    shape, kinds = game.shape, (np.int32, np.float32, np.float32, np.int8, np.int32, np.int32)
    return Labels(
        np.array(observations, np.uint8).reshape(-1, *shape),
        np.array(masks, np.bool_).reshape(-1, game.actions),
        *(np.array(column, kind) for column, kind in zip(numbers, kinds)),
    )


def _decisions(game: str, record: dict[str, Any], opening: bool) -> list[tuple[Any, ...]]:
    """Return the rows of a game, in the order of the fields of `Labels`."""
    values = _values(record)
    winner = record["result"]["winner"]
    state = log.start(game, record["init"])
    rows: list[tuple[Any, ...]] = []
    for turn, answers in log.turns(game, record["moves"]):
        try:
            turn_rows = _play(state, answers)
        except ValueError:
            break
        for player, action, observation, mask in turn_rows:
            value = values.get((turn, player), np.nan)
            result = 0 if winner is None else 1 if winner == player else -1
            labels = (action, value, result, player, record["id"], turn)
            if opening or turn > record["opening"]:
                rows.append((observation, mask, *labels))
        if GAMES[game].judge == "saiblo":
            values.pop((turn, turn_rows[0][0]), None)
    return rows


def _play(state: State, answers: list[Any]) -> list[tuple[Any, ...]]:
    """Play a turn: for every action its player, number, observation and mask."""
    players = state.acting
    if len(players) != len(answers):
        raise ValueError("the game is over")
    moves = [log.move(state, answer) for answer in answers]
    actions = [state.actions_of(move) for move in moves]
    if len(players) > 1:
        seen = [(state.observation(player), state.legal_mask(player)) for player in players]
        state.play_move(*moves)
        return [(p, a[0], *both) for p, a, both in zip(players, actions, seen)]
    state.copy().play_move(moves[0])
    rows: list[tuple[Any, ...]] = []
    for action in actions[0]:
        rows.append((players[0], action, state.observation(), state.legal_mask()))
        state.play(action)
    return rows


def _values(record: dict[str, Any]) -> dict[tuple[int, int], float]:
    """Return the values of a game's positions by turn (from 1) and seat."""
    analysis = record.get("analysis")
    if analysis is not None:
        return {(each["turn_no"], each["seat"]): each["value"] for each in analysis["values"]}
    said = {(each["turn_no"], each["seat"]): value_of(each.get("debug")) for each in record["replies"]}
    return {place: value for place, value in said.items() if value is not None}


def dataset(path: str | Path, *, verify: bool = False) -> tuple[dict[str, Any], npt.NDArray[Any]]:
    """Map a data set of a trainer (`crates/train`) into memory: its header and its samples.

    A sample has the fields `game` (its number), `target` (from 0, lost, to 1, won) and one, an int16,
    for each name in the header's `features`. With `verify` the whole file is read, and its SHA-256
    compared with the one at its end.

    Raises ValueError if the file is no data set, was cut or, with `verify`, was changed.
    """
    path = Path(path)
    with path.open("rb") as file:
        line = file.readline(1 << 20)
        try:
            header: dict[str, Any] = json.loads(line)
            names = [str(name) for name in header["features"]]
        except (ValueError, KeyError, TypeError):
            raise ValueError(f"{path} does not begin with the header of a data set") from None
        record = np.dtype([("game", "<u4"), ("target", "<f4"), *((name, "<i2") for name in names)])
        count, rest = divmod(path.stat().st_size - len(line) - _SUM, record.itemsize)
        if count < 0 or rest:
            raise ValueError(f"{path} was cut: write it again")
        if verify:
            file.seek(0)
            left, sum_ = path.stat().st_size - _SUM, hashlib.sha256()
            while left > 0:
                block = file.read(min(left, 1 << 20))
                sum_.update(block)
                left -= len(block)
            if file.read() != sum_.digest():
                raise ValueError(f"{path} was changed: its checksum is wrong; write it again")
    if count == 0:
        return header, np.empty(0, record)
    return header, np.memmap(path, record, "r", len(line), (count,))


def features(samples: npt.NDArray[Any]) -> npt.NDArray[np.int16]:
    """Return the features of a data set's samples as one array (n, features), without copying them."""
    count = len(samples.dtype.names or ()) - 2
    kind = np.dtype([("game", "<u4"), ("target", "<f4"), ("features", "<i2", (count,))])
    found: npt.NDArray[np.int16] = samples.view(kind)["features"]
    return found
