"""The real projects that are read about: cloned once into a cache, each at its commit, with what its tests need."""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from harness.report import MeasurementFailed

HERE = Path(__file__).resolve().parent
LIST = HERE / "projects.json"
SETUP_SECONDS = 900


@dataclass
class Project:
    name: str
    language: str
    repository: str
    revision: str  # "": it is not always the same
    setup: list[list[str]]
    shell: list[str]  # runs the whole suite, as the project's own readme says
    products: list[str]  # git's pathspecs of the sources that faults are made in
    environment: dict[str, str] = field(default_factory=dict)
    folder: Path = Path()  # where it lies, once it is ready

    @property
    def surroundings(self) -> dict[str, str]:
        """The environment of everything that runs in it. npm's warnings are about its own settings, not about the tests."""
        mine = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}
        return mine | {"npm_config_loglevel": "error", "npm_config_fund": "false", "npm_config_audit": "false"} | self.environment

    def git(self, *words: str) -> str:
        return run(["git", *words], self.folder, self.surroundings, 60)

    def sources(self) -> list[str]:
        return self.git("ls-files", "--", *self.products).split()

    def commit(self, message: str) -> None:
        """All that has changed, so that no edit gives it away."""
        self.git("-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-q", "--no-verify", "-a", "-m", message)

    def restore(self) -> None:
        """The products as the project has them; what the setup changed (package.json) stays."""
        if self.revision:
            self.git("reset", "-q", self.revision)  # faults may have been committed
        self.git("checkout", "-q", "--", *self.sources())


def run(argv: list[str], folder: Path, environment: dict[str, str], seconds: float) -> str:
    """What a command that has to succeed prints."""
    try:
        done = subprocess.run(argv, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise MeasurementFailed(f"{' '.join(argv)}: {problem}") from problem
    if done.returncode != 0:
        raise MeasurementFailed(f"{' '.join(argv)} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


def read(file: Path, names: list[str]) -> list[dict]:
    """What a list has of the projects of these names, or of all."""
    out = json.loads(file.read_text())
    unknown = set(names) - {values["name"] for values in out}
    if unknown:
        raise MeasurementFailed(f"no project {', '.join(sorted(unknown))} in {file.name}")
    return [values for values in out if not names or values["name"] in names]


def known(names: list[str]) -> list[Project]:
    return [Project(**values) for values in read(LIST, names)]


def source_of(project: Project, mirror: Path | None) -> str:
    """Where git gets it from: below `mirror`, a folder with OWNER/NAME, if it is there."""
    local = mirror / "/".join(project.repository.split("/")[-2:]) if mirror else None
    return str(local.resolve()) if local and local.exists() else project.repository


def prepare(project: Project, cache: Path, mirror: Path | None = None) -> Project:
    """Clones and sets it up, or finds that done; its products are as committed."""
    project.folder = cache / project.name
    done, wanted = cache / (project.name + ".ready"), json.dumps([project.revision, project.setup])
    if not done.exists() or done.read_text() != wanted or not project.folder.is_dir():
        done.unlink(missing_ok=True)
        shutil.rmtree(project.folder, ignore_errors=True)
        project.folder.mkdir(parents=True)
        project.git("init", "-q")
        source = source_of(project, mirror)
        run(["git", "fetch", "-q", "--depth=1", source, project.revision], project.folder, project.surroundings, SETUP_SECONDS)
        project.git("checkout", "-q", "--detach", "FETCH_HEAD")
        for argv in project.setup:
            run(argv, project.folder, project.surroundings, SETUP_SECONDS)
        done.write_text(wanted)
    project.restore()
    return project
