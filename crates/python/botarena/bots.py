"""Players of the arena as functions from a state to a move."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import tempfile
import warnings
from types import TracebackType
from typing import IO, Any, NamedTuple

from . import command
from ._rules import State

_VALUE = re.compile(r"(?:^|[\s,;:(\[|])value=([-+]?[0-9]*\.?[0-9]+)")
_BRANCH = re.compile(r"(\S+) +([0-9]+) ")


class BotError(RuntimeError):
    """The arena cannot start a player, or the player has no answer; the text says why."""


class Answer(NamedTuple):
    """What a player has answered."""

    move: str
    debug: str | None
    text: str | None

    @property
    def value(self) -> float | None:
        """What the debug text says of the position, from -1 (the player loses) to 1."""
        return value_of(self.debug)

    @property
    def visits(self) -> dict[str, int]:
        """Visits of the moves that the search liked most, up to 12; empty unless it explained.

        In nodes or simulations, as the bot counts.
        """
        _, _, tree = (self.text or "").partition("move         visits value\n")
        found: dict[str, int] = {}
        for line in tree.splitlines():
            branch = _BRANCH.match(line)
            if branch and not line.endswith(" more"):
                found[branch[1]] = int(branch[2])
            elif not line.startswith(" "):
                break
        return found


Answer.move.__doc__ = "Its move."
Answer.debug.__doc__ = "Its debug text."
Answer.text.__doc__ = "All that `arena explain` prints, if the bot was asked to explain."


def value_of(debug: str | None) -> float | None:
    """Return the value that a debug text names, `value=0.53`; None if it names none."""
    found = _VALUE.search(debug or "")
    value = float(found[1]) if found else None
    return value if value is not None and -1 <= value <= 1 else None


class Bot:
    """A player of the arena: `with Bot("nogo-prior", "nogo", nodes=500) as bot: bot(state)`.

    `player` is what `arena match` takes, with its options: a bot of the workspace or of the wheel, a
    source file (`my_bot.cpp`), a package, `cmd:COMMAND`. It is built first if it has to be.

    In Botzone's games it is started for every answer, as a judge does in restart mode: with `nodes` and
    `seed` it answers as in a match. In SnakeGo, whose programs run through the game, a bot of the
    workspace is asked to explain the position; programs of other people cannot be asked there.
    """

    def __init__(
        self,
        player: str,
        game: str,
        *,
        nodes: int | None = None,
        time_ms: int | None = None,
        seed: int = 1,
    ) -> None:
        """Start the arena with this player.

        `nodes`: its nodes for an answer, which make it reproducible; or `time_ms`, its time (left out:
        1000 ms, scaled by language as on the site).

        Raises FileNotFoundError if there is no arena. What is wrong with the player the first answer
        tells.
        """
        self.player = player
        self.game = game
        self._process: subprocess.Popen[str] | None = None
        self._stderr: IO[str] | None = None
        limits = {"--nodes": nodes, "--time-ms": time_ms, "--seed": seed}
        given = [word for flag, n in limits.items() if n is not None for word in (flag, str(n))]
        self._words = [*command.find(), "answer", player, "--game", game, *given]
        self._start()

    def __call__(self, state: State, player: int | None = None) -> str:
        """Return the move for `player` (left out: who acts).

        Raises BotError if the player has no legal answer.
        """
        return self.ask(state, player).move

    def action(self, state: State, player: int | None = None) -> int:
        """Return the move as an action, in the games in which it is one.

        Raises BotError as a call does, ValueError in Amazons, where a move is three actions: see
        `State.actions_of`.
        """
        actions = state.actions_of(self(state, player))
        if len(actions) != 1:
            raise ValueError(f"a move of {self.game} is {len(actions)} actions: use actions_of")
        return actions[0]

    def ask(self, state: State, player: int | None = None, *, explain: bool = False) -> Answer:
        """Return the move with what the player says of it.

        With `explain` a bot of the workspace shows the top of its search tree. It is asked about the
        position alone then, so that a bot that draws lots may answer otherwise than in a match.

        Raises BotError if the player has no legal answer.
        """
        if state.game.name != self.game:
            raise BotError(f"{self.player} plays {self.game}, this is a state of {state.game.name}")
        player = state.acting[0] if player is None and state.acting else player
        if player not in state.acting:
            raise BotError("the game is over" if state.is_over else f"player {player} does not act")
        question = None if explain else _told(state, player)
        if question is None:
            question = json.dumps({"position": state.seen_by(player)})
        answer = self._exchange(question)
        if "error" in answer:
            raise BotError(f"{self.player}: {answer['error']}")
        if answer.get("saved"):
            text = f"{self.player} has played its fallback move: {answer['saved']}"
            warnings.warn(text, RuntimeWarning, stacklevel=2)
        try:
            move = answer.get("move") or state.move_from_json(json.dumps(answer["response"]))
            if not state.game.simultaneous:
                state.copy().play_move(move)
        except ValueError as error:
            said = answer.get("move") or json.dumps(answer["response"])
            raise BotError(f"{self.player} answers {said}: {error}") from None
        return Answer(move, answer.get("debug"), answer.get("text"))

    def close(self) -> None:
        """End the player and the arena."""
        process, self._process = self._process, None
        if process is not None:
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()
            process.terminate()
            process.wait()
        if self._stderr is not None:
            self._stderr.close()
            self._stderr = None

    def __enter__(self) -> Bot:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the player and the arena."""
        self.close()

    def __del__(self) -> None:
        """End the player and the arena."""
        if getattr(self, "_process", None) is not None:
            self.close()

    def _start(self) -> subprocess.Popen[str]:
        self._stderr = tempfile.TemporaryFile("w+")
        self._process = subprocess.Popen(
            self._words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            encoding="utf-8",
        )
        return self._process

    def _exchange(self, question: str) -> dict[str, Any]:
        process = self._process or self._start()
        if process.stdin is None or process.stdout is None:
            raise BotError("the arena has no streams")
        line = ""
        try:
            process.stdin.write(question + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            pass
        except BaseException:
            # The answer would be taken for that of the next question.
            self.close()
            raise
        if line.endswith("\n"):
            answer: dict[str, Any] = json.loads(line)
            return answer
        process.wait()
        stderr = self._stderr
        said = ""
        if stderr is not None:
            stderr.seek(0)
            said = stderr.read().strip()
        self.close()
        raise BotError(f"the arena has ended: {said or f'status {process.returncode}'}")


def _told(state: State, player: int) -> str | None:
    """What the judge has sent; None where it sends no such thing."""
    try:
        return state.to_json(player)
    except ValueError:
        return None
