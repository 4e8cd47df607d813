"""Small runs, as agents make them all day: one selected test, and twenty tiny ones, in a session that has run before."""

from collections.abc import Callable
from dataclasses import dataclass

from harness.figures import median, ratio

from .measure import Bench
from .shape import Shape
from .ways import Cost, run

TWENTY = Shape(files=2)
WAYS = {"covered": {}, "plain": {"coverage": False}}


@dataclass
class SmallCost:
    """Of covey against the plain runner, which measures no coverage: medians of the rounds."""

    wall: float
    cpu: float
    added: float  # ms


def against(ours: list[Cost], bare: list[Cost]) -> SmallCost:
    return SmallCost(ratio([cost.wall for cost in ours], [cost.wall for cost in bare]),
                     ratio([cost.cpu for cost in ours], [cost.cpu for cost in bare]),
                     median([(mine.wall - other.wall) * 1000 for mine, other in zip(ours, bare)]))


def measure(bench: Bench, one: bool, rounds: int) -> tuple[float, dict[str, SmallCost]]:
    """Seconds that the plain runner took, and what covey cost beside it, with coverage and without. Each round begins with another."""
    commands = bench.runner.one or bench.runner.plain if one else bench.runner.plain
    tool, request = ("run_testblocks", bench.runner.query) if one else ("run_tests", {})
    words = ("1 passed, 0 failed",) if one else (f"{bench.shape.count} passed, 0 failed",)
    costs: dict[str, list[Cost]] = {name: [] for name in ("bare", *WAYS)}
    with bench.server() as server:
        runs: dict[str, Callable[[], Cost]] = {"bare": lambda: bench.commands(commands)}
        for way, options in WAYS.items():
            runs[way] = lambda options=options: server.run(tool, request | options, words)
        for number in range(rounds + 1):
            turn = number % len(runs)
            names = list(runs)
            for name in names[turn:] + names[:turn]:
                costs[name].append(runs[name]())
    measured = {name: found[1:] for name, found in costs.items()}  # a round before warms up and does not count
    return median([cost.wall for cost in measured["bare"]]), {way: against(measured[way], measured["bare"]) for way in WAYS}
