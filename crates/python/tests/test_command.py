"""The console script `arena` does not take itself for the arena."""

from __future__ import annotations

from pathlib import Path

import pytest

from botarena import command


def test_the_console_script_is_not_the_arena(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Else it would start itself for ever where the package was built without the arena."""
    if (Path(command.__file__).parent / "program").exists():
        pytest.skip("this wheel has the arena")
    program = tmp_path / "arena"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("ARENA", raising=False)
    assert command.find() == [str(program)]
    program.write_text("#!/usr/bin/python3\nfrom botarena.command import main\nmain()\n")
    with pytest.raises(FileNotFoundError, match="install a wheel that brings it"):
        command.find()
