"""The command line as the program itself describes it: `covey --help`, and `covey SUBCOMMAND --help` of each."""
import dataclasses
import re

# What no help says: which texts are paths.
folders = {"--workspace"}


@dataclasses.dataclass
class Argument:
    """An option, or a positional."""
    names: list  # ["-w", "--workspace"], or the one of a positional
    text: str
    kind: str = ""  # TEXT, INT, …; empty: a flag
    choices: list = dataclasses.field(default_factory=list)
    range: str = ""
    default: str = ""
    many: bool = False
    required: bool = False

    @property
    def long(self):
        return self.names[-1]

    @property
    def is_folder(self):
        return self.long in folders

    def value(self):
        return "|".join(self.choices) or ("DIR" if self.is_folder else {"INT": "N", "UINT": "N"}.get(self.kind, self.kind))


@dataclasses.dataclass
class Command:
    name: str
    text: str
    options: list = dataclasses.field(default_factory=list)
    positionals: list = dataclasses.field(default_factory=list)
    subcommands: list = dataclasses.field(default_factory=list)


name_and_kind = re.compile(r"(?P<names>\S+)(?: (?P<kind>[A-Z]+)(?![a-z]))?(?P<rest>.*)$")
list_in_text = re.compile(r"[a-z][a-z0-9-]*(?:, (?:or )?[a-z][a-z0-9-]*)+")


def argument_of(head, text):
    found = name_and_kind.match(head)
    argument = Argument(found["names"].split(","), text, found["kind"] or "")
    rest = found["rest"]
    argument.required = rest.endswith(" REQUIRED")
    rest = rest.removesuffix(" REQUIRED")
    argument.many = " ..." in rest
    if choices := re.search(r":\{([^}]*)\}", rest):
        argument.choices = choices[1].split(",")
    if limits := re.search(r" in \[([^\]]*)\]", rest):
        argument.range = limits[1].replace(" ", "").replace("-", " to ")
    if default := re.search(r"=(\S+)", rest):
        argument.default = default[1]
    # A positional whose text is a list of words: one of them.
    if not argument.choices and not argument.names[0].startswith("-") and list_in_text.fullmatch(text.split(" (")[0]):
        argument.choices = re.split(r", (?:or )?", text.split(" (")[0])
    return argument


def entries_of(lines):
    """(head, text) of each entry: "  HEAD   TEXT", the text on the next line where the head is long."""
    out = []
    for line in lines:
        if line.startswith(" " * 3):
            head, text = out[-1]
            out[-1] = (head, (text + " " + line.strip()).strip())
        else:
            head, _, text = line.strip().partition("  ")
            out.append((head.strip(), text.strip()))
    return out


def parsed(name, help_text):
    sections = {"": []}
    section = ""
    for line in help_text.splitlines():
        if re.fullmatch(r"[A-Z][a-z]+:", line):
            section = line[:-1]
            sections[section] = []
        elif line.strip():
            sections[section].append(line)
    text = " ".join(line for line in sections[""] if not line.startswith("Usage:"))
    command = Command(name, text)
    command.options = [argument_of(*entry) for entry in entries_of(sections.get("Options", []))]
    command.positionals = [argument_of(*entry) for entry in entries_of(sections.get("Positionals", []))]
    command.subcommands = [Command(*entry) for entry in entries_of(sections.get("Subcommands", []))]
    return command


def read(binary):
    """The command with its subcommands, one level deep, and the names of the tools."""
    command = parsed("covey", binary.says("--help"))
    for i, sub in enumerate(command.subcommands):
        whole = parsed(sub.name, binary.says(sub.name, "--help"))
        whole.text = sub.text
        whole.options = [option for option in whole.options if option.long != "--help"]
        command.subcommands[i] = whole
    tools = re.findall(r"^\| `(\w+)` \|", binary.says("--describe-tools"), re.M)
    return command, tools
