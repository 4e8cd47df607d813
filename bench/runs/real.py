"""Whole suites of real projects, as scripts/bench agent has set them up: covey beside the command of the project's own readme."""

import os
from contextlib import ExitStack
from pathlib import Path

from agent.projects import Project, known

from .small import SmallCost, beside, coveys
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


def measure(project: Project, covey: str, before: str, rounds: int) -> tuple[Cost, dict[str, SmallCost]]:
    """As runs/one is measured; all must pass."""
    environment = dict(os.environ) | project.surroundings
    folder = str(project.folder)
    with ExitStack() as stack:
        servers = {name: stack.enter_context(Server(path, "--reply-within", "1800", "-w", folder, environment=environment))
                   for name, path in coveys(covey, before).items()}
        return beside(lambda: run(PLAIN.get(project.language, project.shell), folder, environment), servers,
                      lambda server, options: server.run("run_tests", options, ("passed (", " 0 failed")), rounds)
