"""Random games: as many on the rules crates and in the package, move for move.

`GAMES` in the environment says how many of each game, 500 if it does not; CI plays 10,000.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from botarena import GAMES, State, VecEnv

COUNT = int(os.environ.get("GAMES", "500"))
CRATE = Path(__file__).parents[1]
MASK = (1 << 64) - 1


def stream(seed: int) -> Iterator[int]:
    """SplitMix64."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & MASK
        x = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
        yield x ^ (x >> 31)


@pytest.fixture(scope="module")
def program() -> Path:
    """The random games of `examples/random_games.rs`."""
    command = ["cargo", "build", "--quiet", "--release", "--example", "random_games"]
    subprocess.run(command, cwd=CRATE, check=True)
    return CRATE / "target" / "release" / "examples" / "random_games"


@pytest.mark.parametrize("game", GAMES)
def test_the_same_games(game: str, program: Path) -> None:
    """The moves and the result of every game."""
    lines = subprocess.run([program, game, str(COUNT)], check=True, capture_output=True, text=True).stdout.splitlines()
    assert len(lines) == COUNT
    for seed, line in enumerate(lines):
        state, numbers = State(game, seed=seed), stream(seed)
        while not state.is_over:
            lists = [state.legal_actions(player) for player in state.acting]
            state.play(*[int(actions[next(numbers) % len(actions)]) for actions in lists])
        moves = ["|".join(move) if isinstance(move, tuple) else move for move in state.moves]
        if game == "goose-tetris":
            result = str(int(state.returns[0]))
        else:
            result = {1.0: "0", -1.0: "1", 0.0: "draw"}[state.returns[0]]
        assert " ".join([*moves, result]) == line, f"game {seed}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("threads", [1, 3])
def test_many_at_once_are_the_same_as_one(game: str, threads: int) -> None:
    """Every array of a VecEnv after every step, with states that follow."""
    n = 70
    env = VecEnv(game, n, seed=5, threads=threads)
    many = env.game.simultaneous
    states: list[State | None] = [None if game in ("snake", "tetris2", "snakego") else State(game)] * n
    if states[0] is not None:
        states = [State(game) for _ in range(n)]
    ended = 0
    for _ in range(120):
        actions = env.sample().copy()
        for i, state in enumerate(states):
            if state is not None:
                assert np.array_equal(env.observations[i], state.observation())
                assert np.array_equal(env.legal_mask[i], state.legal_mask())
                assert env.to_move[i] == state.acting[0]
        chosen = np.take_along_axis(env.legal_mask, actions[..., None].astype(np.int64), -1)
        assert chosen.all()
        observations, rewards, terminated = env.step(actions)
        assert observations is env.observations
        ended += int(terminated.sum())
        for i, state in enumerate(states):
            if state is None:
                continue
            before = state.returns
            state.play(int(actions[i]))
            assert tuple(rewards[i]) == tuple(b - a for a, b in zip(before, state.returns))
            assert terminated[i] == state.is_over
            if state.is_over:
                states[i] = State(game)
    assert ended > 0
    if many:
        assert env.observations.shape == (n, 2, *env.game.shape)
    first = env.reset(seed=5).copy()
    other = VecEnv(game, n, seed=5, threads=1)
    assert np.array_equal(first, other.observations)
    for _ in range(30):
        actions = other.sample()
        assert np.array_equal(actions, env.sample())
        other.step(actions)
        env.step(actions)
        assert np.array_equal(env.observations, other.observations)
        assert np.array_equal(env.rewards, other.rewards)


def test_an_illegal_action_names_the_game() -> None:
    """And nothing is played."""
    env = VecEnv("nogo", 3)
    env.step(np.array([40, 41, 42], dtype=np.int32))
    before = env.observations.copy()
    with pytest.raises(ValueError, match="game 1: action 41 is illegal; nothing was played"):
        env.step(np.array([0, 41, 2], dtype=np.int32))
    assert np.array_equal(env.observations, before)
    with pytest.raises(ValueError, match=r"the shape \[2\], \[3\] is wanted"):
        env.step(np.zeros(2, dtype=np.int32))
    with pytest.raises(TypeError):
        env.step(np.zeros(3))
    with pytest.raises(ValueError, match="at least 1"):
        VecEnv("nogo", 0)
