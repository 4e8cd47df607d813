"""What several kinds put in: texts made once of the program, and where each has its place below a prefix."""
import dataclasses

import command_line
import completions
import licences
import man
import project
from archives import Entry, gzipped


@dataclasses.dataclass(frozen=True)
class Texts:
    man: bytes
    completions: dict  # by shell
    licence: bytes
    third_party: bytes
    readme: bytes


def texts_of(binary):
    command, tools = command_line.read(binary)
    shells = {shell: getattr(completions, shell)(command, tools) for shell in ("bash", "zsh", "fish")}
    return Texts(man.page(command, tools), shells, (project.root / "LICENSE").read_bytes(), licences.third_party(),
                 project.readme().encode())


def shared_files(texts, zsh="site-functions", compress=False):
    """The manual page and the completions, below share/."""
    page = Entry("man/man1/covey.1.gz", gzipped(texts.man)) if compress else Entry("man/man1/covey.1", texts.man)
    return [page,
            Entry("bash-completion/completions/covey", texts.completions["bash"]),
            Entry("fish/vendor_completions.d/covey.fish", texts.completions["fish"]),
            Entry(f"zsh/{zsh}/_covey", texts.completions["zsh"])]
