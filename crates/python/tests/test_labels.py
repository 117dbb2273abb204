"""Labels of logs and data sets as arrays."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from botarena import GAMES, State, command, labels, log


def written(path: Path, game: str, init: Any, moves: list[Any], **fields: Any) -> Path:
    """A log of one game."""
    header = {"format": "arena-games", "version": 1, "game": game, "players": ["a", "b"]}
    result = {"scores": [1, 0], "turns": len(moves), "winner": 0, "err": None}
    record = {"id": 7, "init": init, "opening": 0, "moves": moves, "replies": [], "result": result, **fields}
    path.write_text(f"{json.dumps(header)}\n{json.dumps(record)}\n")
    return path


def test_a_log_becomes_arrays(tmp_path: Path) -> None:
    """Observation, mask, action, value and result of each decision, but for the opening."""
    values = [{"turn_no": 2, "seat": 1, "value": -0.25}, {"turn_no": 3, "seat": 0, "value": 0.5}]
    analysis = {"by": "a-bot", "nodes": 1, "values": values}
    moves = [[4, 4], [0, 8], {"response": {"x": 2, "y": 2}}]
    path = written(tmp_path / "log", "nogo", None, moves, opening=1, analysis=analysis)
    read = labels.read(path)
    state = State("nogo")
    state.play_move("4,4")
    for row, move in enumerate(["0,8", "2,2"]):
        assert (read.observations[row] == state.observation()).all()
        assert (read.legal_mask[row] == state.legal_mask()).all()
        assert read.actions[row] == state.actions_of(move)[0]
        state.play_move(move)
    assert read.values.tolist() == [-0.25, 0.5] and read.results.tolist() == [-1, 1]
    assert (read.players.tolist(), read.games.tolist(), read.turns.tolist()) == ([1, 0], [7, 7], [2, 3])
    assert len(labels.read(path, opening=True).actions) == 3


def test_values_are_those_of_the_players_where_nobody_analysed(tmp_path: Path) -> None:
    """A debug text may name a value; what is no value, or no word, is none."""
    said = ["4 nodes, value=0.5.", "xvalue=0.5", None, "value=2"]
    replies = [{"turn_no": turn, "seat": (turn - 1) % 2, "debug": text} for turn, text in enumerate(said, 1)]
    moves = [[4, 4], [0, 8], [2, 2], [0, 0], [9, 9], [1, 1]]
    read = labels.read(written(tmp_path / "log", "nogo", None, moves, replies=replies))
    # The fifth move is none, so the rest cannot be followed.
    assert read.actions.tolist() == [40, 8, 20, 0]
    assert read.values[0] == 0.5 and np.isnan(read.values[1:]).all()


def test_joint_moves_and_moves_of_several_actions(tmp_path: Path) -> None:
    """Both players of a turn have a row; a move of Amazons has three, and all its value."""
    state = State("snake", seed=4)
    request = json.loads(state.to_json(0))["requests"][0]
    read = labels.read(written(tmp_path / "snake", "snake", request, [[1, 3], [1, {"response": None}]]))
    assert read.actions.tolist() == [1, 3] and read.players.tolist() == [0, 1]
    assert read.results.tolist() == [1, -1]
    for player in (0, 1):
        assert (read.observations[player] == state.observation(player)).all()

    board = State("amazons")
    move = board.legal_moves()[5]
    numbers = list(json.loads(board.move_to_json(move)).items())
    short = [dict(numbers)[key] for key in ("x0", "y0", "x1", "y1", "x2", "y2")]
    analysis = {"by": "a", "nodes": 1, "values": [{"turn_no": 1, "seat": 0, "value": 0.25}]}
    read = labels.read(written(tmp_path / "amazons", "amazons", None, [short], analysis=analysis))
    assert tuple(read.actions) == board.actions_of(move) and read.values.tolist() == [0.25] * 3
    for row in range(3):
        assert (read.observations[row] == board.observation()).all()
        board.play(int(read.actions[row]))


def test_what_is_no_log_is_refused(tmp_path: Path) -> None:
    """The error names file and line; a last line that was cut off is left out."""
    path = written(tmp_path / "log", "nogo", None, [[4, 4]])
    text = path.read_text()
    path.write_text(text + text.splitlines()[1][:40])
    assert len(labels.read(path).actions) == 1
    path.write_text(text + "{\n")
    with pytest.raises(ValueError, match="line 3 is damaged"):
        labels.read(path)
    path.write_text("{}\n")
    with pytest.raises(ValueError, match="is no log"):
        labels.read(path)
    with pytest.raises(ValueError, match="of the game chess"):
        labels.read(written(path, "chess", None, []))
    with pytest.raises(ValueError, match="makes no game of snake"):
        labels.read(written(path, "snake", {"obstacle": 1}, []))
    empty = labels.read(written(path, "nogo", None, []))
    assert empty.observations.shape == (0, *GAMES["nogo"].shape)


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"goose-tetris"}))
def test_games_of_the_arena(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every move of a match is read, is legal, and ends where the arena's referee has ended it."""
    monkeypatch.chdir(Path(__file__).resolve().parents[3])
    path = tmp_path / "games.jsonl"
    player = "snakego-greedy" if game == "snakego" else f"{game}-random"
    words = ["match", player, f"again={player}", "--nodes", "1", "--games", "2", "--log", str(path)]
    words += ["--max-round", "30"] if game == "snakego" else []
    subprocess.run([*command.find(), *words], check=True, capture_output=True)
    read = labels.read(path, opening=True)
    rows = np.arange(len(read.actions))
    certain = read.legal_mask[rows, read.actions]
    # Who has no way out in Snake plays what the mask leaves out.
    assert certain.all() or game == "snake"
    for record in log.read(path)[1]:
        of_game = read.games == record["id"]
        turns, winner = record["result"]["turns"], record["result"]["winner"]
        assert set(read.turns[of_game]) == set(range(1, turns + 1))
        for player_of, want in [(winner, 1), (1 - winner, -1)] if winner is not None else []:
            assert set(read.results[of_game & (read.players == player_of)]) == {want}
        state = log.start(game, record["init"])
        for _, answers in log.turns(game, record["moves"]):
            state.play_move(*[log.move(state, answer) for answer in answers])
        assert state.is_over
        returns = state.returns
        assert winner == (None if returns[0] == returns[1] else int(returns[0] < returns[1]))


