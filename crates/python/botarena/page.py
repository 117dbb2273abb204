"""A game as the arena's replay page, for notebooks."""

from __future__ import annotations

import subprocess
import tempfile
from html import escape
from pathlib import Path

from . import command, log
from ._rules import State

_PATIENCE = 60


def page(state: State) -> str:
    """Return the replay page of this game: one HTML file that needs nothing else.

    Raises FileNotFoundError if there is no arena, ValueError if it has no picture of the game or cannot
    replay it.
    """
    text = log.write(state)
    words = command.find()
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder, "game.jsonl"), Path(folder, "game.html")
        source.write_text(text, encoding="utf-8")
        words = [*words, "replay", str(source), "--out", str(out)]
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=_PATIENCE)
        except subprocess.TimeoutExpired:
            raise ValueError(f"the arena has no page after {_PATIENCE} s") from None
        if done.returncode != 0:
            raise ValueError(done.stderr.strip())
        return out.read_text(encoding="utf-8")


def repr_html(state: State) -> str:
    """Return what a notebook shows of a state: the replay page in a frame.

    Where there is none: the state as text, with why.
    """
    try:
        shown = page(state)
    except (OSError, ValueError) as error:
        return f"<pre>{escape(str(state))}</pre><p>No replay: {escape(str(error))}</p>"
    # A frame without an address begins at the first turn; what is shown is the state.
    link = f"<head><script>location.hash = 'game=0&turn={state.turn}';</script>"
    shown = escape(shown.replace("<head>", link, 1))
    style = "width:560px;max-width:100%;height:840px;border:0"
    return f'<iframe srcdoc="{shown}" style="{style}" sandbox="allow-scripts"></iframe>'
