"""Trains the net of bots/nogo-net on logged games and writes it into the bot's folder."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import quantized
import torch
from torch import nn
from torch.nn import functional as F

from botarena import GAMES, State, labels

BOT = Path(__file__).resolve().parents[4] / "bots" / "nogo-net"
HELD_OUT = 20  # every so many games, one is only measured on


def samples(log: Path, games: int) -> dict[str, torch.Tensor]:
    """The positions of the first games of a log of `arena match`, and the moves played there.

    The value to be learned, from -1 to 1, is half the result and half what the search said.
    """
    read = labels.read(log)
    if read.observations.shape[1:] != GAMES["nogo"].shape:
        raise SystemExit(f"{log}: no games of NoGo; make some with `arena match ... --log {log}`")
    # A log has its games in the order in which they ended.
    order = read.games.argsort(kind="stable")
    order = order[np.isin(read.games[order], np.unique(read.games)[:games])]
    # To the three decimals of the log: the committed weights depend on every bit.
    values = np.where(np.isnan(read.values), read.results, read.values).astype(float).round(3)
    print(f"{len(np.unique(read.games[order]))} games, {len(order)} positions")
    return {
        "planes": torch.from_numpy(read.observations[order]),
        "moves": torch.from_numpy(read.actions[order]).long(),
        "values": torch.from_numpy((read.results + values)[order] / 2).float(),
        "held_out": torch.from_numpy(read.games[order] % HELD_OUT == 0),
    }


class Net(nn.Module):
    """The layers of bots/nogo-net in floats."""

    def __init__(self) -> None:
        """Draws random weights."""
        super().__init__()
        self.convs = nn.ModuleList(nn.Conv2d(i, o, 3, padding=1) for i, o in quantized.CONVS)
        self.policy = nn.Conv2d(quantized.CHANNELS, 1, 1)
        self.hidden = nn.Linear(quantized.CHANNELS, quantized.HIDDEN)
        self.value = nn.Linear(quantized.HIDDEN, 1)

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of value (n,) and policy (n, 81)."""
        maps = planes
        for conv in self.convs:
            maps = conv(maps).clamp(0, 8)
        pool = (maps.sum((2, 3)) / 2**quantized.POOL).clamp(max=8)
        return self.value(self.hidden(pool).clamp(0, 8))[:, 0], self.policy(maps).flatten(1)

    def integers(self) -> quantized.Weights:
        """Weights and biases as the bot has them."""
        parts = []
        for layer in [*self.convs, self.policy, self.hidden, self.value]:
            weights = layer.weight.detach()
            if weights.ndim == 4:  # channels come last in the bot
                weights = weights.permute(0, 2, 3, 1).flatten(1)
            for part in [weights, layer.bias.detach()]:
                rounded = (part * quantized.WEIGHT).round().clamp(-32768, 32767)
                parts.append(rounded.numpy().astype(np.int64))
        return parts


def turned(planes: torch.Tensor, moves: torch.Tensor, way: int) -> tuple[torch.Tensor, ...]:
    """A position and its move in one of the eight symmetries of the board."""
    board = F.one_hot(moves, 81).view(-1, 1, 9, 9).to(planes.dtype)
    both = torch.cat([planes, board], 1).rot90(way % 4, (2, 3))
    both = both.flip(3) if way >= 4 else both
    return both[:, :-1], both[:, -1].flatten(1).argmax(1)