def samples(path: Path, count: int) -> bytes:
    """A data set as crates/train writes it."""
    header = {"game": "nogo", "bot": "b", "commit": "", "features": ["a", "visits_4,4"], "seed": 1, "games": 2}
    data = json.dumps(header).encode() + b"\n"
    for number in range(count):
        data += np.uint32(number // 2).tobytes() + np.float32(number / 4).tobytes()
        data += np.array([number, -number], np.int16).tobytes()
    data += hashlib.sha256(data).digest()
    path.write_bytes(data)
    return data


def test_a_data_set_is_mapped(tmp_path: Path) -> None:
    """Fields have the features' names; the checksum is compared on demand."""
    path = tmp_path / "set.bin"
    data = samples(path, 4)
    header, found = labels.dataset(path, verify=True)
    assert header["features"] == ["a", "visits_4,4"] and isinstance(found, np.memmap)
    assert found["game"].tolist() == [0, 0, 1, 1] and found["target"].tolist() == [0, 0.25, 0.5, 0.75]
    assert found["visits_4,4"].tolist() == [0, -1, -2, -3]
    assert labels.features(found).tolist() == [[0, 0], [1, -1], [2, -2], [3, -3]]
    assert np.shares_memory(labels.features(found), found)

    path.write_bytes(data[:-40] + b"x" + data[-39:])
    labels.dataset(path)
    with pytest.raises(ValueError, match="checksum is wrong"):
        labels.dataset(path, verify=True)
    path.write_bytes(data[:-1])
    with pytest.raises(ValueError, match="was cut"):
        labels.dataset(path)
    path.write_bytes(b"{}\n")
    with pytest.raises(ValueError, match="header of a data set"):
        labels.dataset(path)
    samples(path, 0)
    assert len(labels.dataset(path, verify=True)[1]) == 0
