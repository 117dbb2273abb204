"""A state as the replay page."""

from __future__ import annotations

import functools
import gzip
import html
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from botarena import GAMES, State, log, page


def played(game: str, turns: int) -> State:
    """A state after some random moves."""
    state, numbers = State(game, seed=3), random.Random(2)
    for _ in range(turns):
        if not state.is_over:
            state.play_move(*[numbers.choice(state.legal_moves(player)) for player in state.acting])
    return state


def unpacked(cell: str) -> tuple[str, str]:
    """The text in a notebook's cell, and the page that its script makes of the rest, worked out as the script does."""
    frame = html.unescape(cell.partition('srcdoc="')[2].partition('"')[0])
    found = re.search(r'<pre>(.*)</pre>.*digits = "(.{85})", text = "(.*?)", bytes.*slice\(0, ([0-9]+)\)', frame, re.S)
    assert found is not None
    text, digits, packed, length = found.groups()
    words = [packed[at : at + 5] for at in range(0, len(packed), 5)]
    numbers = [functools.reduce(lambda total, digit: 85 * total + digits.index(digit), word, 0) for word in words]
    page = b"".join(number.to_bytes(4, "big") for number in numbers)[: int(length)]
    return html.unescape(text), gzip.decompress(page).decode()


def data(shown: str) -> Any:
    """What the page's scripts read."""
    _, _, rest = shown.partition('<script type="application/json" id="data">')
    return json.loads(rest.partition("</script>")[0])


@pytest.mark.parametrize("game", [name for name in GAMES if name != "goose-tetris"])
@pytest.mark.parametrize("turns", [0, 6, 10_000])
def test_a_game_is_replayed(game: str, turns: int) -> None:
    """The page has every turn, and the result."""
    state = played(game, turns)
    shown = page.page(state)
    (of_game,) = data(shown)["games"]
    record = json.loads(log.write(state).splitlines()[1])
    assert of_game["broken"] is None
    assert of_game["length"] == len(record["moves"])
    first, second = state.returns
    assert of_game["winner"] == (None if first == second else int(first < second))
    assert of_game["err"] == (None if state.is_over else "UNFINISHED")
    cell = state._repr_html_()
    assert cell.startswith('<iframe srcdoc="&lt;!DOCTYPE html&gt;') and len(cell.encode()) <= 40_000
    text, packed = unpacked(cell)
    assert text == str(state) and data(packed) == data(shown)
    assert f"game=0&turn={state.turn}'" in packed


@pytest.mark.parametrize("game", [name for name in GAMES if name != "goose-tetris"])
def test_what_is_written_is_read(game: str, tmp_path: Path) -> None:
    """A log of a state has its moves."""
    state = played(game, 8)
    path = tmp_path / "log"
    path.write_text(log.write(state))
    record = next(log.read(path)[1])
    again = log.start(game, record["init"])
    for _, answers in log.turns(game, record["moves"]):
        again.play_move(*[log.move(again, answer) for answer in answers])
    assert again == state


def test_what_cannot_be_replayed_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text says what is missing: the arena, a picture of the game, the start."""
    monkeypatch.setenv("ARENA", "/no/arena")
    shown = State("nogo")._repr_html_()
    assert shown.startswith("<pre>.........\n") and "/no/arena" in shown
    assert "No replay: goose-tetris has no" in State("goose-tetris")._repr_html_()
    middle = State.from_text("nogo", "4,4 0,8")._repr_html_()
    assert "usual position" in html.unescape(middle)
