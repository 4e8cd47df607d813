"""What run_tests costs beside the bare runner: on suites that take 20 s, and on tiny ones, where what covey adds weighs most."""

import tempfile
from collections.abc import Iterator

from runs import real
from runs.measure import ENOUGH, Bench, Overhead, measure_cold
from runs.measure import measure as measure_ways
from runs.runners import ALL, Runner
from runs.shape import LONG, TINY
from runs.small import TWENTY
from runs.small import measure as measure_small

from ..options import Options
from ..report import Bar, Row, Section, skipped

LIMIT = 1.02  # of the bare runner's wall time
SHORTEST = 20.0  # s; the bar is about suites that take at least so long

WARM = "`server`: from the request to the answer, of a server that is up; `call`: the whole of `covey call`. " \
       "Ratios to the bare runner, and the milliseconds more."
LONG_NOTE = f"{LONG.count} tests over {LONG.files} files, with work that makes the bare run take {ENOUGH:.0f} s. " + WARM
TINY_NOTE = f"{TINY.count} tests over {TINY.files} files that do next to nothing. " + WARM


SMALL_NOTE = "covey in a session that has run before, beside the plain runner, which measures no coverage."
SMALL = {"one": "runs: one selected test of 300", "twenty": "runs: all of twenty tiny tests"}
WITH, WITHOUT = 1.15, 1.05  # of the plain runner's wall time, with coverage and without
# Of the plain runner's user and system time, with coverage.
CPU = {"go": 1.2, "cargo": 1.2, "jest": 1.2, "vitest": 1.2, "mocha": 1.3, "node:test": 1.3, "pytest": 1.5}

KINDS = ("long/covered", "long/plain", "tiny/covered", "tiny/plain")
COLD = "runs/cold/cargo"


def rows(options: Options) -> list[str]:
    return [f"runs/{kind}/{name}" for kind in _kinds(options) for name in ALL] + [f"runs/{kind}/{name}" for kind in SMALL for name in ALL] + [
        f"runs/real/{name}" for name in real.names()] + [COLD]


def measure(options: Options) -> Iterator[Section]:
    for kind in _kinds(options):
        names = [name for name in ALL if options.wants(f"runs/{kind}/{name}")]
        if names:
            yield _section(options, kind, names)
    for kind, title in SMALL.items():
        names = [name for name in ALL if options.wants(f"runs/{kind}/{name}")]
        if names:
            yield _small(options, kind, title, names)
    if names := [name for name in real.names() if options.wants(f"runs/real/{name}")]:
        yield _real(options, names)
    if options.wants(COLD):
        yield _cold(options)


def _kinds(options: Options) -> list[str]:
    return [kind for kind in KINDS if not (options.quick and kind.startswith("long"))]


def _values(way: str, cost: Overhead) -> dict[str, float]:
    return {f"{way}: wall": cost.wall, f"{way}: user+sys": cost.cpu, f"{way}: more, ms": cost.added}


def _section(options: Options, kind: str, names: list[str]) -> Section:
    long, coverage = kind.startswith("long"), kind.endswith("covered")
    what = "both with coverage" if coverage else "both without coverage"
    section = Section(f"runs: suites of {'20 s' if long else 'tiny tests'}, {what}", LONG_NOTE if long else TINY_NOTE)
    for name in names:
        runner = ALL[name]()
        if runner.lacking:
            section.rows.append(skipped(f"runs/{kind}/{name}", runner.lacking))
            continue
        with tempfile.TemporaryDirectory(prefix="runs-", dir=options.work) as work:
            bench = Bench(runner, LONG if long else TINY, str(options.covey), work, coverage)
            if long:
                bench.lengthen()
            # What a start of covey adds is milliseconds: the tiny suites show it, the long ones would not.
            costs = measure_ways(bench, options.rounds, ("server",) if long else ("call", "server"))
        values = {"bare, s": costs["server"].bare}
        for way, cost in costs.items():
            values |= _values(way, cost)
        section.rows.append(Row(f"runs/{kind}/{name}", values | {"version": runner.version}))
        if long:
            section.bars.append(_bar(name, what, costs["server"]))
    return section


def _bar(name: str, what: str, cost: Overhead) -> Bar:
    what = f"run_tests : the bare command, {name}, {what}"
    if cost.bare < SHORTEST:
        return Bar(what, None, "<=", LIMIT, f"the bare run took {cost.bare:.1f} s only")
    return Bar(what, cost.wall, "<=", LIMIT, unit="x")


def _before(options: Options) -> str:
    return str(options.before) if options.before else ""


def _small(options: Options, kind: str, title: str, names: list[str]) -> Section:
    section = Section(title, SMALL_NOTE)
    for name in names:
        row, runner = f"runs/{kind}/{name}", ALL[name]()
        if runner.lacking:
            section.rows.append(skipped(row, runner.lacking))
            continue
        with tempfile.TemporaryDirectory(prefix="runs-", dir=options.work) as work:
            one = kind == "one"
            bare, costs = measure_small(Bench(runner, TINY if one else TWENTY, str(options.covey), work, True), one, options.rounds,
                                        _before(options))
        values: dict[str, float | str] = {"bare, s": bare.wall}
        for way, cost in costs.items():
            values |= {f"{way}: wall": cost.wall, f"{way}: user+sys": cost.cpu, f"{way}: more, ms": cost.added}
        for way, limit in (("covered", WITH), ("plain", WITHOUT)):
            section.bars.append(Bar(f"{row}, {way}", costs[way].wall, "<=", limit, unit="x"))
        section.rows.append(Row(row, values | {"version": runner.version}))
    return section


def _real(options: Options, names: list[str]) -> Section:
    section = Section("runs: suites of real projects", "The projects of `scripts/bench agent`. " + SMALL_NOTE)
    for name in names:
        row, project = f"runs/real/{name}", real.ready(name, options.projects)
        if project is None:
            section.rows.append(skipped(row, f"not in {options.projects}: scripts/bench agent {name} sets it up"))
            continue
        bare, costs = real.measure(project, str(options.covey), _before(options), options.rounds)
        values: dict[str, float | str] = {"runner": real.runner_of(name), "bare, s": bare.wall, "user+sys, s": bare.cpu}
        for way, cost in costs.items():
            values |= {f"{way}: wall": cost.wall, f"{way}: user+sys": cost.cpu}
        section.bars.append(Bar(f"{row}, user+sys, covered", costs["covered"].cpu, "<=", CPU[real.runner_of(name)], unit="x"))
        section.bars.append(Bar(f"{row}, user+sys, plain", costs["plain"].cpu, "<=", WITHOUT, unit="x"))
        section.rows.append(Row(row, values))
    return section


def _cold(options: Options) -> Section:
    """cargo alone builds, in a folder of covey's own, what the next run finds again."""
    section = Section("runs: cargo's first run in a project", "Both build everything, for there is no target folder yet. " + TINY_NOTE)
    runner = ALL["cargo"]()
    if runner.lacking:
        section.rows.append(skipped(COLD, runner.lacking))
        return section
    with tempfile.TemporaryDirectory(prefix="runs-", dir=options.work) as work:
        cost = measure_cold(Bench(runner, TINY, str(options.covey), work, True), options.rounds)
    section.rows.append(Row(COLD, {"bare, s": cost.bare} | _values("call", cost) | {"version": runner.version}))
    return section
