"""The sets of all projects, each read with covey and with a shell, as a table and bars."""

import argparse
import json
import sys
from dataclasses import asdict, dataclass, field
from statistics import mean

from harness.report import Bar, MeasurementFailed, Row, Section, skipped

from . import projects, reader
from .faults import Fault, are_known, measured_sets
from .projects import Project
from .reader import Read
from .session import Server

MEAN, WORST = 0.3, 1.0  # bytes read with covey : with a shell


@dataclass
class Measured:
    sections: list[Section]
    details: list[dict] = field(default_factory=list)
    ok: bool = True


@dataclass
class Pair:
    """One set of faults, read twice."""

    project: Project
    number: int
    faults: list[Fault]
    covey: Read
    shell: Read

    @property
    def name(self) -> str:
        return f"{self.project.name}/{self.number}"

    @property
    def ratio(self) -> float:
        return self.covey.bytes / self.shell.bytes

    def row(self) -> Row:
        return Row(self.name, {"faults": len(self.faults), "breaks": sum(len(fault.breaks) for fault in self.faults),
                               "found": self.covey.found, "calls": self.covey.calls, "bytes": self.covey.bytes,
                               "found (shell)": self.shell.found, "calls (shell)": self.shell.calls, "bytes (shell)": self.shell.bytes,
                               "covey : shell": self.ratio})

    def details(self) -> dict:
        sides = {name: asdict(read) for name, read in (("covey", self.covey), ("shell", self.shell))}
        for side in sides.values():
            del side["texts"]
        return {"project": self.project.name, "set": self.number, **sides}


def read_twice(project: Project, number: int, faults: list[Fault], given: argparse.Namespace) -> Pair:
    covey, shell = reader.with_covey(project, faults, given.covey), reader.with_shell(project, faults)
    pair = Pair(project, number, faults, covey, shell)
    print(f"{pair.name}: covey {covey.found} of {len(faults)}, {covey.calls} calls, {covey.bytes} bytes; "
          f"shell {shell.found}, {shell.calls}, {shell.bytes}: {pair.ratio:.2f}", file=sys.stderr, flush=True)
    for who, read in (("covey", covey), ("shell", shell)):
        if read.found == len(faults) and not read.green:
            print(f"{pair.name}: {who}: red without any fault: a test that depends on the machine's load?", file=sys.stderr, flush=True)
    if given.texts:
        given.texts.mkdir(parents=True, exist_ok=True)
        for who, read in (("covey", covey), ("shell", shell)):
            for turn, (what, text) in enumerate(zip(read.answers, read.texts), 1):
                (given.texts / f"{project.name}-{number}-{who}-{turn}.txt").write_text(f"{what}\n{text}")
    return pair


def sets_read(project: Project, given: argparse.Namespace) -> list[Pair]:
    projects.prepare(project, given.cache, given.mirror)
    return [read_twice(project, number, faults, given) for number, faults in enumerate(measured_sets(project, given, given.sets), 1)]


def tools_section(project: Project, given: argparse.Namespace) -> Section:
    """What the list of tools takes, once a session; the bytes of the answers are without it."""
    projects.prepare(project, given.cache, given.mirror)
    with Server(given.covey, project) as server:
        listed = server.ask("tools/list", {})["tools"]
    row = Row("tools/list", {"tools": len(listed), "bytes": len(json.dumps(listed, ensure_ascii=False, separators=(",", ":")).encode())})
    return Section("agent: tools", "Read once a session, whatever is asked later; not in the figures below.", [row])


def bars(pairs: list[Pair]) -> list[Bar]:
    ratios = [pair.ratio for pair in pairs]
    missed = [len(pair.faults) - pair.covey.found for pair in pairs]
    why = "" if pairs else "no set could be read"
    return [Bar("mean of covey : shell", mean(ratios) if ratios else None, "<=", MEAN, why),
            Bar("largest covey : shell", max(ratios, default=None), "<=", WORST, why),
            Bar("faults that covey's reader did not find", sum(missed) if missed else None, "<=", 0, why)]


def means(pairs: list[Pair]) -> Section:
    out = Section("agent: means", "Means of the ratios of the sets.")
    languages = list(dict.fromkeys(pair.project.language for pair in pairs))
    for language in [*languages, "all"]:
        chosen = [pair for pair in pairs if language in ("all", pair.project.language)]
        if chosen:
            out.rows.append(Row(language, {"sets": len(chosen), "covey : shell": mean(pair.ratio for pair in chosen),
                                           "bytes": sum(pair.covey.bytes for pair in chosen),
                                           "bytes (shell)": sum(pair.shell.bytes for pair in chosen)}))
    return out


def measure(chosen: list[Project], given: argparse.Namespace) -> Measured:
    section = Section("agent: reading", "Four faults at once, mended as soon as an answer gives them away, until the suite is green: calls that ran "
                                        "or listed tests, and bytes of their answers; with covey's tools, and with the suite's own command.")
    out, pairs = Measured([tools_section(chosen[0], given), section]), list[Pair]()
    for project in chosen:
        if not are_known(project):
            section.rows.append(skipped(project.name, f"no faults are known: run python3 -m agent.seed {project.name}"))
            continue
        try:
            pairs += sets_read(project, given)
            section.rows += [pair.row() for pair in pairs if pair.project is project]
        except (MeasurementFailed, OSError) as problem:
            out.ok = False
            print(f"FAILED: {project.name}: {problem}", file=sys.stderr, flush=True)
            section.rows.append(skipped(project.name, str(problem).split("\n")[0][:120]))
    section.bars = bars(pairs)
    out.sections.append(means(pairs))
    out.details = [pair.details() for pair in pairs]
    return out
