"""opencode: `opencode run`."""

from dataclasses import dataclass
from pathlib import Path

from ..apis import chat
from .client import PROMPT, Client, Launch, Place, npm_architecture, write_json


@dataclass(frozen=True)
class OpenCode(Client):
    def named(self, tool: str) -> str:
        return f"covey_{tool}"

    def launch(self, packages: Path, place: Place) -> Launch:
        server = {"type": "local", "command": place.server, "environment": place.server_env, "enabled": True}
        if place.limit is not None:
            server["timeout"] = place.limit * 1000
        model = {"name": "m", "limit": {"context": 200000, "output": 8000}, "tool_call": True}
        provider = {"npm": "@ai-sdk/openai-compatible", "name": "mock", "models": {"m": model},
                    "options": {"baseURL": f"{place.model}/v1", "apiKey": "dummy"}}
        write_json(place.home / ".config" / "opencode" / "opencode.json",
                   {"$schema": "https://opencode.ai/config.json", "autoupdate": False, "share": "disabled", "model": "mock/m",
                    "small_model": "mock/m", "provider": {"mock": provider}, "mcp": {"covey": server}})
        environment = {name: "1" for name in ("OPENCODE_DISABLE_AUTOUPDATE", "OPENCODE_DISABLE_MODELS_FETCH",
                                              "OPENCODE_DISABLE_LSP_DOWNLOAD")}
        program = packages / f"opencode-linux-{npm_architecture()}" / "bin" / "opencode"
        return Launch([program, "run", PROMPT], environment)


OPENCODE = OpenCode(name="opencode", npm="opencode-linux-x64", api=chat, architectures=("x86_64",))