def losses(net: Net, planes: torch.Tensor, moves: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """Cross-entropies of value and policy; only the moves that are legal count."""
    value, policy = net(planes)
    policy = policy.masked_fill(planes[:, 2].flatten(1) == 0, -1e9)
    chances = torch.div(values + 1, 2)
    return torch.stack([F.binary_cross_entropy_with_logits(value, chances), F.cross_entropy(policy, moves)])


def measure(net: Net, data: dict[str, torch.Tensor]) -> list[float]:
    """The losses on the positions that were held out."""
    held_out = data["held_out"]
    with torch.no_grad():
        parts = [data[name][held_out] for name in ["planes", "moves", "values"]]
        value, policy = losses(net, parts[0].float(), *parts[1:])
        return [float(value), float(policy)]


def train(data: dict[str, torch.Tensor], epochs: int, seed: int, checkpoint: Path) -> Net:
    """Trains a net from nothing, or resumes from the checkpoint if it is there."""
    recipe = [epochs, seed, len(data["moves"])]
    torch.manual_seed(seed)
    net = Net()
    taught = (~data["held_out"]).nonzero()[:, 0]
    batch = 256
    steps = epochs * (len(taught) // batch)
    optimizer = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, max(steps, 1) + 1)
    done = 0
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        if saved["recipe"] != recipe:
            raise SystemExit(f"{checkpoint} is of other games or arguments: delete it")
        done = saved["epoch"]
        net.load_state_dict(saved["net"])
        optimizer.load_state_dict(saved["optimizer"])
        schedule.load_state_dict(saved["schedule"])
        print(f"{checkpoint}: resuming after epoch {done}")
    for epoch in range(done, epochs):
        began, sums = time.monotonic(), torch.zeros(2)
        random = torch.Generator().manual_seed(1000 * seed + epoch)
        order = taught[torch.randperm(len(taught), generator=random)]
        batches = order[: len(order) // batch * batch].view(-1, batch)
        for number, some in enumerate(batches):
            planes, moves = turned(data["planes"][some], data["moves"][some], number % 8)
            both = losses(net, planes.float(), moves, data["values"][some])
            optimizer.zero_grad()
            both.sum().backward()
            optimizer.step()
            schedule.step()
            sums += both.detach()
        value, policy = (float(part) / max(len(batches), 1) for part in sums)
        held = measure(net, data)
        print(
            f"epoch {epoch + 1} of {epochs}: value {value:.4f}, policy {policy:.4f}; "
            f"held out {held[0]:.4f}, {held[1]:.4f}; {time.monotonic() - began:.0f} s",
            flush=True,
        )
        saved = {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "schedule": schedule.state_dict()}
        torch.save({**saved, "epoch": epoch + 1, "recipe": recipe}, checkpoint)
    return net


def export(net: Net, data: dict[str, torch.Tensor], bot: Path) -> None:
    """Writes the net into the bot's folder, with the outputs that the bot's test expects."""
    text = quantized.to_text(net.integers())
    weights = quantized.from_text(text)
    planes = data["planes"][data["held_out"]]
    with torch.no_grad():
        floats = net(planes.float())
    integers = quantized.outputs(weights, planes.numpy())
    legal = planes[:, 2].flatten(1).numpy() == 1
    pairs = zip(integers, floats)
    value, policy = (np.abs(whole / quantized.SUM - real.numpy()) for whole, real in pairs)
    policy = policy[legal]
    print(
        f"rounded, the logit of a value changes by {value.mean():.4f} on average, "
        f"{value.max():.4f} at most; that of a move by {policy.mean():.4f}, {policy.max():.4f}"
    )
    if max(value.max(), policy.max()) > 0.1:
        raise SystemExit("that is too much: the weights are large, train with more weight decay")
    (bot / "data/net.txt").write_text(text)
    boards = (bot / "bench.txt").read_text().split()[::3]
    shown = np.stack([State.from_text("nogo", board).observation() for board in boards])
    expected = ""
    for board, seen, value, policy in zip(boards, shown, *quantized.outputs(weights, shown)):
        expected += " ".join(map(str, [board, value, *policy[seen[2].ravel() == 1]])) + "\n"
    (bot / "src/tests/outputs.txt").write_text(expected)
    print(f"{bot / 'data/net.txt'}: {len(text)} bytes")


def main() -> None:
    """Reads the arguments and does it all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log", type=Path, help="games of `arena match --log`")
    parser.add_argument("--games", type=int, default=10**9, help="use the first so many only")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checkpoint", type=Path, help="default: the log's name with .pt")
    parser.add_argument("--bot", type=Path, default=BOT, help="the bot's folder")
    arguments = parser.parse_args()
    data = samples(arguments.log, arguments.games)
    checkpoint = arguments.checkpoint or arguments.log.with_suffix(".pt")
    net = train(data, arguments.epochs, arguments.seed, checkpoint)
    export(net, data, arguments.bot)


if __name__ == "__main__":
    main()
