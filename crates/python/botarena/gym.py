"""Goose Tetris as an environment of Gymnasium: `gymnasium.make("botarena/GooseTetris-v0")` after importing this.

An observation has the planes of `GAMES["goose-tetris"]`; the reward is the points of the lock; `info["action_mask"]`
and `action_masks()` say which locks can be reached. An action that is none of them ends the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ._rules import GAMES, State

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as error:  # pragma: no cover
    raise ModuleNotFoundError("gymnasium is not installed: pip install gymnasium") from error

__all__ = ["GooseTetris"]

GAME = GAMES["goose-tetris"]
_Planes = npt.NDArray[np.uint8]


class GooseTetris(gymnasium.Env[_Planes, int]):
    """The contest's game: 10,000 pieces in a sequence that is always the same, so a seed changes nothing."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 4}  # noqa: RUF012

    def __init__(self, render_mode: str | None = None) -> None:
        """`render_mode`: None, "ansi" or "human"."""
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode is None, 'ansi' or 'human', not {render_mode!r}")
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
        """Print the picture of the field, or return it with `render_mode="ansi"`."""
        if self.render_mode == "ansi":
            return str(self.state)
        if self.render_mode == "human":
            print(self.state)
        return None

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.state.legal_mask(0).astype(np.int8)}


gymnasium.register(id="botarena/GooseTetris-v0", entry_point="botarena.gym:GooseTetris")
