"""Games that the official judges decided, replayed through the package."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from botarena import GAMES, IllegalMove, State

RULES = Path(__file__).parents[2] / "games"
IN_TURNS = sorted(
    name for name in set(GAMES) - {"snakego"} if GAMES[name].players == 2 and not GAMES[name].simultaneous
)


def vectors(game: str, name: str) -> list[dict[str, Any]]:
    """The lines of a file of the rules crate's tests."""
    text = (RULES / game / "tests" / "data" / f"{name}.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


def said(state: State, answer: Any) -> str:
    """The move of an answer in the log; ValueError if the judge cannot read it."""
    if not isinstance(answer, dict):
        return state.move_from_log(json.dumps(answer))
    if answer.get("verdict", "OK") != "OK":
        raise ValueError(answer["verdict"])
    # As the judges read it.
    response = answer.get("response")
    # Gomoku's is written in JavaScript.
    is_none = not response if state.game.name == "gomoku" else response is None
    return state.move_from_json(json.dumps(answer.get("content") if is_none else response))


def replay(game: str) -> tuple[int, int]:
    """Play the games of a file in turns; returns how many moves were played, and how many refused."""
    played = refused = 0
    for vector in vectors(game, game):
        state = State(game)
        masks = vector.get("legal", [])
        for number, answer in enumerate(vector["moves"]):
            before = state.copy()
            if number < len(masks):
                legal, told = list(state.legal_actions()), masks[number]
                if isinstance(told, str):
                    assert legal == [i for i in range(81) if int(told, 16) >> i & 1]
                elif told == 0:
                    # The pass, which the judge does not count.
                    assert len(legal) == 1
                else:
                    # In Ataxx those that repeat a step are legal for the judge, too: the mover loses.
                    assert len(legal) == told if game != "ataxx" else 0 < len(legal) <= told
            try:
                state.play_move(said(state, answer))
            except ValueError:
                # The judge ends the game at the first move that it does not take.
                assert number == len(vector["moves"]) - 1 and state == before
                assert vector["result"]["scores"][number % 2] == 0
                refused += 1
                break
            played += 1
        else:
            scores = vector["result"]["scores"]
            assert state.is_over == bool(scores[0] or scores[1])
            assert (state.returns[0] > 0) == (scores[0] > scores[1])
    return played, refused


@pytest.mark.parametrize("game", [game for game in IN_TURNS if (RULES / game).exists()])
def test_games_in_turns(game: str) -> None:
    """Every game of the judge's; `GAME.played` says how many moves it took, and how many not."""
    told = (RULES / game / "tests" / "data" / f"{game}.played").read_text()
    assert list(replay(game)) == [int(count) for count in told.split()]


def test_snake() -> None:
    """258 games, with what the judge would say to each of the 16 joint moves of each turn."""
    asked = 0
    for vector in vectors("snake", "snake"):
        first = vector["init"]
        cells = "/".join(f"{x},{y}" for x, y in first["obstacle"])
        state = State.from_text("snake", f"map={first['height']}x{first['width']}:{cells}")
        turns = vector["moves"]
        for turn, answers in enumerate(turns):
            if turn < len(vector["probe"]):
                for index, result in enumerate(vector["probe"][turn]):
                    tried = state.copy()
                    tried.play(*divmod(index, 4))
                    winner = {0.0: "D", 1.0: "0", -1.0: "1"}[tried.returns[0]]
                    assert result == (winner if tried.is_over else ".")
                    asked += 1
            try:
                state.play_move(*[said(state, answer) for answer in answers])
            except ValueError:
                assert turn == len(turns) - 1
                break
        else:
            scores = vector["result"]["scores"]
            assert state.is_over and (state.returns[0] > 0) == (scores[0] > scores[1])
    assert asked == 75792


def rows(text: str) -> list[int]:
    """Three hexadecimal digits a row."""
    return [int(text[at : at + 3], 16) for at in range(0, len(text), 3)]


def test_tetris2() -> None:
    """136 games of today's rules with both wells after every turn."""
    turns = refused = 0
    for vector in vectors("tetris2", "tetris"):
        if vector["game"] != "tetris2" or "turns" not in vector:
            continue
        requests = [{"block": vector["first"], "color": 0}]
        state = State.from_json("tetris2", json.dumps({"requests": requests, "responses": []}))
        for turn in vector["turns"]:
            answers = [
                {"response": answer, "verdict": verdict}
                for answer, verdict in zip(turn["r"], turn.get("v", ["OK", "OK"]))
            ]
            try:
                state.play_move(*[said(state, answer) for answer in answers])
            except ValueError:
                refused += 1
                assert "end" in turn
                break
            turns += 1
            if state.is_over:
                loser = turn["end"]["result"]
                assert state.returns == {0: (-1.0, 1.0), 1: (1.0, -1.0), -2: (0.0, 0.0)}[loser]
            else:
                for player, text in enumerate(turn["rows"]):
                    well = state.observation(player)[0]
                    values = [int(row) for row in well @ (1 << np.arange(10))]
                    wanted = rows(text)
                    assert values == wanted + [0] * (20 - len(wanted))
    assert (turns, refused) == (3436, 36)


def test_snakego() -> None:
    """149 half-games."""
    operations = illegal = 0
    for vector in vectors("snakego", "snakego"):
        if "judge" not in vector["valid_for"]:
            continue
        items = ",".join(map(item_text, vector["items"]))
        state = State.from_text("snakego", f"items={items} max={vector['max_round']} ops=")
        end = vector["end"]
        last = len(vector["ops"]) - 1
        for number, operation in enumerate(vector["ops"]):
            try:
                state.play(int(operation) - 1)
            except IllegalMove:
                assert number == last and end["reason"] == "illegal"
                illegal += 1
                break
            operations += 1
        else:
            assert state.is_over == (end["reason"] in ("max_round", "no_snakes"))
            if state.is_over:
                first, second = end["score2"]
                assert state.returns == ((1.0, -1.0) if first >= second else (-1.0, 1.0))
    assert (operations, illegal) == (91462, 42)


def item_text(item: list[int]) -> str:
    """An item of the vectors as a position's text has it."""
    x, y, kind, time, number = item
    return f"{x:x}{y:x}{'LxR'[kind]}{number}@{time}"


@pytest.mark.parametrize("vector", vectors("goose-tetris", "goose-tetris"), ids=lambda v: v["name"])
def test_goose_tetris(vector: dict[str, Any]) -> None:
    """A record of the contest: its points and its field."""
    if not vector["valid"]:
        if vector["record"]:
            with pytest.raises(ValueError, match=r"piece|item|N"):
                State.from_text("goose-tetris", vector["record"])
        return
    state = State.from_text("goose-tetris", vector["record"])
    assert (state.turn, state.returns) == (vector["locks"], (vector["score"],))
    field = state.observation(0)[0]
    assert [int(row) for row in field @ (1 << np.arange(10))] == vector["rows"]
    assert state.is_over == (vector["end"] != "record_end")
