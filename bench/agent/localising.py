"""How far up the true function stands among the suspects of a cause, beside what else could be looked at: the same counts by Ochiai's
coefficient alone, the innermost frame of the product in the stack, the files that were edited.

Faults are the sets of agent/faults, all of a set at once. A cause is judged by the fault that most of its tests belong to."""

import argparse
import math
import random
import sys
from collections import Counter
from dataclasses import dataclass, field

from harness.report import Bar, MeasurementFailed, Row, Section, skipped

from . import projects, reader
from .causes import faults_of, listed
from .faults import Fault, are_known, measured_sets, sets_of
from .projects import Project
from .reading import Measured
from .session import Server

RANKS = (1, 3, 5)
NOWHERE = 10_000
BARS = {1: 0.35, 3: 0.60, 5: 0.70}
BARS_WITH_EDITS = {3: 0.85}
BARS_RED_FIRST = {1: 0.85}
TOUCHED = 8  # lines that are edited beside the faults
UNWRITTEN = {"python": "raise NotImplementedError", "node": 'throw new Error("not yet");'}


@dataclass
class Ranks:
    """The rank of the true function in each list, by the way that made it."""

    of: dict[str, list[float]] = field(default_factory=dict)

    def add(self, way: str, rank: float) -> None:
        self.of.setdefault(way, []).append(rank)

    def within(self, way: str, most: int) -> float:
        ranks = self.of.get(way, [])
        return sum(rank <= most for rank in ranks) / len(ranks) if ranks else 0.0

    def extend(self, other: "Ranks") -> None:
        for way, ranks in other.of.items():
            self.of.setdefault(way, []).extend(ranks)


def holds(suspect: dict, fault: Fault) -> bool:
    return suspect["file"] == fault.file and suspect["line"] <= fault.line <= suspect.get("last", suspect["line"])


def rank_in(suspects: list[dict], fault: Fault) -> int:
    return next((rank for rank, each in enumerate(suspects, 1) if holds(each, fault)), NOWHERE)


def by_ochiai(found: dict) -> list[dict]:
    """The same functions by how many tests ran them, and nothing else."""
    def score(each: dict) -> float:
        ran = each["failing"] + each["passing"]
        return each["failing"] / math.sqrt(found["failing"] * ran) if ran else 0.0

    return sorted(found["suspects"], key=score, reverse=True)


def by_frame(failures: list[dict], fault: Fault) -> int:
    """1 if the innermost place that is not the test's own lies in the faulty file, near the faulty line."""
    places = Counter(each["raised_at"] for each in failures if each.get("raised_at"))
    if not places:
        return NOWHERE
    file, _, line = places.most_common(1)[0][0].rpartition(":")
    return 1 if file == fault.file and line.isdigit() and abs(int(line) - fault.line) <= 10 else NOWHERE


def touch(project: Project, faults: list[Fault]) -> None:
    """Edits that break nothing, beside the faults: an agent's edits are mostly right. Lines stay where they are."""
    mark, ends = ("  # touched", (":", ")")) if project.language == "python" else ("  // touched", (";", "{"))
    places = [(file, at) for file in sorted({fault.file for each in sets_of(project) for fault in each})
              for at, line in enumerate((project.folder / file).read_text().split("\n"))
              if line.endswith(ends) and line.strip() and not line.strip().startswith(("#", "//", "*", '"', "'"))]
    faulty = {(fault.file, fault.line - 1) for fault in faults}
    for file, at in random.Random(len(faults)).sample(places, min(TOUCHED, len(places))):
        lines = (project.folder / file).read_text().split("\n")
        if (file, at) not in faulty:
            lines[at] += mark
        (project.folder / file).write_text("\n".join(lines))


def red_first(project: Project, fault: Fault, server: Server) -> None:
    """As agents work: a test is seen failing, for its function does not do its work yet; then that is written, wrongly."""
    path = project.folder / fault.file
    lines = path.read_text().split("\n")
    blanks = fault.before[:len(fault.before) - len(fault.before.lstrip())]
    lines.insert(fault.line - 1, blanks + UNWRITTEN[project.language])
    path.write_text("\n".join(lines))
    file = fault.breaks[0].split(" > ")[0].split("::")[0]
    server.facts("run_testfiles", {"files": [file], "wait": 600})
    project.restore()


