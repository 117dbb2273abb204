"""States: copies, texts, JSON, pickles, errors."""

from __future__ import annotations

import copy
import json
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

from botarena import GAMES, IllegalMove, State


def played(game: str, turns: int, seed: int = 3) -> State:
    """A state after some random actions."""
    state, numbers = State(game, seed=seed), random.Random(seed)
    for _ in range(turns):
        if not state.is_over:
            state.play(*[int(numbers.choice(state.legal_actions(player))) for player in state.acting])
    return state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("turns", [0, 1, 2, 5, 9])
def test_copies(game: str, turns: int) -> None:
    """Copies, pickles and texts are equal, have the same hash, and go their own way."""
    state = played(game, turns)
    twins = [
        state.copy(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        State.from_text(game, state.text),
    ]
    for twin in twins:
        assert twin == state and hash(twin) == hash(state) and str(twin) == str(state)
        assert np.array_equal(twin.observation(), state.observation())
    assert twins[3].moves == state.moves
    same = pickle.loads(pickle.dumps(state.game))
    assert same == state.game == GAMES[game] and hash(same) == hash(state.game)
    assert state != State("nogo") or game == "nogo"
    if not state.is_over:
        other = state.copy()
        other.play(*[int(other.legal_actions(player)[-1]) for player in other.acting])
        assert other != state and twins[0] == state


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"goose-tetris", "snakego"}))
@pytest.mark.parametrize("player", [0, 1])
def test_what_the_judge_sends(game: str, player: int) -> None:
    """A bot's input is made, and read again."""
    state = played(game, 12 if game != "snake" else 5)
    assert not state.is_over
    if game != "amazons" and state.acting != (0, 1):
        player = state.acting[0]
    sent = state.to_json(player)
    requests = json.loads(sent)
    expected = len(requests["responses"]) + (player in state.acting)
    assert len(requests["requests"]) == expected
    assert State.from_json(game, sent) == state
    move = state.legal_moves()[0]
    assert state.move_from_json(state.move_to_json(move)) == move


def test_messages_of_the_judge() -> None:
    """As the site writes them."""
    state = State("nogo")
    assert json.loads(state.to_json(0)) == {"requests": [{"x": -1, "y": -1}], "responses": []}
    state.play_move("4,4")
    assert json.loads(state.to_json(1)) == {"requests": [{"x": 4, "y": 4}], "responses": []}
    assert json.loads(state.move_to_json("0,8")) == {"x": 0, "y": 8}
    tetris = State.from_json("tetris2", '{"requests": [{"block": 0, "color": 1}], "responses": []}')
    assert json.loads(tetris.to_json(1))["requests"] == [{"block": 0, "color": 1}]


def test_a_move_of_amazons_is_three_actions() -> None:
    """The same player chooses amazon, target and arrow."""
    state = State("amazons")
    assert state.actions_of("02-03/02") == (16, 24, 16)
    for action in (16, 24):
        assert state.acting == (0,) and action in state.legal_actions()
        state.play(action)
    assert state.turn == 0 and all(move.startswith("02-03/") for move in state.legal_moves())
    state.play(16)
    assert state.acting == (1,) and state.moves == ["02-03/02"] and state.turn == 1
    before = state.copy()
    with pytest.raises(IllegalMove, match="action 16"):
        state.play_move("05-04/02")
    assert state == before and state.moves == before.moves


def test_arrays_are_written_in_place() -> None:
    """`out` is filled and returned."""
    state = played("nogo", 7)
    planes = np.zeros((2, *state.game.shape), dtype=np.uint8)
    masks = np.ones((2, state.game.actions), dtype=np.bool_)
    for player in (0, 1):
        assert state.observation(player, out=planes[player]).base is planes
        state.legal_mask(player, out=masks[player])
    own, theirs = state.observation(0), state.observation(1)
    assert np.array_equal(planes, [own, theirs]) and np.array_equal(own[[1, 0, 3, 2]], theirs)
    assert not masks[0].any() and list(np.flatnonzero(masks[1])) == list(state.legal_actions())
    with pytest.raises(ValueError, match="C order"):
        state.observation(0, out=np.zeros((9, 9, 4), dtype=np.uint8).T)
    with pytest.raises(ValueError, match=r"the shape \[80\], \[81\] is wanted"):
        state.legal_mask(0, out=np.zeros(80, dtype=np.bool_))
    planes.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        state.observation(0, out=planes[0])


def test_errors_name_what_was_given() -> None:
    """And leave the state as it was."""
    state = State("nogo")
    with pytest.raises(ValueError, match='no game "chess"; there are nogo, amazons'):
        State("chess")
    with pytest.raises(ValueError, match="there is no player 2: nogo has 2"):
        state.legal_actions(2)
    with pytest.raises(IllegalMove, match=r"player 0 may not play action 81"):
        state.play(81)
    with pytest.raises(ValueError, match="1 actions are wanted, one for each player who acts, not 2"):
        state.play(1, 2)
    with pytest.raises(ValueError, match='"9,9" is no move of nogo'):
        state.play_move("9,9")
    with pytest.raises(ValueError, match="no request"):
        State.from_json("nogo", '{"requests": [], "responses": []}')
    with pytest.raises(ValueError, match='no list "requests"'):
        State.from_json("nogo", "[]")
    with pytest.raises(ValueError, match="snakego has no JSON"):
        State("snakego").to_json()
    state.play_move("4,4")
    with pytest.raises(IllegalMove, match=r"player 1 may not play action 40 \(4,4\)"):
        state.play(40)
    assert state.turn == 1
    over = played("snake", 1000)
    with pytest.raises(IllegalMove, match="the game is over"):
        over.play(0, 0)
    assert list(over.legal_actions()) == [] and over.acting == ()


def test_memory_and_time_to_import() -> None:
    """10,000 games of NoGo in less than 50 MB; an import in less than 0.2 s of processor time."""
    program = """if True:
        import resource, time, numpy
        before = time.process_time()
        import botarena
        took = time.process_time() - before
        size = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        empty = size()
        env = botarena.VecEnv("nogo", 10_000)
        for _ in range(50):
            env.step(env.sample())
        print(took, size() - empty)
    """
    output = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    took, kilobytes = output.stdout.split()
    assert float(took) < 0.2
    assert int(kilobytes) < 50_000
