"""GitHub's Copilot CLI: `copilot -p`, offline, with a provider of its own."""

from dataclasses import dataclass
from pathlib import Path

from ..apis import chat
from .client import PROMPT, Client, Launch, Place, npm_architecture, write_json


@dataclass(frozen=True)
class CopilotCli(Client):
    def named(self, tool: str) -> str:
        return f"covey-{tool}"

    def launch(self, packages: Path, place: Place) -> Launch:
        server = {"type": "local", "command": place.server[0], "args": place.server[1:], "env": place.server_env, "tools": ["*"]}
        if place.limit is not None:
            server["timeout"] = place.limit * 1000
        write_json(place.home / ".copilot" / "mcp-config.json", {"mcpServers": {"covey": server}})
        environment = {"COPILOT_OFFLINE": "true", "COPILOT_PROVIDER_BASE_URL": f"{place.model}/v1", "COPILOT_PROVIDER_API_KEY": "dummy",
                       "COPILOT_MODEL": "gpt-4.1", "COPILOT_AUTO_UPDATE": "false"}
        program = packages / "@github" / f"copilot-linux-{npm_architecture()}" / "copilot"
        return Launch([program, "-p", PROMPT, "--allow-all-tools", "--no-color"], environment)


COPILOT_CLI = CopilotCli(name="copilot-cli", npm="@github/copilot", api=chat, setup="copilot-cli", shell=("bash", "command"))
