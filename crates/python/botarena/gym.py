"""Environments of Gymnasium, registered when this is imported.

`gymnasium.make("botarena/GooseTetris-v0")` is Goose Tetris alone. `gymnasium.make_vec("botarena/nogo-v0", num_envs=99)`
is many games at once, of every game of `GAMES` by its name: see `VectorGame`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from . import picture
from ._rules import GAMES, State, VecEnv

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:  # pragma: no cover
    raise ModuleNotFoundError(f"{error.name} is not installed: pip install gymnasium") from error
except ImportError:  # pragma: no cover
    raise ImportError(f"Gymnasium 1.1 or later is needed, not {gymnasium.__version__}") from None

__all__ = ["GooseTetris", "VectorGame"]

GAME = GAMES["goose-tetris"]
_Planes = npt.NDArray[np.uint8]


class GooseTetris(gymnasium.Env[_Planes, int]):
    """The contest's game: 10,000 pieces in a sequence that is always the same, so a seed changes nothing.

    An observation has the planes of `GAMES["goose-tetris"]`; the reward is the points of the lock;
    `info["action_mask"]` and `action_masks()` say which locks can be reached. An action that is none of
    them ends the game.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human", "rgb_array"], "render_fps": 4}  # noqa: RUF012

    def __init__(self, render_mode: str | None = None) -> None:
        """`render_mode`: None, "ansi", "human" or "rgb_array"."""
        _known(render_mode, self.metadata)
        self.render_mode = render_mode
        self.observation_space: Any = spaces.Box(0, 255, GAME.shape, np.uint8)
        self.action_space: Any = spaces.Discrete(GAME.actions)
        self.state = State(GAME.name)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions can be reached, as sb3-contrib asks for them."""
        return self.state.legal_mask()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Planes, dict[str, Any]]:
        """Start the game."""
        super().reset(seed=seed)
        self.state = State(GAME.name)
        return self.state.observation(0), self._info()

    def step(self, action: int) -> tuple[_Planes, float, bool, bool, dict[str, Any]]:
        """Lock the piece."""
        illegal = not self.state.legal_mask(0)[int(action)]
        before = self.state.returns[0]
        if not illegal:
            self.state.play(int(action))
        if self.render_mode == "human":
            self.render()
        reward = self.state.returns[0] - before
        info = self._info()
        if illegal:
            info["illegal_action"] = int(action)
        return self.state.observation(0), reward, illegal or self.state.is_over, False, info

    def render(self) -> Any:
        """Print the field, return it as text ("ansi"), or as an image ("rgb_array": see `picture`)."""
        if self.render_mode == "ansi":
            return str(self.state)
        if self.render_mode == "rgb_array":
            return picture.rgb(GAME, self.state.observation(0))
        if self.render_mode == "human":
            print(self.state)
        return None

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.state.legal_mask(0).astype(np.int8)}


class VectorGame(VectorEnv[_Planes, Any, npt.NDArray[Any]]):
    """Many games at once, stepped by `VecEnv`: each action is of the player who acts, so one policy plays both sides.

    An observation has the planes of `GAMES[game]` from the side of who acts, and the reward is what the
    action brought that player: 1, -1 or 0 at the end of a game, the points of a lock in Goose Tetris. Where both
    players move at once (Snake, Tetris2), actions are pairs, observations have the player as their first axis, and
    the reward is that of player 0, of which player 1's is the negative.

    `info` has for every game the legal actions, `action_mask`, and who acts now, `to_move`. A game that ends starts
    anew in the same step: `final_obs` is then its last position, from the side of who acted, and `_final_obs` says
    where there is one. An illegal action loses the game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ["rgb_array"],
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        render_mode: str | None = None,
        threads: int | None = None,
        copy: bool = True,
    ) -> None:
        """`threads`: as in `VecEnv`. Without `copy`, each step writes the observations and masks of the one before.

        Raises ValueError if there is no such game.
        """
        _known(render_mode, self.metadata)
        self.render_mode = render_mode
        self.games = VecEnv(game, num_envs, threads=threads)
        self.num_envs = num_envs
        self.copy = copy
        known = self.games.game
        self._both = known.simultaneous
        self.single_observation_space = spaces.Box(0, 255, self.games.observations.shape[1:], np.uint8)
        self.single_action_space = (
            spaces.MultiDiscrete([known.actions] * 2) if self._both else spaces.Discrete(known.actions)
        )
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Planes, dict[str, Any]]:
        """Start all games anew; `options={"states": [...]}` has the positions that they begin with, a `State` each."""
        super().reset(seed=seed)
        self.games.reset(int(self.np_random.integers(2**63)))
        states = (options or {}).get("states")
        if states is not None:
            self.games.load(states)
        return self._shown(self.games.observations), self._info()

    def step(
        self, actions: Any
    ) -> tuple[_Planes, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Play an action in each game."""
        acted = self.games.to_move.astype(np.intp)
        observations, rewards, terminated = self.games.step(actions, forfeit=True)
        info = self._info()
        if terminated.any():
            final = np.full(self.num_envs, None, dtype=object)
            for ended in np.flatnonzero(terminated):
                final[ended] = self.games.final_observations[ended].copy()
            info["final_obs"], info["_final_obs"] = final, terminated.copy()
        earned = rewards[np.arange(self.num_envs), acted].astype(np.float64)
        return self._shown(observations), earned, terminated.copy(), np.zeros(self.num_envs, np.bool_), info

    def render(self) -> Any:
        """Return an image of each game, with `render_mode="rgb_array"`: see `picture`."""
        if self.render_mode is None:
            return None
        seen = self.games.observations[:, 0] if self._both else self.games.observations
        return tuple(
            picture.rgb(self.games.game, planes, int(player)) for planes, player in zip(seen, self.games.to_move)
        )

    def _info(self) -> dict[str, Any]:
        """Return what is known of every game, in the form of Gymnasium: with a mask of who has it."""
        everywhere = np.ones(self.num_envs, np.bool_)
        shown = {"action_mask": self._shown(self.games.legal_mask).view(np.int8), "to_move": self.games.to_move.copy()}
        return {**shown, **{f"_{name}": everywhere for name in shown}}

    def _shown(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self.copy else array


def _known(render_mode: str | None, metadata: dict[str, Any]) -> None:
    modes = metadata["render_modes"]
    if render_mode is not None and render_mode not in modes:
        raise ValueError(f"render_mode is None or one of {', '.join(modes)}, not {render_mode!r}")


gymnasium.register(
    id="botarena/GooseTetris-v0",
    entry_point="botarena.gym:GooseTetris",
    vector_entry_point=partial(VectorGame, GAME.name),
)
for _name in GAMES:
    gymnasium.register(id=f"botarena/{_name}-v0", vector_entry_point="botarena.gym:VectorGame", kwargs={"game": _name})
