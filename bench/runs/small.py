"""Small runs, as agents make them all day: one selected test, and twenty tiny ones, in a session that has run before."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from harness.figures import median, ratio

from .measure import Bench
from .shape import Shape
from .ways import Cost, Server

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


def in_turns(runs: dict[str, Callable[[], Cost]], rounds: int) -> dict[str, list[Cost]]:
    """Each once in every round, which begins with another each time. A round before warms up and does not count."""
    costs: dict[str, list[Cost]] = {name: [] for name in runs}
    names = list(runs)
    for number in range(rounds + 1):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            costs[name].append(runs[name]())
    return {name: found[1:] for name, found in costs.items()}


def beside(bare: Callable[[], Cost], servers: dict[str, Server], ask: Callable[[Server, dict], Cost],
           rounds: int) -> tuple[Cost, dict[str, SmallCost]]:
    """What the plain runner took, and what each server cost beside it, with coverage and without: "covered", "before: covered"."""
    runs = {"bare": bare}
    for name, server in servers.items():
        for way, options in WAYS.items():
            runs[name + way] = lambda server=server, options=options: ask(server, options)
    costs = in_turns(runs, rounds)
    middle = sorted(costs["bare"], key=lambda cost: cost.wall)[len(costs["bare"]) // 2]
    return middle, {way: against(found, costs["bare"]) for way, found in costs.items() if way != "bare"}


def measure(bench: Bench, one: bool, rounds: int, before: str) -> tuple[Cost, dict[str, SmallCost]]:
    """`before`: another covey, or none."""
    commands = bench.runner.one or bench.runner.plain if one else bench.runner.plain
    tool, request = ("run_testblocks", bench.runner.query) if one else ("run_tests", {})
    words = ("1 passed, 0 failed",) if one else (f"{bench.shape.count} passed, 0 failed",)
    with ExitStack() as stack:
        servers = {name: stack.enter_context(bench.server(covey)) for name, covey in coveys(bench.covey, before).items()}
        return beside(lambda: bench.commands(commands), servers, lambda server, options: server.run(tool, request | options, words), rounds)


def coveys(present: str, before: str) -> dict[str, str]:
    """By what their columns begin with."""
    return {"": present} | ({"before: ": before} if before else {})
