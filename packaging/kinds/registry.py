"""server.json, for the MCP registry."""
import json

import project

schema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"


def package(registry, runtime):
    return {
        "registryType": registry,
        "identifier": project.package,
        "version": project.version(),
        "runtimeHint": runtime,
        "transport": {"type": "stdio"},
        "packageArguments": [{
            "type": "named",
            "name": "--workspace",
            "description": "the project's folder; without it the folder that the client starts covey in, or names",
            "format": "filepath",
        }],
    }


def make(binaries, texts):
    described = {
        "$schema": schema,
        "name": project.registry_name,
        "description": project.summary,
        "version": project.version(),
        "repository": {"url": project.url, "source": "github"},
        "packages": [package("npm", "npx"), package("pypi", "uvx")],
    }
    yield "server.json", (json.dumps(described, indent=2) + "\n").encode()
