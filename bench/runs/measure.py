"""Runs a runner's suite in all its ways, in turns, and puts the figures together."""

import json
import math
import os
import shutil
from dataclasses import dataclass

from harness.figures import median, ratio

from .runners import Commands, Runner
from .shape import Shape
from .ways import REQUEST, Cost, Server, run

ENOUGH = 22.0  # s of a long suite's bare run: safely above the 20 s that the bar is about


@dataclass
class Overhead:
    """Of one way against the bare runner: medians of the rounds."""

    wall: float  # ratio
    cpu: float  # ratio of user and system time
    added: float  # ms
    bare: float  # s that the bare runner took


class Bench:
    """One suite, written once. With `coverage` both measure it, without it neither does."""

    def __init__(self, runner: Runner, shape: Shape, covey: str, work: str, coverage: bool):
        self.runner, self.shape, self.covey, self.coverage = runner, shape, covey, coverage
        self.folder, self.out = os.path.join(work, "suite"), os.path.join(work, "out")
        os.makedirs(self.out)
        self.write(shape)

    def write(self, shape: Shape) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.shape = shape
        self.runner.write(self.folder, shape)
        if self.runner.modules:
            os.symlink(self.runner.modules, os.path.join(self.folder, "node_modules"))

    def _filled(self, text: str) -> str:
        return text.replace("{out}", self.out)

    @property
    def _environment(self) -> dict[str, str]:
        return dict(os.environ, CI="1", **self.runner.environment)

    @property
    def _options(self) -> list[str]:
        return [] if self.coverage else ["--no-coverage"]

    @property
    def words(self) -> tuple[str, ...]:
        """Of an answer that counts."""
        return (f"{self.shape.count} passed, 0 failed", "coverage: ") if self.coverage else (f"{self.shape.count} passed, 0 failed",)

    def bare(self) -> Cost:
        own = {name: self._filled(value) for name, value in self.runner.own.items()} if self.coverage else {}
        return self.commands(self.runner.measured if self.coverage else self.runner.plain, own)

    def commands(self, commands: Commands, own: dict[str, str] = {}) -> Cost:
        total = Cost()
        for argv in commands:
            total += run([self._filled(part) for part in argv], self.folder, self._environment | own)
        return total

    def call(self) -> Cost:
        argv = [self.covey, "call", "-w", self.folder, *self._options, "run_tests", json.dumps(REQUEST)]
        return run(argv, self.folder, self._environment, self.words)

    def server(self, covey: str = "") -> Server:
        return Server(covey or self.covey, "-w", self.folder, *self._options, environment=self._environment)

    def lengthen(self) -> None:
        """Gives the tests as much work as makes the bare run take ENOUGH: two short runs tell what a round costs."""
        small = self._rounds_that_show()
        more = self.shape.with_rounds(small * 4)
        first = self.bare().wall
        self.write(more)
        self.bare()  # compiles
        second = self.bare().wall
        a_round = max((second - first) / (small * 3), 1e-6)
        self.write(more.with_rounds(math.ceil(small * 4 + max(0.0, ENOUGH - second) / a_round)))

    def _rounds_that_show(self) -> int:
        """Work that takes longer than what two runs of the same differ by."""
        self.write(self.shape.with_rounds(1))
        self.bare()
        base, rounds = self.bare().wall, 16
        while True:
            self.write(self.shape.with_rounds(rounds))
            self.bare()
            if self.bare().wall > base + 2.0 or rounds > 1_000_000:
                return rounds
            rounds *= 8


def _compare(bare: list[Cost], ours: list[Cost]) -> Overhead:
    walls = [[cost.wall for cost in costs] for costs in (ours, bare)]
    return Overhead(ratio(*walls), ratio([cost.cpu for cost in ours], [cost.cpu for cost in bare]),
                    median([mine - other for mine, other in zip(*walls)]) * 1000, median(walls[1]))


def measure(bench: Bench, rounds: int, ways: tuple[str, ...] = ("call", "server")) -> dict[str, Overhead]:
    """In each round every way once, each round beginning with another. A round before that warms up and does not count."""
    order = ["bare", *ways]
    costs: dict[str, list[Cost]] = {name: [] for name in order}
    with bench.server() as server:
        runs = {"bare": bench.bare, "call": bench.call, "server": lambda: server.run_tests(bench.words)}
        for number in range(rounds + 1):
            turn = number % len(order)
            for name in order[turn:] + order[:turn]:
                costs[name].append(runs[name]())
    return {way: _compare(costs["bare"][1:], costs[way][1:]) for way in ways}


def measure_cold(bench: Bench, rounds: int) -> Overhead:
    """The first run in a project that was never built, in turns."""
    costs: dict[str, list[Cost]] = {"bare": [], "call": []}
    for number in range(rounds):
        for name in ("bare", "call") if number % 2 == 0 else ("call", "bare"):
            bench.write(bench.shape)
            shutil.rmtree(bench.out)
            os.makedirs(bench.out)
            costs[name].append(bench.bare() if name == "bare" else bench.call())
    return _compare(costs["bare"], costs["call"])
