"""Codex: `codex exec`, with the model that its configuration names."""

import json
import platform
from dataclasses import dataclass
from pathlib import Path

from ..apis import responses
from .client import PROMPT, Client, Launch, Place, npm_architecture

CONFIG = """\
model = "gpt-5.5"
model_provider = "mock"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
[model_providers.mock]
name = "mock"
base_url = "{model}/v1"
wire_api = "responses"
[analytics]
enabled = false
[mcp_servers.covey]
command = {command}
args = {arguments}
{limit}
[mcp_servers.covey.env]
{environment}
"""


@dataclass(frozen=True)
class Codex(Client):
    def named(self, tool: str) -> dict:
        return {"namespace": "mcp__covey", "name": tool}

    def own(self, tool: str) -> dict:
        return {"name": tool}

    def launch(self, packages: Path, place: Place) -> Launch:
        # A string of JSON is one of TOML too.
        config = CONFIG.format(model=place.model, command=json.dumps(place.server[0]), arguments=json.dumps(place.server[1:]),
                               limit=f"tool_timeout_sec = {place.limit}" if place.limit is not None else "",
                               environment="\n".join(f"{name} = {json.dumps(value)}" for name, value in place.server_env.items()))
        (place.home / "config.toml").write_text(config)
        program = (packages / "@openai" / f"codex-linux-{npm_architecture()}" / "vendor" /
                   f"{platform.machine()}-unknown-linux-musl" / "bin" / "codex")
        trust = ["--dangerously-bypass-hook-trust"] if place.hook else []
        return Launch([program, "exec", "--skip-git-repo-check", "--json", *trust, PROMPT], {"CODEX_HOME": str(place.home)})


CODEX = Codex(name="codex", npm="@openai/codex", api=responses, setup="codex", shell=("exec_command", "cmd"))
