"""Exact, fast rules of the games of Botzone and Saiblo, and the arena that plays them.

`State` is one game, `VecEnv` many at once; `botarena.zoo` and `botarena.gym` have environments of PettingZoo and
Gymnasium. `Bot` is a player of the arena, and `botarena.labels` reads what to learn from.
"""

from __future__ import annotations

from . import page
from ._rules import GAMES, Game, IllegalMove, State, VecEnv, __version__
from .bots import Answer, Bot, BotError

__all__ = ["GAMES", "Answer", "Bot", "BotError", "Game", "IllegalMove", "State", "VecEnv", "__version__"]

State._repr_html_ = page.repr_html  # type: ignore[assignment]
