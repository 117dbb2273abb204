"""Random games a second: one state, many at once on one core and on all, and what there is elsewhere.

    pip install pettingzoo pygame open_spiel envpool==1.2.5
    python bench/speed.py [--seconds 2] [--games nogo reversi]

Everywhere the same is done: of who acts the legal actions and the observation are made, one action is drawn and
played. One core is measured in processor time, all cores by the clock. A step is an action (of both players
where they move at once). What is not installed is left out, and said.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from botarena import GAMES, State, VecEnv

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from slow_twins import twin

Clock = Callable[[], float]
N = 2048


def rate(seconds: float, clock: Clock, play: Callable[[], tuple[int, int]]) -> tuple[float, float]:
    """Steps and games a second of `play`, which plays some and says how many."""
    play()
    began, steps, games = clock(), 0, 0
    while clock() - began < seconds:
        more, over = play()
        steps, games = steps + more, games + over
    took = clock() - began
    return steps / took, games / took


def states(game: str) -> Callable[[], tuple[int, int]]:
    """One game after the other with `State`."""
    numbers, seeds = random.Random(1), iter(range(1 << 40))

    def play() -> tuple[int, int]:
        state, steps = State(game, seed=next(seeds)), 0
        while not state.is_over:
            actions = []
            for player in state.acting:
                legal = state.legal_actions(player)
                state.observation(player)
                actions.append(int(legal[numbers.randrange(len(legal))]))
            state.play(*actions)
            steps += 1
        return steps, 1

    return play


def many(game: str, threads: int) -> Callable[[], tuple[int, int]]:
    """A step of many games with `VecEnv`."""
    env = VecEnv(game, N, seed=1, threads=threads)

    def play() -> tuple[int, int]:
        _, _, terminated = env.step(env.sample())
        return N, int(terminated.sum())

    return play


def slow(game: str) -> Callable[[], tuple[int, int]]:
    """Plain Python, without observations."""
    numbers, seeds = random.Random(1), iter(range(1 << 40))

    def play() -> tuple[int, int]:
        rules, steps = twin(State(game, seed=next(seeds))), 0
        while legal := rules.legal():
            rules.play([numbers.choice(choices) for choices in legal])
            steps += 1
        return steps, 1

    return play


def connect_four() -> Callable[[], tuple[int, int]]:
    """PettingZoo's Connect Four."""
    from pettingzoo.classic import connect_four_v3

    env, numbers, seeds = connect_four_v3.env(), random.Random(1), iter(range(1 << 40))

    def play() -> tuple[int, int]:
        env.reset(seed=next(seeds))
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            action = None
            if not (terminated or truncated):
                action = int(numbers.choice(np.flatnonzero(observation["action_mask"]).tolist()))
                steps += 1
            env.step(action)
        return steps, 1

    return play


def open_spiel() -> Callable[[], tuple[int, int]]:
    """OpenSpiel's Amazons."""
    import pyspiel

    game, numbers = pyspiel.load_game("amazons"), random.Random(1)

    def play() -> tuple[int, int]:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.observation_tensor()
            state.apply_action(numbers.choice(legal))
            steps += 1
        return steps, 1

    return play


def env_pool(task: str) -> Callable[[], tuple[int, int]]:
    """A step of many games with EnvPool, on one thread."""
    import envpool

    env, numbers = envpool.make(task, env_type="gymnasium", num_envs=N, num_threads=1, seed=1), np.random.default_rng(1)
    masks = env.reset()[1]["legal_action_mask"]
    over = np.zeros(N, np.bool_)

    def play() -> tuple[int, int]:
        nonlocal masks, over
        actions = (masks * numbers.random(masks.shape, np.float32)).argmax(-1)
        # A game that is over starts anew in the next step, which plays nothing in it.
        steps = N - int(over.sum())
        _, _, terminated, truncated, info = env.step(actions)
        masks, over = info["legal_action_mask"], terminated | truncated
        return steps, int(over.sum())

    return play


def main() -> None:
    """Measure everything and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each line (2)")
    parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES), help="these only (all)")
    arguments = parser.parse_args()
    seconds = arguments.seconds
    cores = os.cpu_count() or 1
    print("| what | steps a second | games a second |\n| --- | ---: | ---: |")

    def line(what: str, clock: Clock, play: Callable[[], tuple[int, int]]) -> float:
        steps, games = rate(seconds, clock, play)
        print(f"| {what} | {steps:,.0f} | {games:,.1f} |", flush=True)
        return steps

    one_core: dict[str, float] = {}
    for game in arguments.games:
        line(f"{game}, one `State`", time.process_time, states(game))
        one_core[game] = line(f"{game}, `VecEnv` on one core", time.process_time, many(game, 1))
        line(f"{game}, `VecEnv` on {cores} cores", time.perf_counter, many(game, cores))
    others: list[tuple[str, str, Callable[[], Callable[[], tuple[int, int]]]]] = [
        ("nogo", "plain Python", lambda: slow("nogo")),
        ("amazons", "plain Python", lambda: slow("amazons")),
        ("snake", "plain Python", lambda: slow("snake")),
        ("nogo", "Connect Four of PettingZoo", connect_four),
        ("amazons", "Amazons of OpenSpiel", open_spiel),
        ("reversi", "Othello of EnvPool, as many games", lambda: env_pool("Othello-v1")),
        ("nogo", "Go 9x9 of EnvPool, as many games", lambda: env_pool("Go9x9-v1")),
    ]
    for game, what, make in others:
        if game not in one_core:
            continue
        try:
            play = make()
        except ModuleNotFoundError as error:
            print(f"| {what}: not measured, {error.name} is not installed | | |")
            continue
        theirs = line(f"{game}, {what}" if what == "plain Python" else what, time.process_time, play)
        print(f"| {game}, `VecEnv` on one core: so many times faster | {one_core[game] / theirs:,.0f} | |")


if __name__ == "__main__":
    main()
