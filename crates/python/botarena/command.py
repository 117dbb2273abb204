"""Where the arena is, and the console script that starts it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path


def find() -> list[str]:
    """Return the words that start the arena; arguments come behind them.

    That of the wheel, else the program that the variable ARENA names, else `arena` on the search path,
    else that of the workspace that this package lies in, which cargo builds first: however long that takes, it is
    over before anybody's limit of time for the arena begins.

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
            return [_built(manifest)]
    raise FileNotFoundError("there is no arena: install a wheel that brings it, or set ARENA to the program's path")


def _built(manifest: Path) -> str:
    """The path of that workspace's arena, after cargo has built it."""
    words = ["cargo", "build", "--release", "--quiet", "--message-format", "json-render-diagnostics"]
    words += ["--package", "arena", "--bin", "arena", "--manifest-path", str(manifest)]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True)
    programs = [json.loads(line).get("executable") for line in done.stdout.splitlines()]
    found = next((program for program in programs if program), None)
    if done.returncode != 0 or found is None:
        raise FileNotFoundError(f"cargo did not build the arena of {manifest.parent}: its words are above")
    return str(found)


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