def judge(project: Project, faults: list[Fault], server: Server, edits: str) -> tuple[Ranks, int, int]:
    """The ranks, how many causes there were, and for how many nothing was said."""
    if edits in ("run", "rerun") and server.facts("run_tests", {"output": "summary", "budget": 500, "wait": 600}).get("status") != "passed":
        raise MeasurementFailed(f"{project.name}: its tests fail without a fault")
    if edits == "rerun":
        red_first(project, faults[0], server)
    reader.spoil(project, faults)
    try:
        if edits:
            touch(project, faults)
        if edits == "commit":
            project.git("reset", "-q", project.revision)
        server.facts("run_failing_tests" if edits == "rerun" else "run_tests", {"output": "summary", "budget": 500, "wait": 600})
        lists = server.facts("suspects", {"limit": 20, "budget": 250000}).get("lists", [])
        lists = [server.facts("suspects", {"group": each["cause"], "budget": 250000})["lists"][0] for each in lists]
        members = [listed(server, {"group": each["cause"]}) for each in lists]
    finally:
        project.restore()
    out, silent = Ranks(), 0
    for found, failures in zip(lists, members):
        labels = Counter(faults_of([each["name"] for each in failures], faults).values())
        if not labels:
            continue
        fault = faults[labels.most_common(1)[0][0]]
        silent += not found["suspects"]
        out.add("suspects", rank_in(found["suspects"], fault))
        out.add("Ochiai", rank_in(by_ochiai(found), fault))
        out.add("frame", by_frame(failures, fault))
    return out, len(out.of.get("suspects", [])), silent


def row(name: str, ranks: Ranks, causes: int, silent: int) -> Row:
    values: dict[str, float] = {"causes": causes, "silent": silent}
    for way in ("suspects", "Ochiai"):
        values |= {f"{way}: within {most}": ranks.within(way, most) for most in RANKS}
    return Row(name, values | {"frame: first": ranks.within("frame", 1)})


def bars(language: str, ranks: Ranks, with_edits: str) -> list[Bar]:
    least = BARS_RED_FIRST if with_edits == "rerun" else BARS_WITH_EDITS if with_edits else BARS
    return [Bar(f"{language}: the true function within {most}", ranks.within("suspects", most), ">=", least[most], "") for most in least]


def measure(chosen: list[Project], given: argparse.Namespace) -> Measured:
    section = Section("agent: suspects", "Four faults at once: for each cause, whether the function with its fault is the first of its suspects, within three, "
                                         "within five; the same functions by Ochiai alone; and whether the innermost frame lies there.")
    out, of_language = Measured([section]), dict[str, list]()
    for project in chosen:
        if not are_known(project):
            continue
        total, causes, silent = Ranks(), 0, 0
        try:
            projects.prepare(project, given.cache, given.mirror)
            sets = measured_sets(project, given, given.sets)
            for faults in ([fault] for each in sets for fault in each) if given.edits == "rerun" else sets:
                with Server(given.covey, project) as server:
                    ranks, more, quiet = judge(project, faults, server, given.edits)
                total.extend(ranks)
                causes, silent = causes + more, silent + quiet
        except (MeasurementFailed, OSError) as problem:
            out.ok = False
            print(f"FAILED: {project.name}: {problem}", file=sys.stderr, flush=True)
            section.rows.append(skipped(project.name, str(problem).split("\n")[0][:120]))
            continue
        section.rows.append(row(project.name, total, causes, silent))
        print(f"{project.name}: {section.rows[-1].values}", file=sys.stderr, flush=True)
        kept = of_language.setdefault(project.language, [Ranks(), 0, 0])
        kept[0].extend(total)
        kept[1:] = [kept[1] + causes, kept[2] + silent]
    section.rows += [row(language, *values) for language, values in of_language.items()]
    section.bars = [bar for language, values in of_language.items() for bar in bars(language, values[0], given.edits)]
    return out
