"""The package plays as the rules in plain Python do."""

from __future__ import annotations

import random

import pytest
from slow_twins import twin

from botarena import State


@pytest.mark.parametrize("game", ["nogo", "amazons", "snake"])
def test_the_same_moves(game: str) -> None:
    """Legal actions at every turn, and the result."""
    for seed in range(40):
        numbers, state = random.Random(seed), State(game, seed=seed)
        slow = twin(state)
        while not state.is_over:
            legal = [state.legal_actions(player).tolist() for player in state.acting]
            assert legal == slow.legal(), state.text
            actions = [numbers.choice(choices) for choices in legal]
            state.play(*actions)
            slow.play(actions)
        assert slow.legal() == []
        winner = {1.0: 0, -1.0: 1, 0.0: None}[state.returns[0]]
        assert slow.winner() == winner
