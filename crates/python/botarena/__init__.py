"""Exact, fast rules of the games of Botzone and Saiblo, and the arena that plays them.

`State` is one game, `VecEnv` many at once; `botarena.zoo` and `botarena.gym` have environments of PettingZoo and
Gymnasium.
"""

from __future__ import annotations

from ._rules import GAMES, Game, IllegalMove, State, VecEnv, __version__

__all__ = ["GAMES", "Game", "IllegalMove", "State", "VecEnv", "__version__"]
