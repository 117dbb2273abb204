"""Environments of PettingZoo: `env` for games in turns (AEC), `parallel_env` for those moved at once.

Agents are `player_0` and `player_1`. An observation is a dictionary: `observation`, uint8 planes from the agent's
side as `GAMES[game].planes` names them, and `action_mask`, int8, 1 where an action is legal. Rewards are 1, -1 and
0, given at the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import picture
from ._rules import GAMES, State

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:  # pragma: no cover
    raise ModuleNotFoundError(f"{error.name} is not installed: pip install pettingzoo gymnasium") from error

__all__ = ["AecGame", "ParallelGame", "env", "parallel_env"]

AGENTS = ["player_0", "player_1"]
RENDER_MODES = ["ansi", "human", "rgb_array"]


def env(game: str, render_mode: str | None = None) -> AECEnv[str, Any, int]:
    """Make an environment of a game in turns.

    An illegal action ends the game: -1 for who played it. In Amazons a move is three actions, in SnakeGo an agent
    acts once for each of its snakes, so an agent may act several times in a row.

    Raises ValueError for any other game.
    """
    raw: Any = AecGame(game, render_mode)
    raw = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    raw = wrappers.AssertOutOfBoundsWrapper(raw)
    return wrappers.OrderEnforcingWrapper(raw)


def parallel_env(game: str, render_mode: str | None = None) -> ParallelEnv[str, Any, int]:
    """Make an environment of a game moved at once.

    An illegal action ends the game as at the judge: who played it loses, and if both did, it is a draw.

    Raises ValueError for any other game.
    """
    return ParallelGame(game, render_mode)


class _Game:
    """What both kinds share: spaces and pictures."""

    render_mode: str | None
    state_of_game: State

    def _begin(self, game: str, render_mode: str | None, simultaneous: bool) -> None:
        names = [name for name, known in GAMES.items() if known.players == 2 and known.simultaneous == simultaneous]
        if game not in names:
            raise ValueError(f"{game!r} is not one of {', '.join(names)}")
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode is None or one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.game = GAMES[game]
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.state_of_game = State(game)
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, self.game.shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (self.game.actions,), np.int8),
            }
        )
        self.observation_spaces: dict[str, Any] = dict.fromkeys(AGENTS, observation)
        self.action_spaces: dict[str, Any] = {agent: spaces.Discrete(self.game.actions) for agent in AGENTS}

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What an agent sees; the mask is empty when it does not act."""
        player = AGENTS.index(agent)
        return {
            "observation": self.state_of_game.observation(player),
            "action_mask": self.state_of_game.legal_mask(player).astype(np.int8),
        }

    def _start(self, seed: int | None, numbers: np.random.Generator | None) -> np.random.Generator:
        """Start a game; without a seed the next one of this environment."""
        if seed is not None or numbers is None:
            numbers = np.random.default_rng(seed)
        self.state_of_game = State(self.game.name, seed=int(numbers.integers(2**31)))
        return numbers

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Print the position, return it as text ("ansi"), or as an image ("rgb_array": see `picture`)."""
        if self.render_mode == "ansi":
            return str(self.state_of_game)
        if self.render_mode == "rgb_array":
            return picture.rgb(self.game, self.state_of_game.observation(0))
        if self.render_mode == "human":
            print(self.state_of_game)
        return None

    def close(self) -> None:
        """Nothing is held open."""


class AecGame(_Game, AECEnv[str, Any, int]):
    """A game in turns without wrappers: an illegal action raises IllegalMove."""

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": RENDER_MODES,
        "render_fps": 4,
        "is_parallelizable": False,
        "name": "botarena",
    }

    def __init__(self, game: str, render_mode: str | None = None) -> None:
        """See `env`."""
        super().__init__()
        self._begin(game, render_mode, simultaneous=False)
        self.metadata = {**type(self).metadata, "name": f"botarena_{game}"}
        self._numbers: np.random.Generator | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game: the one of this seed, or the next one."""
        self._numbers = self._start(seed, self._numbers)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.state_of_game.acting[0]]

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent; None once its game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} acts: an action is wanted, not None")
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.state_of_game.play(int(action))
        if self.state_of_game.is_over:
            for player, returns in zip(AGENTS, self.state_of_game.returns):
                self.rewards[player] = int(returns)
            self.terminations = dict.fromkeys(AGENTS, True)
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        else:
            self.agent_selection = AGENTS[self.state_of_game.acting[0]]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


class ParallelGame(_Game, ParallelEnv[str, Any, int]):
    """A game in which both players move at once."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 4, "name": "botarena"}  # noqa: RUF012

    def __init__(self, game: str, render_mode: str | None = None) -> None:
        """See `parallel_env`."""
        self._begin(game, render_mode, simultaneous=True)
        self.metadata = {**type(self).metadata, "name": f"botarena_{game}"}
        self.agents: list[str] = []
        self._numbers: np.random.Generator | None = None

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Start a game: the one of this seed, or the next one."""
        self._numbers = self._start(seed, self._numbers)
        self.agents = list(AGENTS)
        return {agent: self.observe(agent) for agent in AGENTS}, {agent: {} for agent in AGENTS}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Any],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play an action of each agent."""
        chosen = [int(actions[agent]) for agent in AGENTS]
        state = self.state_of_game
        legal = [action >= 0 and state.accepts(player, action) for player, action in enumerate(chosen)]
        if all(legal):
            self.state_of_game.play(*chosen)
            over = self.state_of_game.is_over
            rewards = dict(zip(AGENTS, self.state_of_game.returns))
        else:
            over = True
            rewards = {agent: float(legal[player]) - float(legal[1 - player]) for player, agent in enumerate(AGENTS)}
        observations = {agent: self.observe(agent) for agent in AGENTS}
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            observations,
            rewards,
            dict.fromkeys(AGENTS, over),
            dict.fromkeys(AGENTS, False),
            {agent: {} for agent in AGENTS},
        )
