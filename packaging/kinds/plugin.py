"""The plugin for Claude Code: packaging/plugin as it is, as a folder in a tar. It holds no program."""
import project
from archives import Entry, tar_gz

folder = project.root / "packaging/plugin"


def make(binaries, texts):
    entries = [Entry(f"covey-plugin/{path.relative_to(folder)}", path.read_bytes())
               for path in sorted(folder.rglob("*")) if path.is_file()]
    yield f"covey-claude-code-plugin-{project.version()}.tar.gz", tar_gz(entries, project.date())
