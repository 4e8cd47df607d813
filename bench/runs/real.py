"""Whole suites of real projects, as scripts/bench agent has set them up: covey beside the command of the project's own readme."""

import os
from pathlib import Path

from agent.projects import Project, known
from harness.report import MeasurementFailed

from .small import SmallCost, WAYS, against
from .ways import Cost, Server, run

# go's cache of results would answer for tests that covey runs.
PLAIN = {"go": ["go", "test", "-count=1", "./..."]}
# What runs a project's tests, where its language does not say it.
RUNNERS = {"commander": "node:test", "tapable": "jest", "ufo": "vitest", "micromatch": "mocha", "fastify-cors": "node:test"}
LANGUAGES = {"go": "go", "python": "pytest", "rust": "cargo"}


def names() -> list[str]:
    return [project.name for project in known([])]


def runner_of(name: str) -> str:
    return RUNNERS.get(name) or LANGUAGES[known([name])[0].language]


def ready(name: str, cache: Path) -> Project | None:
    project = known([name])[0]
    project.folder = cache / name
    return project if (cache / (name + ".ready")).exists() else None


def measure(project: Project, covey: str, rounds: int) -> tuple[Cost, dict[str, SmallCost]]:
    """What the plain command took, and covey beside it, in a session that has run before. Both must pass."""
    environment = dict(os.environ) | project.surroundings
    costs: dict[str, list[Cost]] = {name: [] for name in ("bare", *WAYS)}
    with Server(covey, "--reply-within", "1800", "-w", str(project.folder), environment=environment) as server:
        for number in range(rounds + 1):
            order = list(costs)
            turn = number % len(order)
            for name in order[turn:] + order[:turn]:
                if name == "bare":
                    costs[name].append(run(PLAIN.get(project.language, project.shell), str(project.folder), environment))
                else:
                    costs[name].append(server.run("run_tests", WAYS[name], ("passed (", " 0 failed")))
    measured = {name: found[1:] for name, found in costs.items()}
    if not measured["bare"]:
        raise MeasurementFailed(f"{project.name} was not run")
    bare = sorted(measured["bare"], key=lambda cost: cost.wall)[len(measured["bare"]) // 2]
    return bare, {way: against(measured[way], measured["bare"]) for way in WAYS}
