"""Planes as a picture: what `render_mode="rgb_array"` gives, for every game."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from ._rules import Game

CELL = 20
"""Pixels of a cell on a board."""
SMALL = 4
"""The same of planes that show no board."""

_GROUND, _LINE = (222, 184, 135), (178, 140, 96)
_PLAYERS = ((32, 48, 80), (196, 48, 48))
_NEUTRAL = (110, 110, 110)
_MARKS = ((250, 220, 60), (60, 160, 90), (200, 120, 220), (90, 200, 220))
_HEAD = re.compile(r"^(own|the opponent's) head$|^heads")
_NO_BOARD = re.compile(r"everywhere|\brows?\b")


def rgb(game: Game, planes: npt.NDArray[np.uint8], player: int = 0) -> npt.NDArray[np.uint8]:
    """Draw an observation: an RGB image, uint8 (height, width, 3).

    `planes` is seen by `player`: player 0 is blue, player 1 red. What both may do are dots, numbers are
    shades, counting up from dark to bright, and planes that show no board are small gray pictures below. A row
    of a plane is a row of the picture.
    """
    boards, rest = [_board(game)], []
    wells = 0
    for number, (label, plane) in enumerate(zip(game.planes, planes)):
        if _NO_BOARD.search(label):
            rest.append(plane)
            continue
        wells += "well" in label
        if wells > len(boards):
            boards.append(_board(game))
        _draw(boards[-1], plane, label, player, _MARKS[number % len(_MARKS)])
    picture = _beside(boards, CELL)
    if rest:
        small = [np.kron(plane, np.ones((SMALL, SMALL), np.uint8)) for plane in rest]
        # Small numbers can be told apart, too.
        gray = [(255 * (plane / np.float32(255)) ** 0.25).astype(np.uint8) for plane in small]
        below = _beside([np.repeat(plane[..., None], 3, axis=2) for plane in gray], SMALL)
        width = max(picture.shape[1], below.shape[1])
        picture = np.concatenate([_wide(picture, width), _wide(below, width)])
    return picture


def _board(game: Game) -> npt.NDArray[np.uint8]:
    """Return an empty board."""
    _, rows, columns = game.shape
    cell = np.full((CELL, CELL, 3), _GROUND, np.uint8)
    cell[0], cell[:, 0] = _LINE, _LINE
    return np.tile(cell, (rows, columns, 1))


def _draw(
    board: npt.NDArray[np.uint8], plane: npt.NDArray[np.uint8], label: str, player: int, mark: tuple[int, int, int]
) -> None:
    """Draw what a plane shows: the first things large, what lies on them smaller, what may be done as dots."""
    if label.startswith(("own", "where the player")):
        color = _PLAYERS[player]
    elif "opponent" in label:
        color = _PLAYERS[1 - player]
    elif label.startswith(("obstacles", "arrows", "the field")):
        color = _NEUTRAL
    else:
        color = mark
    head = _HEAD.search(label) is not None
    dot = 8 + label.startswith("where the opponent")
    inset = dot if head or label.startswith("where") else 6 if color == mark else 2
    stamp = np.zeros((CELL, CELL), np.float32)
    stamp[inset : CELL + 1 - inset, inset : CELL + 1 - inset] = 1
    # A snake gets brighter from tail to head.
    shade = 0.5 + 0.5 * plane / np.float32(max(1, int(plane.max())))
    shown = np.kron(plane > 0, stamp)[..., None] > 0
    colored = np.kron(shade, np.ones((CELL, CELL), np.float32))[..., None] * np.array(color, np.float32)
    if head:
        colored = np.full_like(colored, 255)
    np.copyto(board, colored.astype(np.uint8), where=shown)


def _beside(pictures: list[npt.NDArray[np.uint8]], gap: int) -> npt.NDArray[np.uint8]:
    """Return pictures of one height in a row, with gaps between them."""
    white = np.full((pictures[0].shape[0], gap, 3), 255, np.uint8)
    row = [part for picture in pictures for part in (white, picture)]
    return np.concatenate(row[1:], axis=1)


def _wide(picture: npt.NDArray[np.uint8], width: int) -> npt.NDArray[np.uint8]:
    """Return a picture with white at its right."""
    height, missing = picture.shape[0], width - picture.shape[1]
    return np.concatenate([picture, np.full((height, missing, 3), 255, np.uint8)], axis=1)
