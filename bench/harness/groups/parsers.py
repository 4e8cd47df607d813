"""Parser throughput of every format: covey_bench, and what a user may have instead."""

from collections.abc import Iterator

from .. import google, peers
from ..figures import MB, median, ratio, spread
from ..options import Options
from ..report import Bar, MeasurementFailed, Row, Section, skipped

# What a format's speed is told of, besides bytes; and what its anchors are.
NOTES = {
    "test2json": "`go test -json`. covey/events: every event's members; covey/results: all that a run does, up to its results. "
                 "boost_dom, simdjson (on demand): the members that covey/events extracts, line by line.",
    "events": "What covey's reporters say over the private channel; rows as of test2json.",
    "junit": "JUnit's XML as bun and deno write it. expat and pugixml only count elements.",
    "lcov": "To the finished report, again and again in one process; `lcov` has the bars, with fresh memory and other readers.",
    "coverprofile": "`go test -coverprofile`, to the finished report.",
    "cobertura": "To the finished report. expat and pugixml only count elements.",
    "istanbul": "coverage-final.json, to the finished report. boost_dom and simdjson (on demand) visit what covey keeps.",
}
ITEMS = {"test2json": "events", "events": "events", "junit": "tests"}


def rows(options: Options) -> list[str]:
    made = google.rows(options) if google.program(options).exists() else []
    return made + [peer.row for peer in peers.of_parsers()]


def fastest(speeds: dict[str, list[float]], names: tuple[str, ...]) -> list[float] | None:
    there = [speeds[name] for name in names if name in speeds]
    return max(there, key=median, default=None)


def bars_of(name: str, speeds: dict[str, list[float]]) -> list[Bar]:
    if not name.startswith("test2json/"):
        return []
    out = []
    for anchor, what, limit in ((("boost_dom", "boost_dom/reused"), "Boost.JSON DOM", 3.0),
                                (("simdjson", "simdjson/native"), "simdjson on-demand", 0.6)):
        theirs = fastest(speeds, anchor)
        value = ratio(speeds["covey/events"], theirs) if theirs else None
        out.append(Bar(f"{name}: covey/events : {what}, the faster", value, ">=", limit,
                       why="" if theirs else "built without it", unit=" x"))
    return out


def run_peers(options: Options, name: str, measured: google.Measured) -> list[Row]:
    """Adds the speeds of the peers; the rows of those that are not there."""
    missing = []
    for peer in peers.of_parsers():
        if not peer.row.startswith(name + "/"):
            continue
        if peer.lacking:
            missing.append(skipped(peer.row, peer.lacking))
            continue
        path = google.write(options, name)
        runs = [peer.run(path) for _ in range(options.rounds)]
        peers.agree(peer.row, runs[0].found, measured.holds)
        reader = peer.row.removeprefix(name + "/")
        measured.speeds[reader] = [measured.bytes / MB / run.seconds for run in runs]
        path.unlink()
    return missing


def rows_of(name: str, measured: google.Measured, items: str) -> list[Row]:
    out = []
    ours = [reader for reader in measured.speeds if reader.split("/")[0] == "covey"]
    held = measured.holds[items]
    for reader, speeds in measured.speeds.items():
        values = {"MB/s": median(speeds), "spread": spread(speeds), f"{items}/s": median(speeds) * MB / measured.bytes * held}
        for own in ours:
            values[f"{own} : it"] = "" if reader in ours else ratio(measured.speeds[own], speeds)
        out.append(Row(f"{name}/{reader}", values))
    return out


def section(options: Options, format_name: str, inputs: list[str]) -> Section:
    out = Section(f"{format_name}: throughput", NOTES.get(format_name, ""))
    items = ITEMS.get(format_name, "lines found")
    for name in inputs:
        measured = google.measure(options, name)
        if items not in measured.holds:
            raise MeasurementFailed(f"{name}: nobody counts {items}")
        missing = run_peers(options, name, measured)
        out.note += f"\n{name}: {measured.bytes / MB:.1f} MB, {measured.holds[items]:,} {items}."
        out.rows += rows_of(name, measured, items) + missing
        out.bars += bars_of(name, measured.speeds)
    return out


def measure(options: Options) -> Iterator[Section]:
    if not google.program(options).exists():
        yield Section("parsers: throughput", rows=[skipped("covey_bench", "no Google Benchmark: scripts/setup bench")])
        return
    wanted = dict.fromkeys("/".join(row.split("/")[:2]) for row in rows(options) if options.wants(row))
    formats: dict[str, list[str]] = {}
    for name in wanted:
        formats.setdefault(name.split("/")[0], []).append(name)
    for format_name, inputs in formats.items():
        yield section(options, format_name, inputs)
