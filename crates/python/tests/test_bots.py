"""Players of the arena as functions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from botarena import GAMES, Bot, BotError, State, command, log

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "crates/arena/cli/tests/players/nogo_json.py"


@pytest.fixture(autouse=True)
def _in_the_workspace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def arena(*words: str) -> None:
    """Run a command of the arena."""
    subprocess.run([*command.find(), *words], check=True, capture_output=True)


def test_a_bot_answers_as_in_a_match(tmp_path: Path) -> None:
    """With nodes and seed every move of a logged game is answered again, by who draws lots and who does not."""
    path = tmp_path / "games.jsonl"
    arena("match", "nogo-greedy", "nogo-random", "--nodes", "1", "--games", "2", "--log", str(path))
    header, games = log.read(path)
    for game in games:
        state = log.start("nogo", game["init"])
        bots = [
            Bot(header["players"][player], "nogo", nodes=1, seed=seed)
            for player, seed in zip(game["seats"], game["bot_seeds"])
        ]
        for turn, (written,) in log.turns("nogo", game["moves"]):
            move, player = log.move(state, written), state.acting[0]
            if turn > game["opening"]:
                assert bots[player](state) == move
                assert bots[player].action(state) == state.actions_of(move)[0]
            state.play_move(move)
        assert state.is_over
        for bot in bots:
            bot.close()


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"goose-tetris"}))
def test_every_game_has_bots(game: str) -> None:
    """Random bots play for both sides; the same seed answers the same, another one not always."""
    player = "snakego-greedy" if game == "snakego" else f"{game}-random"
    with Bot(player, game, nodes=1) as bot, Bot(player, game, nodes=1, seed=2) as other:
        state, differ = State(game, seed=5), False
        for _ in range(12):
            if state.is_over:
                break
            moves = [bot(state, acting) for acting in state.acting]
            assert moves == [bot(state, acting) for acting in state.acting]
            differ |= moves != [other(state, acting) for acting in state.acting]
            state.play_move(*moves)
        assert state.turn > 3
        assert differ or game == "snakego"
        if game == "amazons" and not state.is_over:
            with pytest.raises(ValueError, match="3 actions"):
                bot.action(state)


def test_a_bot_explains() -> None:
    """The value, and the visits of the search's first moves, are what the bot prints; the best is played."""
    state = State("nogo")
    with Bot("nogo-prior", "nogo", nodes=200) as bot:
        told, shown = bot.ask(state), bot.ask(state, explain=True)
    assert told.text is None and not told.visits
    assert told.move == shown.move == max(shown.visits, key=lambda move: shown.visits[move])
    assert told.value == shown.value and told.value is not None and -1 < told.value < 1
    assert sum(shown.visits.values()) <= 200 and len(shown.visits) == 12
    assert set(shown.visits) <= set(state.legal_moves())


def test_programs_of_other_people_answer_and_fail() -> None:
    """A source is a player; what a program does wrong is an error with its cause, and the next answer comes."""
    state = State("nogo")
    with Bot(f"my={SAMPLE},json", "nogo") as bot:
        state.play_move(bot(state))
        state.play_move(bot(state))
        with pytest.raises(BotError, match="plays nogo"):
            bot(State("amazons"))
        with pytest.raises(BotError, match="player 1 does not act"):
            bot(state, 1)
        with pytest.raises(BotError, match="knows no positions"):
            bot.ask(state, explain=True)
        assert bot(state)
    answer = json.dumps({"response": {"x": 4, "y": 4}})
    once = f"my=cmd:echo '{answer}',json"
    with Bot(once, "nogo") as bot:
        state = State("nogo")
        state.play_move(bot(state))
        with pytest.raises(BotError, match="answers"):
            bot(state)
    with Bot("my=cmd:false,json", "nogo") as bot, pytest.raises(BotError, match="verdict RE"):
        bot(state)
    with Bot("my=cmd:false", "snakego") as bot, pytest.raises(BotError, match="knows no positions of snakego"):
        bot(State("snakego"))


def test_what_is_wrong_with_a_player_is_said() -> None:
    """A player that cannot be had is an error with the arena's words; a closed bot begins anew."""
    with Bot("nogo-nobody", "nogo") as bot, pytest.raises(BotError, match="no bot `nogo-nobody`"):
        bot(State("nogo"))
    bot = Bot("nogo-greedy", "nogo", nodes=1)
    first = bot(State("nogo"))
    bot.close()
    assert bot(State("nogo")) == first
    bot.close()


def test_an_interrupted_question_has_no_late_answer(tmp_path: Path) -> None:
    """Ctrl-C while a bot thinks: its answer is not taken for that of the next question."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    slow = tmp_path / "slow.sh"
    slow.write_text("""[ -e "$0.asked" ] || sleep 60; echo '{"response": {"x": 4, "y": 4}}'\n""")
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with Bot(f"my=cmd:sh {slow},json,time-ms=60000", "nogo") as bot:
            signal.setitimer(signal.ITIMER_REAL, 1)
            with pytest.raises(KeyboardInterrupt):
                bot(State("nogo"))
            (tmp_path / "slow.sh.asked").touch()
            assert bot(State("nogo")) == "4,4"
    finally:
        signal.signal(signal.SIGALRM, before)


def test_the_arena_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wheel's, the variable's, the search path's, the workspace's; the console script becomes what was found."""
    package, program, script = tmp_path / "botarena", tmp_path / "path" / "arena", tmp_path / "script" / "arena"
    for path, text in ((program, "#!/bin/sh\n"), (script, "#!/bin/python3\nfrom botarena.command import main\n")):
        path.parent.mkdir()
        path.write_text(text)
        path.chmod(0o755)
    monkeypatch.setattr(command, "__file__", str(package / "command.py"))
    monkeypatch.delenv("ARENA", raising=False)
    # The script of the package itself is no arena.
    monkeypatch.setenv("PATH", str(script.parent))
    with pytest.raises(FileNotFoundError, match="set ARENA"):
        command.find()
    monkeypatch.setattr(sys, "argv", ["arena", "list"])
    with pytest.raises(SystemExit, match="there is no arena"):
        command.main()
    # Cargo builds that of the workspace.
    (tmp_path / "Cargo.toml").touch()
    (tmp_path / "crates" / "arena").mkdir(parents=True)
    cargo = script.parent / "cargo"
    cargo.write_text(
        "#!/bin/sh\n"
        """echo '{"reason": "compiler-artifact", "executable": null}'\n"""
        """echo '{"reason": "compiler-artifact", "executable": "/target/release/arena"}'\n"""
    )
    cargo.chmod(0o755)
    assert command.find() == ["/target/release/arena"]
    cargo.write_text("#!/bin/sh\nexit 101\n")
    with pytest.raises(FileNotFoundError, match="cargo did not build the arena of"):
        command.find()
    monkeypatch.setenv("PATH", str(program.parent))
    assert command.find() == [str(program)]
    monkeypatch.setenv("ARENA", "/elsewhere/arena")
    assert command.find() == ["/elsewhere/arena"]
    (package / "program").mkdir(parents=True)
    packed = package / "program" / "arena"
    packed.touch()
    started: list[tuple[str, list[str]]] = []
    monkeypatch.setattr(os, "execvp", lambda program, words: started.append((program, words)))
    command.main()
    assert started == [(str(packed), [str(packed), "list"])]
