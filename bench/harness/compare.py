"""scripts/bench compare REV [FILTER] [-n ROUNDS] [--least RATIO] [--quick]: the tree as it is against a revision, both built here.

Ratios over 1 say that the tree is faster. It ends with 1 if a covey row of covey_bench is slower than RATIO of REV."""

import argparse
import dataclasses
import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from . import figures, google, groups, machine, table
from .options import ROOT, Options
from .report import Bar, MeasurementFailed, Row, Section, skipped

COMPARED = ROOT / "build" / "bench" / "compare"
# Where the grammars' lock file is, and where it was before.
LOCKS = (Path("parsers/syntax/grammars/package-lock.json"), Path("parsers/discovery/grammars/package-lock.json"))


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench compare", description=__doc__.splitlines()[0])
    parser.add_argument("revision", metavar="REV")
    parser.add_argument("filter", nargs="?", default="", help="a regular expression over the rows' names, \"group/row\"")
    parser.add_argument("-n", type=int, default=5, metavar="ROUNDS", dest="rounds", help="rounds of each (default: 5)")
    parser.add_argument("--least", type=float, default=0.85, metavar="RATIO", help="what no covey row may be slower than (default: 0.85)")
    parser.add_argument("--quick", action="store_true", help="small inputs: to see that it works, not what it takes")
    given = parser.parse_args(words)
    if given.rounds < 1:
        parser.error(f"-n {given.rounds}: at least 1 round")
    return given


def run(*argv: str | Path, cwd: Path = ROOT) -> str:
    done = subprocess.run([str(word) for word in argv], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise MeasurementFailed(f"{' '.join(map(str, argv))} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


def checked_out(commit: str) -> Path:
    """The files of a commit, without touching this repository; kept, so that its build is, too."""
    folder = COMPARED / commit
    if not (folder / "CMakeLists.txt").exists():
        part = COMPARED / (commit + ".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        with subprocess.Popen(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE) as archive:
            subprocess.run(["tar", "-x", "-C", part], stdin=archive.stdout, check=True)
        if archive.returncode != 0:
            raise MeasurementFailed(f"git archive {commit} ended with {archive.returncode}")
        part.rename(folder)
    return folder


def share_tools(folder: Path) -> None:
    """What scripts/setup fetched for this tree serves the other one, if both want the same."""
    tools = folder / "build" / "tools"
    lock = next((folder / path for path in LOCKS if (folder / path).exists()), None)
    same = lock is not None and lock.read_bytes() == (ROOT / LOCKS[0]).read_bytes()
    if same and not tools.exists():
        tools.parent.mkdir(exist_ok=True)
        tools.symlink_to(ROOT / "build" / "tools")
    elif not same:
        run("scripts/setup", "build", cwd=folder)


def built(folder: Path) -> Path:
    """Its release build. Older revisions have no benchmarks to build."""
    run("cmake", "--preset", "release", cwd=folder)
    build = folder / "build-release"
    known = run("cmake", "--build", build, "--target", "help", cwd=folder)
    more = ["covey_bench"] if re.search(r"^covey_bench:", known, re.MULTILINE) else []
    run("cmake", "--build", build, "--target", "covey", *more, cwd=folder)
    return build


def rounds_of(ours: Options, theirs: Options, name: str) -> tuple[google.Measured, google.Measured]:
    """covey's readers of an input, the two programs in turns."""
    both = (ours, theirs)
    out: list[google.Measured | None] = [None, None]
    for number in range(ours.rounds):
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            made = google.measure(both[which], name, readers="covey", rounds=1)
            if out[which] is None:
                out[which] = made
                continue
            for reader, speeds in made.speeds.items():
                out[which].speeds[reader] += speeds
    return out[0], out[1]


def is_the_same(mine: google.Measured, other: google.Measured) -> bool:
    shared = mine.holds.keys() & other.holds.keys()
    return mine.bytes == other.bytes and all(mine.holds[name] == other.holds[name] for name in shared)


def parser_section(ours: Options, theirs: Options, least: float) -> Section:
    out = Section("parsers", "MB/s of covey's readers on the same bytes, and the ratio: the tree over REV.")
    both = [row for row in google.rows(ours) if row in set(google.rows(theirs)) and row.split("/")[2] == "covey" and ours.wants(row)]
    for name in dict.fromkeys("/".join(row.split("/")[:2]) for row in both):
        mine, other = rounds_of(ours, theirs, name)
        if not is_the_same(mine, other):
            out.rows.append(skipped(name, "the two make different inputs, or find different things in them"))
            continue
        for reader in [each for each in mine.speeds if each in other.speeds]:
            ratios = figures.ratios(mine.speeds[reader], other.speeds[reader])
            value = figures.median(ratios)
            out.rows.append(Row(f"{name}/{reader}", {"tree": figures.median(mine.speeds[reader]),
                                                     "REV": figures.median(other.speeds[reader]), "tree : REV": value,
                                                     "spread": figures.spread(ratios)}))
            out.bars.append(Bar(f"{name}/{reader}: tree : REV", value, ">=", least, unit=" x"))
    return out


def side_by_side(mine: Section, other: Section) -> Section:
    """Figures of two measurements of the same section: each number, and what it was."""
    before = {row.name: row for row in other.rows}
    out = Section(mine.title, "each figure as it is, and (in REV) as it was")
    for row in mine.rows:
        values = dict(row.values)
        for name, value in (before[row.name].values if row.name in before else {}).items():
            values[f"{name} (REV)"] = value
        out.rows.append(Row(row.name, values))
    return out


def server_sections(ours: Options, theirs: Options) -> list[Section]:
    """This tree's client asks both servers."""
    name = groups.__name__ + ".server"
    if importlib.util.find_spec(name) is None:
        return []
    server = importlib.import_module(name)
    if not any(ours.wants(row) for row in server.rows(ours)):
        return []
    asked = dataclasses.replace(ours, covey=theirs.covey)
    return [side_by_side(mine, other) for mine, other in zip(server.measure(ours), server.measure(asked))]


def compared(given: argparse.Namespace, work: Path) -> list[Section]:
    commit = run("git", "rev-parse", "--verify", "--short", given.revision + "^{commit}").strip()
    folder = checked_out(commit)
    share_tools(folder)
    ours = Options(work=work, rounds=given.rounds, filter=re.compile(given.filter), quick=given.quick)
    build = built(folder)
    theirs = dataclasses.replace(ours, build=build, covey=build / "covey")
    print(f"tree: {machine.revision()}; REV: {commit}; {machine.processor()}; {given.rounds} round(s)\n", flush=True)
    out = []
    if google.program(theirs).exists():
        out.append(parser_section(ours, theirs, given.least))
    else:
        print(f"{commit} has no covey_bench: only its server can be compared\n", flush=True)
    return out + server_sections(ours, theirs)


def main(words: list[str]) -> int:
    given = arguments(words)
    try:
        with tempfile.TemporaryDirectory(prefix="covey-bench-") as work:
            sections = compared(given, Path(work))
    except (MeasurementFailed, OSError) as problem:
        print(f"FAILED: {problem}", file=sys.stderr)
        return 1
    for section in sections:
        print(table.section(section))
    bars = [bar for section in sections for bar in section.bars]
    print(table.bars(bars), end="")
    return 1 if any(bar.held is False for bar in bars) else 0
