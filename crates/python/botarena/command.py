"""Where the arena is, and the console script that starts it."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def find() -> list[str]:
    """Return the words that start the arena; arguments come behind them.

    That of the wheel, else the program that the variable ARENA names, else `arena` on the search path,
    else the workspace that this package lies in, which cargo builds first.

    Raises FileNotFoundError if there is none.
    """
    here = Path(__file__).resolve().parent
    packed = here / "program" / "arena"
    if packed.is_file():
        return [str(packed)]
    found = os.environ.get("ARENA") or shutil.which("arena")
    if found and not _is_our_script(found):
        return [found]
    for folder in here.parents:
        manifest = folder / "Cargo.toml"
        if (folder / "crates" / "arena").is_dir() and manifest.is_file() and shutil.which("cargo"):
            words = ["cargo", "run", "--release", "--quiet", "--package", "arena", "--bin", "arena"]
            return [*words, "--manifest-path", str(manifest), "--"]
    raise FileNotFoundError("there is no arena: install a wheel that brings it, or set ARENA to the program's path")


def _is_our_script(path: str) -> bool:
    """Whether this is the console script of this package, which would start itself for ever."""
    try:
        with open(path, "rb") as file:
            return b"botarena" in file.read(1000)
    except OSError:
        return False


def main() -> None:
    """Become the arena with the arguments of this process."""
    try:
        words = [*find(), *sys.argv[1:]]
        os.execvp(words[0], words)
    except OSError as error:
        sys.exit(f"arena: {error}")
