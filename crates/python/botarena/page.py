"""A game as the arena's replay page, for notebooks."""

from __future__ import annotations

import base64
import gzip
import re
import subprocess
import tempfile
from html import escape
from pathlib import Path

from . import command, log
from ._rules import State

_PATIENCE = 60

# Digits to the base 85, where base64 needs a fifteenth more: those of Python, less what means something to HTML.
_OF_PYTHON = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
_DIGITS = _OF_PYTHON.translate(str.maketrans("&<>", ",./"))

# Unpacks the page in the frame; until then, or where scripts may not run, there is the text.
_FRAME = """<!DOCTYPE html><meta charset="utf-8"><pre>TEXT</pre><script>{
const digits = "DIGITS", text = "PACKED", bytes = new DataView(new ArrayBuffer(text.length / 5 * 4));
for (let at = 0; at < text.length; at += 5) {
  bytes.setUint32(at / 5 * 4, [...text.slice(at, at + 5)].reduce((sum, digit) => 85 * sum + digits.indexOf(digit), 0));
}
const unpacked = new Blob([bytes.buffer.slice(0, LENGTH)]).stream().pipeThrough(new DecompressionStream("gzip"));
new Response(unpacked).text().then((page) => { document.open(); document.write(page); document.close(); });
}</script>"""


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
    """Return what a notebook shows of a state: the replay page in a frame, packed, so that a cell stays small.

    Where there is none: the state as text, with why.
    """
    try:
        shown = page(state)
    except (OSError, ValueError) as error:
        return f"<pre>{escape(str(state))}</pre><p>No replay: {escape(str(error))}</p>"
    # A frame without an address begins at the first turn; what is shown is the state.
    link = f"<head><script>location.hash = 'game=0&turn={state.turn}';</script>"
    shown = shown.replace("<head>", link, 1)
    shown = escape(_frame(shown, str(state)))
    style = "width:560px;max-width:100%;height:840px;border:0"
    return f'<iframe srcdoc="{shown}" style="{style}" sandbox="allow-scripts"></iframe>'


def _frame(page: str, text: str) -> str:
    """Return a page that becomes this one, which it has packed, and shows a text until then."""
    packed = gzip.compress(page.encode(), mtime=0)
    digits = base64.b85encode(packed, pad=True).decode().translate(str.maketrans(_OF_PYTHON, _DIGITS))
    parts = {"TEXT": escape(text), "DIGITS": _DIGITS, "PACKED": digits, "LENGTH": str(len(packed))}
    return re.sub("|".join(parts), lambda part: parts[part[0]], _FRAME)
