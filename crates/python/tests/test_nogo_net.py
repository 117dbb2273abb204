"""The net of bots/nogo-net: what botarena shows and numpy works out is what the bot's test wants."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np

from botarena import State

ROOT = Path(__file__).parents[3]
BOT = ROOT / "bots/nogo-net"


def quantized() -> ModuleType:
    """The example's module, which is in no package."""
    path = ROOT / "crates/python/examples/nogo_net/quantized.py"
    spec = importlib.util.spec_from_file_location("quantized", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_outputs() -> None:
    """Every number that the bot's own test compares."""
    net = quantized()
    weights = net.from_text((BOT / "data/net.txt").read_text())
    lines = [line.split() for line in (BOT / "src/tests/outputs.txt").read_text().splitlines()]
    states = [State.from_text("nogo", board) for board, *_ in lines]
    values, policies = net.outputs(weights, np.stack([state.observation() for state in states]))
    for state, (_, *expected), value, policy in zip(states, lines, values, policies):
        assert [value, *policy[state.legal_actions()]] == [int(number) for number in expected]
    assert len(lines) == 8


def test_text() -> None:
    """The dense text of the net is written as it was read."""
    net = quantized()
    text = (BOT / "data/net.txt").read_text()
    assert net.to_text(net.from_text(text)) == text
