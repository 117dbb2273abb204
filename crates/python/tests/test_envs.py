"""The environments by the checks of their own libraries."""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import botarena
import botarena.gym
from botarena import GAMES, picture, zoo

pytestmark = pytest.mark.filterwarnings("ignore")


IN_TURNS = [name for name, game in GAMES.items() if game.players == 2 and not game.simultaneous]
AT_ONCE = [name for name, game in GAMES.items() if game.simultaneous]


@pytest.mark.parametrize("game", IN_TURNS)
def test_games_in_turns(game: str) -> None:
    """PettingZoo's checks of an AEC environment."""
    api_test(zoo.env(game), num_cycles=200)
    seed_test(lambda: zoo.env(game), num_cycles=50)


@pytest.mark.parametrize("game", AT_ONCE)
def test_games_moved_at_once(game: str) -> None:
    """PettingZoo's checks of a parallel environment."""
    parallel_api_test(zoo.parallel_env(game), num_cycles=200)
    parallel_seed_test(lambda: zoo.parallel_env(game), num_cycles=50)


def test_goose_tetris() -> None:
    """Gymnasium's check, and a game by the mask."""
    env = gymnasium.make("botarena/GooseTetris-v0")
    check_env(env.unwrapped)
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


def many(game: str, **options: Any) -> Any:
    """Seven games at once, made as Gymnasium makes them: with its checks, whose warnings are errors here."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return gymnasium.make_vec(f"botarena/{game}-v0", 7, "vector_entry_point", **options)


@pytest.mark.parametrize("game", GAMES)
def test_many_games_at_once(game: str) -> None:
    """What Gymnasium asks of a vector environment: spaces, shapes, types, seeds, autoreset, its own wrappers."""
    env, again = many(game), RecordEpisodeStatistics(many(game))
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.observation_space == batch_space(env.single_observation_space, 7)
    assert env.action_space == batch_space(env.single_action_space, 7)
    (observations, info), (others, _) = env.reset(seed=3), again.reset(seed=3)
    numbers, ended = np.random.default_rng(1), 0
    for number in range(400 if game == "goose-tetris" else 200):
        assert observations in env.observation_space and np.array_equal(observations, others)
        masks = info["action_mask"]
        assert masks.dtype == np.int8 and masks.shape == (7, *env.action_space.shape[1:], GAMES[game].actions)
        actions = (masks * numbers.random(masks.shape)).argmax(-1)
        if number % 10 == 9 and game != "goose-tetris":
            # Legal or not: those of the space are taken.
            env.action_space.seed(number)
            actions = env.action_space.sample()
        assert actions in env.action_space
        before = observations
        observations, rewards, terminated, truncated, info = env.step(actions)
        others, *more, others_info = again.step(actions)
        assert observations is not before
        assert [rewards.tolist(), terminated.tolist()] == [more[0].tolist(), more[1].tolist()]
        assert rewards.dtype == np.float64 and terminated.dtype == truncated.dtype == np.bool_
        assert rewards.shape == terminated.shape == truncated.shape == (7,) and not truncated.any()
        assert ("final_obs" in info) == terminated.any()
        if terminated.any():
            assert np.array_equal(info["_final_obs"], terminated) and "episode" in others_info
            for final, over in zip(info["final_obs"], terminated):
                assert final in env.single_observation_space if over else final is None
        ended += int(terminated.sum())
    assert ended > 0 or game == "goose-tetris"
    states = [botarena.State(game, seed=seed) for seed in range(7)]
    observations, info = env.reset(options={"states": states})
    assert np.array_equal(info["to_move"], [0] * 7)
    seen = [state.observation(0) for state in states]
    assert np.array_equal(observations[:, 0] if GAMES[game].simultaneous else observations, seen)
    DictInfoToList(many(game)).reset()
    env.close()


def test_many_at_once_are_gymnasium_s_own() -> None:
    """Goose Tetris step by step as in Gymnasium's vector of single environments; illegal actions end games."""
    make = partial(gymnasium.make, "botarena/GooseTetris-v0", disable_env_checker=True)
    slow: Any = SyncVectorEnv([make] * 3, autoreset_mode=AutoresetMode.SAME_STEP)
    fast: Any = gymnasium.make_vec("botarena/GooseTetris-v0", 3, "vector_entry_point")
    (observations, info), (others, _) = fast.reset(seed=1), slow.reset(seed=1)
    numbers, ended = np.random.default_rng(2), 0
    for number in range(60):
        assert np.array_equal(observations, others)
        masks = info["action_mask"]
        actions = (masks * numbers.random(masks.shape)).argmax(-1)
        if number % 7 == 6:
            actions[number % 3] = masks[number % 3].argmin()
        observations, rewards, terminated, _, info = fast.step(actions)
        others, *more, others_info = slow.step(actions)
        assert [rewards.tolist(), terminated.tolist()] == [more[0].tolist(), more[1].tolist()]
        assert np.array_equal(info["action_mask"], others_info["action_mask"])
        assert np.array_equal(info["_action_mask"], others_info["_action_mask"])
        assert ("final_obs" in info) == ("final_obs" in others_info)
        for one, two in zip(info.get("final_obs", []), others_info.get("final_obs", [])):
            assert np.array_equal(one, two)
        ended += int(terminated.sum())
    assert ended >= 8


@pytest.mark.parametrize("game", GAMES)
def test_images(game: str) -> None:
    """Every position has another image, of one size; a vector environment has one for each game."""
    env = many(game, render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert first is not None and len(first) == 7
    shown: list[Any] = []
    state = botarena.State(game, seed=1)
    for _ in range(3):
        image = picture.rgb(GAMES[game], state.observation(0))
        assert image.dtype == np.uint8 and image.ndim == 3 and image.shape == first[0].shape
        assert not any(np.array_equal(image, other) for other in shown)
        shown.append(image)
        state.play(*[int(state.legal_actions(player)[-1]) for player in state.acting])
    make: Any = zoo.parallel_env if GAMES[game].simultaneous else zoo.env
    if game == "goose-tetris":
        alone: Any = gymnasium.make("botarena/GooseTetris-v0", render_mode="rgb_array")
    else:
        alone = make(game, render_mode="rgb_array")
    alone.reset(seed=1)
    assert alone.render().shape == image.shape


def test_an_image_has_the_stones() -> None:
    """In NoGo player 0 is blue and player 1 red, whoever looks; free points have the color of the board."""
    state = botarena.State("nogo")
    state.play(40)
    state.play(41)
    half = picture.CELL // 2

    def colors(image: Any) -> list[tuple[int, ...]]:
        return [tuple(image[4 * picture.CELL + half, y * picture.CELL + 3].tolist()) for y in (3, 4, 5)]

    seen = [picture.rgb(GAMES["nogo"], state.observation(player), player) for player in (0, 1)]
    assert colors(seen[0]) == colors(seen[1]) == [(222, 184, 135), (32, 48, 80), (196, 48, 48)]


@pytest.mark.parametrize("make", [zoo.env, zoo.parallel_env])
def test_unknown_games(make: object) -> None:
    """The games that there are stand in the error."""
    with pytest.raises(ValueError, match="is not one of"):
        make("goose-tetris")  # type: ignore[operator]
