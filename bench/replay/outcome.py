"""What a step showed, and what all steps of a subject come to."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import mean, median

from harness.report import Bar, Row

from .history import Step
from .verdicts import Test


MOST_OF_PEERS = {"testmon": 1.0, "go cache": 0.5}  # of the share of tests that they choose


@dataclass
class Outcome:
    """Of one step."""

    step: Step
    turned: int = 0  # tests that end in another way now
    missed: list[Test] = field(default_factory=list)  # of these, what was not named
    not_loading: int = 0  # likewise, but it is not loaded any more, as something is that was named
    not_judged: int = 0  # turned and not in the list, which was cut; covey's own check does not say that they were missed
    unsteady: int = 0  # turned, but not each time
    total: int = 0
    selected: int = 0
    share_of_time: float = 0.0
    why_all: str = ""
    run_affected: float | None = None  # s; none: it was not timed
    run_all: float = 0.0
    peers: dict[str, float] = field(default_factory=dict)  # the share of tests that each would run
    peers_missed: dict[str, int] = field(default_factory=dict)

    @property
    def share(self) -> float:
        return self.selected / self.total if self.total else 0.0


def show(subject: str, out: Outcome) -> None:
    line = f"{subject} {out.step.kind} {out.step.name}: {out.turned} turned, {len(out.missed)} missed, {out.not_loading} not loading, {out.selected} of {out.total} named"
    for name, share in out.peers.items():
        line += f", {name} {share:.2f}" + (f" ({out.peers_missed[name]} missed)" if out.peers_missed.get(name) else "")
    if out.run_affected is not None:
        line += f"; {out.run_affected:.1f} of {out.run_all:.1f} s"
    line += f" {out.why_all}" + "".join(f"\n    MISSED {group}: {name}" for group, name in out.missed[:5])
    print(line, file=sys.stderr, flush=True)


def row(name: str, of: list[Outcome]) -> Row:
    values: dict[str, float] = {"steps": len(of), "turned": sum(out.turned for out in of), "missed": sum(len(out.missed) for out in of),
                                "not loading": sum(out.not_loading for out in of), "not judged": sum(out.not_judged for out in of),
                                "unsteady": sum(out.unsteady for out in of), "all": sum(bool(out.why_all) for out in of),
                                "share": mean(out.share for out in of), "median": median(out.share for out in of),
                                "of time": mean(out.share_of_time for out in of)}
    timed = [out for out in of if out.run_affected is not None]
    if timed:
        values["end to end"] = sum(out.run_affected for out in timed) / sum(out.run_all for out in timed)
        values["all (s)"] = median(out.run_all for out in timed)
    for peer in {peer for out in of for peer in out.peers}:
        values[peer] = mean(out.peers[peer] for out in of if peer in out.peers)
        values[f"{peer}: missed"] = sum(out.peers_missed.get(peer, 0) for out in of)
    return Row(name, values)


def beside(peer: str, of: list[Outcome]) -> float:
    """Our share of the tests, of that of a peer, on the steps that it judged."""
    both = [out for out in of if peer in out.peers]
    return mean(out.share for out in both) / max(mean(out.peers[peer] for out in both), 1e-9)


def bars(name: str, of: list[Outcome]) -> Iterable[Bar]:
    yield Bar(f"{name}: missed", sum(len(out.missed) for out in of), "<=", 0)
    for peer, most in MOST_OF_PEERS.items():
        if any(peer in out.peers for out in of):
            yield Bar(f"{name}: share, of that of {peer}", beside(peer, of), "<=", most, unit="x")
    timed = [out for out in of if out.run_affected is not None]
    if timed and median(out.run_all for out in timed) > 30:
        yield Bar(f"{name}: end to end", sum(out.run_affected for out in timed) / sum(out.run_all for out in timed), "<=", 0.5, unit="x")
