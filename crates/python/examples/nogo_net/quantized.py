"""The net in integers, as bots/nogo-net works it out: its file, and its outputs in numpy."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

Weights = list[npt.NDArray[np.int64]]

# As in crates/search/src/layers.rs.
ACTIVATION, WEIGHT, MOST = 256, 2048, 2047
SUM = ACTIVATION * WEIGHT

# As in bots/nogo-net/src/net.rs.
PLANES, CHANNELS, DEPTH, HIDDEN, POOL = 4, 32, 3, 32, 4
CONVS = [(PLANES if layer == 0 else CHANNELS, CHANNELS) for layer in range(DEPTH)]
# Inputs and outputs of the convolutions, the policy, the hidden units and the value.
LAYERS = [(9 * i, o) for i, o in CONVS] + [(CHANNELS, 1), (CHANNELS, HIDDEN), (HIDDEN, 1)]

# As in crates/search/src/dense.rs.
BASE, ONE, TWO = 90, 61, 20
LEAST = [-(ONE // 2), -(TWO * BASE // 2), -0x8000]


def to_text(weights: Iterable[npt.NDArray[np.int64]]) -> str:
    """The file of these weights and biases, layer by layer: the dense text of crates/search."""
    digits: list[int] = []
    for number in np.concatenate([part.ravel() for part in weights]).tolist():
        one, two, three = (number - least for least in LEAST)
        if 0 <= one < ONE:
            digits.append(one)
        elif 0 <= two < TWO * BASE:
            digits += [ONE + two // BASE, two % BASE]
        else:
            high, low = divmod(three, BASE * BASE)
            digits += [ONE + TWO + high, *divmod(low, BASE)]
    text = "".join(chr(35 + digit + (digit >= 57)) for digit in digits)
    return "".join(text[i : i + 120] + "\n" for i in range(0, len(text), 120))


def from_text(text: str) -> Weights:
    """The weights and biases of a file, layer by layer."""
    digits = iter([ord(c) - 35 - (c > "\\") for c in text if not c.isspace()])
    numbers = []
    for first in digits:
        if first < ONE:
            numbers.append(first + LEAST[0])
        elif first < ONE + TWO:
            numbers.append((first - ONE) * BASE + next(digits) + LEAST[1])
        else:
            numbers.append(((first - ONE - TWO) * BASE + next(digits)) * BASE + next(digits) + LEAST[2])
    parts: Weights = []
    for inputs, outputs in LAYERS:
        for shape in [(outputs, inputs), (outputs,)]:
            count = int(np.prod(shape))
            parts.append(np.array(numbers[:count], np.int64).reshape(shape))
            numbers = numbers[count:]
    if numbers:
        raise ValueError(f"the net has {len(numbers)} weights too many")
    return parts


def outputs(weights: Weights, planes: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Value (n,) and policy (n, 81) of observations (n, 4, 9, 9), logits in parts of SUM."""
    layers = list(zip(weights[::2], weights[1::2]))
    maps = planes.astype(np.int64).transpose(0, 2, 3, 1) * ACTIVATION
    for layer in layers[:DEPTH]:
        rim = np.pad(maps, ((0, 0), (1, 1), (1, 1), (0, 0)))
        shifted = [rim[:, y : y + 9, x : x + 9] for y in range(3) for x in range(3)]
        maps = _activations(_sums(layer, np.concatenate(shifted, axis=3)))
    policy, hidden, value = layers[DEPTH:]
    pool = np.minimum(maps.sum(axis=(1, 2)) >> POOL, MOST)
    logit = _sums(value, _activations(_sums(hidden, pool)))
    return logit[:, 0], _sums(policy, maps).reshape(-1, 81)


def _sums(
    layer: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]], inputs: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    weights, biases = layer
    # Products of floats are fast and, of integers this small, exact.
    products = inputs.astype(np.float64) @ weights.T.astype(np.float64)
    sums: npt.NDArray[np.int64] = products.astype(np.int64) + biases * ACTIVATION
    return sums


def _activations(sums: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.clip((sums + WEIGHT // 2) // WEIGHT, 0, MOST)
