"""The environments by the checks of their own libraries."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import botarena
import botarena.gym
from botarena import zoo

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("game", ["nogo", "amazons", "ataxx", "reversi", "gomoku", "gomoku-swap", "snakego"])
def test_games_in_turns(game: str) -> None:
    """PettingZoo's checks of an AEC environment."""
    api_test(zoo.env(game), num_cycles=200)
    seed_test(lambda: zoo.env(game), num_cycles=50)


@pytest.mark.parametrize("game", ["snake", "tetris2"])
def test_games_moved_at_once(game: str) -> None:
    """PettingZoo's checks of a parallel environment."""
    parallel_api_test(zoo.parallel_env(game), num_cycles=200)
    parallel_seed_test(lambda: zoo.parallel_env(game), num_cycles=50)


def test_goose_tetris() -> None:
    """Gymnasium's check, and a game by the mask."""
    env = gymnasium.make("botarena/GooseTetris-v0")
    check_env(env.unwrapped, skip_render_check=True)
    numbers = np.random.default_rng(1)
    observation, info = env.reset()
    total, over = 0.0, False
    while not over:
        action = int(numbers.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, over, _, info = env.step(action)
        total += float(reward)
    game = env.unwrapped
    assert isinstance(game, botarena.gym.GooseTetris)
    assert game.state.returns == (total,)
    assert np.array_equal(observation, game.state.observation(0))


def test_an_illegal_action_ends_the_game() -> None:
    """As the judge ends it: who played it loses."""
    env = zoo.env("nogo")
    env.reset(seed=1)
    env.step(40)
    env.step(40)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 0, "player_1": -1}
    tetris = zoo.parallel_env("tetris2")
    tetris.reset(seed=1)
    legal = int(np.flatnonzero(tetris.observe("player_0")["action_mask"])[0])
    _, rewards, over, _, _ = tetris.step({"player_0": legal, "player_1": 199})
    assert rewards == {"player_0": 1.0, "player_1": -1.0} and all(over.values())


def test_pictures() -> None:
    """`render` gives what the state prints."""
    env = zoo.env("amazons", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(botarena.State("amazons"))


@pytest.mark.parametrize("make", [zoo.env, zoo.parallel_env])
def test_unknown_games(make: object) -> None:
    """The games that there are stand in the error."""
    with pytest.raises(ValueError, match="is not one of"):
        make("goose-tetris")  # type: ignore[operator]
