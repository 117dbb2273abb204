from collections.abc import Sequence
from typing import Any, final

import numpy as np
import numpy.typing as npt

__version__: str

class IllegalMove(ValueError):
    """The rules forbid the move; the state is as it was."""

@final
class Game:
    """What does not change during a game. Two of one name are equal."""

    def __new__(cls, name: str) -> Game: ...
    @property
    def name(self) -> str:
        """The name that the arena uses, too."""
    @property
    def judge(self) -> str | None:
        """The platform of its judge, "botzone" or "saiblo"; None of a game that the arena does not know."""
    @property
    def players(self) -> int:
        """Number of players, 1 or 2."""
    @property
    def simultaneous(self) -> bool:
        """Whether both players move at once."""
    @property
    def actions(self) -> int:
        """Actions are the numbers from 0 to this one, which is not among them."""
    @property
    def action(self) -> str:
        """The numbering of the actions."""
    @property
    def planes(self) -> tuple[str, ...]:
        """What each plane of an observation shows."""
    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of an observation: planes, rows, columns."""

@final
class State:
    """A game under way: where it is, and how it came there. `State(game, seed)` begins one.

    `seed` chooses the map (Snake), the first piece (Tetris2) or the items (SnakeGo); the other games
    begin in one way. Raises ValueError if there is no such game.

    An action is a number, a move is what the judge knows, as text. In Amazons a move is three actions of
    the same player (the amazon, where it goes, where its arrow goes); elsewhere they are the same.
    """

    def __new__(cls, game: str, seed: int = 0) -> State: ...
    @staticmethod
    def from_text(game: str, text: str) -> State:
        """Read what `text` has written: a position, in Snake and Goose Tetris the game up to it.

        Raises ValueError if it is no position.
        """
    @staticmethod
    def from_log(game: str, init: str) -> State:
        """Begin the game of a log of the arena with this `init`, in JSON.

        Raises ValueError if it makes no game.
        """
    @staticmethod
    def from_json(game: str, text: str) -> State:
        """Read what a judge sends a bot, `{"requests": [...], "responses": [...]}`.

        Raises ValueError if it is not that, or the game is not one of Botzone's; IllegalMove if a move is
        illegal.
        """
    @property
    def game(self) -> Game:
        """Which game it is."""
    @property
    def turn(self) -> int:
        """How many moves were played, joint ones where both players move at once."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def acting(self) -> tuple[int, ...]:
        """The players who act now; none when the game is over."""
    @property
    def returns(self) -> tuple[float, ...]:
        """Result by player: 1 for a win, -1 for a loss, 0 for a draw and before the end.

        In Goose Tetris: the points so far.
        """
    @property
    def moves(self) -> list[Any]:
        """The moves played: texts, or pairs of texts where both players move at once."""
    @property
    def text(self) -> str:
        """What `from_text` reads. In Goose Tetris the contest's record."""
    @property
    def origin(self) -> str:
        """The text of the position in which the game began."""
    def legal_actions(self, player: int | None = None) -> npt.NDArray[np.int32]:
        """Legal actions of a player (left out: who acts), in order; none if it does not act.

        In Snake: the directions that are not certain death, or all four if there is none.
        """
    def legal_moves(self, player: int | None = None) -> list[str]:
        """Legal moves of a player, complete ones, as texts."""
    def legal_mask(self, player: int | None = None, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """Legal actions as an array (actions,), written into `out` if that is given."""
    def observation(self, player: int | None = None, out: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """The position from a player's side (left out: who acts), of the shape `game.shape`.

        Written into `out` if that is given, which must be in C order.
        """
    def play(self, *actions: int) -> None:
        """Play an action for each player who acts.

        Raises IllegalMove; the state is then as it was.
        """
    def play_move(self, *moves: str) -> None:
        """Play a move for each player who acts.

        Raises IllegalMove, or ValueError if a text is no move; the state is then as it was.
        """
    def actions_of(self, move: str) -> tuple[int, ...]:
        """Return the actions that a move consists of: three in Amazons, elsewhere one."""
    def to_json(self, player: int | None = None) -> str:
        """Return what the judge has sent a player up to now, the open request included.

        Raises ValueError if the game is not one of Botzone's, or did not begin as its matches do.
        """
    def move_to_json(self, move: str) -> str:
        """Return the judge's JSON of a move."""
    def move_from_json(self, text: str) -> str:
        """Return the move of a request or a response of the judge's."""
    def to_log(self) -> str:
        """Return what a log of the arena has of the game, `{"init": ..., "moves": [...]}`.

        Raises ValueError if the arena does not know the game, or it did not begin as its matches do.
        """
    def move_from_log(self, text: str) -> str:
        """Return the move of an answer in a log of the arena, in JSON."""
    def seen_by(self, player: int) -> str:
        """Return the position as `arena explain` reads it, from a player's side."""
    def accepts(self, player: int, action: int) -> bool:
        """Return whether the judge takes this action of a player who acts. In Snake it takes all four."""
    def copy(self) -> State:
        """Return a state that goes its own way."""
    def _repr_html_(self) -> str:
        """Return the replay page in a frame, which notebooks show: see `botarena.page`."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any) -> State: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class VecEnv:
    """Many games of one kind that are played at once, on all cores, without the interpreter's lock.

    `VecEnv(game, n, seed, threads)` begins n games. `seed` fixes what chance decides in them, and what
    `sample` draws. `threads` is the most threads at work, left out: one for each core; what is played
    does not depend on it.

    The arrays are made once: each step writes them in place, and `step` returns the same objects every
    time. Copy what has to outlive the next step. Where both players move at once (Snake, Tetris2),
    `observations`, `legal_mask`, `final_observations` and actions have the player as their second axis.
    """

    def __new__(cls, game: str, n: int, seed: int = 0, threads: int | None = None) -> VecEnv: ...
    @property
    def game(self) -> Game:
        """Which game it is."""
    @property
    def n(self) -> int:
        """How many games there are."""
    @property
    def observations(self) -> npt.NDArray[np.uint8]:
        """From the side of who acts: (n, planes, rows, columns), or (n, 2, planes, rows, columns)."""
    @property
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Legal actions of who acts: (n, actions), or (n, 2, actions)."""
    @property
    def to_move(self) -> npt.NDArray[np.int8]:
        """Who acts: (n,); 0 everywhere if both do."""
    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """What the last step brought: (n, players). In Goose Tetris the points of the last lock."""
    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """Whether the last step ended the game: (n,). `observations`, `legal_mask` and `to_move` show the next one."""
    @property
    def final_observations(self) -> npt.NDArray[np.uint8]:
        """The last position of each game that the last step ended, of the shape of `observations`.

        From the side of the player who acted last. The other rows are of no meaning.
        """
    def reset(self, seed: int | None = None) -> npt.NDArray[np.uint8]:
        """Start all games anew, with another seed if one is given. Returns `observations`."""
    def load(self, states: Sequence[State], games: npt.ArrayLike | slice | None = None) -> npt.NDArray[np.uint8]:
        """Go on from these positions: a state for each game, or for those that `games` picks.

        `games` is an index as for an array of n games: their numbers, a mask (n,) or a slice. The states
        stay as they are. A game that ends starts anew as ever, from its usual start.

        Returns `observations`. Raises ValueError if a state is of another game or over, or if their number
        is wrong, IndexError if `games` is no such index; nothing has been changed then.
        """
    def step(
        self, actions: npt.ArrayLike, forfeit: bool = False
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Play an action in each game: integers (n,), or (n, 2), as an array of any width or a list.

        Games that end start anew at once. With `forfeit` an illegal action ends its game: who played it has
        lost, it is a draw if both did, and Goose Tetris just ends.

        Returns `observations`, `rewards` and `terminated`, the same three arrays in every step. Without
        `forfeit` raises IllegalMove, which names the game; nothing has been played then. Raises TypeError if
        the actions are no integers, ValueError if their shape is wrong.
        """
    def sample(self) -> npt.NDArray[np.int32]:
        """Draw a legal action for each game (and player), each with the same chance. The array is reused."""
    def __len__(self) -> int: ...

GAMES: dict[str, Game]
