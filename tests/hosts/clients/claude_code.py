"""Claude Code: `claude -p`, and its interactive mode in a terminal."""

from dataclasses import dataclass
from pathlib import Path

from ..apis import messages
from .client import PROMPT, Client, Launch, Place, npm_architecture, write_json

KEY = "dummy-local-key-000000000000"


@dataclass(frozen=True)
class ClaudeCode(Client):
    def named(self, tool: str) -> str:
        return f"mcp__covey__{tool}"

    def launch(self, packages: Path, place: Place) -> Launch:
        server = {"type": "stdio", "command": place.server[0], "args": place.server[1:], "env": place.server_env}
        project = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True, "allowedTools": ["mcp__covey"],
                   "mcpServers": {"covey": server}}
        write_json(place.home / ".claude.json",
                   {"hasCompletedOnboarding": True, "theme": "dark",
                    "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []}, "projects": {str(place.project): project}})
        environment = {"ANTHROPIC_BASE_URL": place.model, "ANTHROPIC_API_KEY": KEY, "DISABLE_TELEMETRY": "1",
                       "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1", "DISABLE_ERROR_REPORTING": "1"}
        if place.limit is not None:
            environment["MCP_TOOL_TIMEOUT"] = str(place.limit * 1000)
        program = packages / "@anthropic-ai" / f"claude-code-linux-{npm_architecture()}" / "claude"
        command = [program, "--model", "claude-sonnet-5", "--allowedTools", "mcp__covey", "Bash"]
        if not self.interactive:
            command = [program, "-p", PROMPT, *command[1:], "--output-format", "stream-json", "--verbose"]
        return Launch(command, environment)


SHARED = {"npm": "@anthropic-ai/claude-code", "api": messages, "setup": "claude-code", "shell": ("Bash", "command")}
PRINT = ClaudeCode(name="claude-code -p", **SHARED)
INTERACTIVE = ClaudeCode(name="claude-code interactive", interactive=True, interrupt="ESC", **SHARED)
