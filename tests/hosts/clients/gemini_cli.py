"""Google's Gemini CLI: `gemini -p`."""

from dataclasses import dataclass
from pathlib import Path

from ..apis import gemini
from .client import PROMPT, Client, Launch, Place, write_json


@dataclass(frozen=True)
class GeminiCli(Client):
    def named(self, tool: str) -> str:
        return f"mcp_covey_{tool}"

    def launch(self, packages: Path, place: Place) -> Launch:
        server = {"command": place.server[0], "args": place.server[1:], "env": place.server_env, "trust": True}
        if place.limit is not None:
            server["timeout"] = place.limit * 1000
        write_json(place.home / ".gemini" / "settings.json",
                   {"security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
                    "privacy": {"usageStatisticsEnabled": False}, "telemetry": {"enabled": False},
                    "general": {"enableAutoUpdate": False, "disableAutoUpdate": True}, "mcpServers": {"covey": server}})
        environment = {"GEMINI_API_KEY": "dummy", "GOOGLE_GEMINI_BASE_URL": place.model, "GEMINI_CLI_TRUST_WORKSPACE": "true"}
        program = packages / "@google" / "gemini-cli" / "bundle" / "gemini.js"
        return Launch(["node", program, "-y", "-m", "gemini-2.5-flash", "-p", PROMPT], environment)


GEMINI_CLI = GeminiCli(name="gemini-cli", npm="@google/gemini-cli", api=gemini, needs_node=20, setup="gemini-cli",
                       shell=("run_shell_command", "command"))
