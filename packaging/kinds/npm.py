"""covey-mcp on npm: the programs of all architectures in one package, and a script that becomes the fitting one."""
import json

import project
from archives import Entry, tar_gz


def description(binaries):
    return {
        "name": project.package,
        "version": project.version(),
        "description": project.summary,
        "keywords": project.keywords,
        "homepage": project.url,
        "repository": {"type": "git", "url": f"git+{project.url}.git"},
        "license": project.licence,
        "mcpName": project.registry_name,
        "bin": {"covey": "covey.js", "covey-mcp": "covey.js"},
        "man": ["covey.1"],
        "engines": {"node": ">=12"},
        "os": ["linux"],
        "cpu": sorted(project.node_names[binary.arch] for binary in binaries),
    }


def make(binaries, texts):
    entries = [Entry("package.json", (json.dumps(description(binaries), indent=2) + "\n").encode()),
               Entry("covey.js", (project.root / "packaging/npm/covey.js").read_bytes(), program=True),
               Entry("covey.1", texts.man), Entry("README.md", texts.readme), Entry("LICENSE", texts.licence),
               Entry("THIRD_PARTY_LICENSES", texts.third_party)]
    for binary in binaries:
        entries.append(Entry(f"linux-{project.node_names[binary.arch]}/covey", binary.data, program=True))
    placed = [Entry(f"package/{entry.path}", entry.data, entry.program) for entry in entries]
    yield f"{project.package}-{project.version()}.tgz", tar_gz(placed, project.date())
