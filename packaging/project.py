"""What every package says of covey. The version stands in CMakeLists.txt, all else here."""
import os
import pathlib
import re
import subprocess

root = pathlib.Path(__file__).resolve().parent.parent

# Of the publisher of covey: the registry's name must be one that they own.
url = "https://github.com/covey-mcp/covey"
registry_name = "io.github.covey-mcp/covey"
maintainer = "The covey maintainers <covey-mcp@users.noreply.github.com>"

package = "covey-mcp"  # on PyPI and npm; Debian's is called as the program
licence = "Apache-2.0"
summary = "MCP server that runs a project's tests, keeps failures structured, knows which tests cover a line"
keywords = ["mcp", "mcp-server", "testing", "coverage", "go", "rust", "pytest", "jest", "vitest", "julia"]

# Debian's name of an architecture, to the others': the kernel's (also Python's), Node's, and ELF's number.
machines = {"amd64": "x86_64", "arm64": "aarch64"}
node_names = {"amd64": "x64", "arm64": "arm64"}
elf_numbers = {"amd64": 62, "arm64": 183}


def version():
    return re.search(r"^project\(covey VERSION (\S+)", (root / "CMakeLists.txt").read_text(), re.M)[1]


def date():
    """Seconds since 1970 that everything packed is dated with: of the commit, so that it is packed alike wherever it is."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    told = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=root, capture_output=True, text=True)
    return int(told.stdout) if told.returncode == 0 else int((root / "CMakeLists.txt").stat().st_mtime)


def readme():
    """README.md for pages elsewhere: its links lead to the tag's files."""
    text = (root / "README.md").read_text()
    return re.sub(r"\]\((?!https?:|#)([^)]+)\)", rf"]({url}/blob/v{version()}/\1)", text)
