"""VecEnv: what `step` takes, positions that are loaded, games that are forfeited."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from botarena import GAMES, IllegalMove, State, VecEnv


def states(game: str, count: int) -> list[State]:
    """Games under way, each with some more turns than the one before."""
    made, numbers = [], random.Random(4)
    for seed in range(count):
        while True:
            state = State(game, seed=seed)
            for _ in range(seed):
                if not state.is_over:
                    state.play(*[int(numbers.choice(state.legal_actions(player))) for player in state.acting])
            if not state.is_over:
                break
        made.append(state)
    return made


@pytest.mark.parametrize("game", ["nogo", "snake"])
@pytest.mark.parametrize("kind", ["list", "int8", "int16", "int32", "int64", "uint8", "uint64", "strided"])
def test_integers_of_any_width(game: str, kind: str) -> None:
    """Lists and arrays of every integer type, in any layout, are the same actions."""
    env, other = VecEnv(game, 5, seed=2), VecEnv(game, 5, seed=2)
    for _ in range(3):
        actions = env.sample().copy()
        if kind == "list":
            given: Any = actions.tolist()
        elif kind == "strided":
            given = np.repeat(actions, 2, axis=0)[::2]
        else:
            given = actions.astype(kind)
        env.step(actions)
        other.step(given)
        assert np.array_equal(env.observations, other.observations)


def test_what_is_no_integer() -> None:
    """Says what was given; nothing is played."""
    env = VecEnv("nogo", 2)
    before = env.observations.copy()
    with pytest.raises(TypeError, match="of the type float64, and must be integers"):
        env.step([0.0, 1.0])
    with pytest.raises(TypeError, match="of the type bool"):
        env.step([False, True])
    with pytest.raises(IllegalMove, match="game 1: action 4294967296 is illegal"):
        env.step([0, 1 << 32])
    with pytest.raises(IllegalMove, match="game 0: action -1 is illegal"):
        env.step([-1, 0])
    assert np.array_equal(env.observations, before)


def test_the_arrays_are_the_same_every_time() -> None:
    """As the documentation says: they are written in place."""
    env = VecEnv("ataxx", 3)
    first = env.step(env.sample())
    second = env.step(env.sample())
    assert all(one is two for one, two in zip(first, second))
    assert first[0] is env.observations and first[1] is env.rewards and first[2] is env.terminated
    assert "the same objects every" in str(VecEnv.__doc__)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_positions_are_loaded(game: str, threads: int) -> None:
    """All games, then some: they show what the states show, and are played on as the states are."""
    env = VecEnv(game, 4, seed=1, threads=threads)
    loaded = states(game, 4)
    assert env.load(loaded) is env.observations
    for number in range(2):
        for i, state in enumerate(loaded):
            players = state.acting
            assert env.to_move[i] == players[0]
            seen = [state.observation(player) for player in players]
            masks = [state.legal_mask(player) for player in players]
            assert np.array_equal(env.observations[i], seen if len(seen) > 1 else seen[0])
            assert np.array_equal(env.legal_mask[i], masks if len(masks) > 1 else masks[0])
        if number == 0:
            actions = [[int(state.legal_actions(player)[0]) for player in state.acting] for state in loaded]
            copies = [state.copy() for state in loaded]
            env.step(actions if env.game.simultaneous else [each for (each,) in actions])
            for i, (state, chosen) in enumerate(zip(copies, actions)):
                before = state.returns
                state.play(*chosen)
                assert env.terminated[i] == state.is_over
                assert tuple(env.rewards[i]) == tuple(b - a for a, b in zip(before, state.returns))
            if env.terminated.any():
                return
            loaded = copies


@pytest.mark.parametrize(
    "games", [[3, 1], np.array([3, 1]), slice(3, None, -2), np.array([False, True, False, True]), [-1, -3]]
)
def test_some_games_are_loaded(games: Any) -> None:
    """By numbers, a mask or a slice; the others stay, and so do their rewards."""
    env = VecEnv("nogo", 4, seed=1)
    for _ in range(7):
        env.step(env.sample())
    before = env.observations.copy()
    env.rewards[:], env.terminated[:] = 1, True
    first, second = states("nogo", 9)[7:]
    env.load([first, second], games)
    places = [1, 3] if getattr(games, "dtype", None) == np.bool_ else [3, 1]
    assert np.array_equal(env.observations[places], [first.observation(), second.observation()])
    assert np.array_equal(env.observations[[0, 2]], before[[0, 2]])
    assert env.terminated.tolist() == [True, False, True, False] and env.rewards[:, 0].tolist() == [1, 0, 1, 0]


def test_what_cannot_be_loaded() -> None:
    """Says why; nothing is changed, by the good ones among them either."""
    env = VecEnv("nogo", 2)
    before = env.observations.copy()
    good, over = states("nogo", 6)[5], State("nogo")
    while not over.is_over:
        over.play(int(over.legal_actions()[0]))
    with pytest.raises(ValueError, match="1 states for 2 games"):
        env.load([good])
    with pytest.raises(ValueError, match="state 1 is of ataxx, and the games are of nogo"):
        env.load([good, State("ataxx")])
    with pytest.raises(ValueError, match="state 1 is over"):
        env.load([good, over])
    with pytest.raises(IndexError):
        env.load([good], [2])
    assert np.array_equal(env.observations, before)


def test_a_game_that_ends_is_seen_once_more() -> None:
    """The last position of a game from the side of who acted last; the next one starts as ever."""
    env = VecEnv("ataxx", 1, seed=1)
    state, ended = State("ataxx"), 0
    while ended < 2:
        (player,) = state.acting
        action = int(env.sample()[0])
        state.play(action)
        env.step([action])
        if state.is_over:
            assert env.terminated[0]
            assert np.array_equal(env.final_observations[0], state.observation(player))
            state, ended = State("ataxx"), ended + 1
        assert np.array_equal(env.observations[0], state.observation())


def test_an_illegal_action_forfeits_the_game() -> None:
    """Who played it has lost; the others go on."""
    env = VecEnv("nogo", 3)
    env.step([40, 41, 42])
    seen = env.observations.copy()
    _, rewards, terminated = env.step([40, 40, 81], forfeit=True)
    assert rewards.tolist() == [[1, -1], [0, 0], [1, -1]] and terminated.tolist() == [True, False, True]
    start = State("nogo").observation()
    assert np.array_equal(env.observations[0], start) and np.array_equal(env.final_observations[0], seen[0])
    assert env.to_move.tolist() == [0, 0, 0]

    tetris = VecEnv("tetris2", 3, seed=1)
    good = tetris.legal_mask.argmax(-1)
    bad = (~tetris.legal_mask).argmax(-1)
    actions = [[good[0][0], bad[0][1]], [bad[1][0], good[1][1]], bad[2]]
    _, rewards, terminated = tetris.step(actions, forfeit=True)
    assert rewards.tolist() == [[1, -1], [-1, 1], [0, 0]] and terminated.all()

    alone = VecEnv("goose-tetris", 1)
    _, rewards, terminated = alone.step([-5], forfeit=True)
    assert rewards.tolist() == [[0]] and terminated.all()
