"""A covey that serves one project, and what its answers say."""

from pathlib import Path

from harness.session import Session

from .projects import Project


class Server(Session):
    def __init__(self, covey: Path, project: Project):
        super().__init__(covey, "-w", project.folder, environment=project.surroundings)

    def text(self, tool: str, arguments: dict) -> str:
        """The half of an answer that a model reads."""
        return "".join(part.get("text", "") for part in self.call(tool, arguments)["content"])

    def facts(self, tool: str, arguments: dict) -> dict:
        """The other half, for programs."""
        return self.call(tool, arguments)["structuredContent"]
