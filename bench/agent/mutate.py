"""Which one-line mutations a source has: the slips that people make, not those that only a compiler would notice."""

import random
import re

from .faults import Fault
from .projects import Project

EVERYWHERE = [(r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
              (r" \+ 1\b", " + 2"), (r" - 1\b", " - 2"), (r" \+ 1\b", ""), (r" - 1\b", ""), (r" \+= 1\b", " += 2"), (r"\b0\b", "1"),
              (r"\b1\b", "0")]
C_LIKE = [(r" && ", " || "), (r" \|\| ", " && "), (r"if !", "if "), (r"\(!", "("), (r"\btrue\b", "false"), (r"\bfalse\b", "true")]
OF_LANGUAGE = {
    "go": C_LIKE + [(r"\+\+$", " += 2")],
    "node": C_LIKE + [(r" === ", " !== "), (r" !== ", " === "), (r"\bi \+ 1\b", "i")],
    "python": [(r" and ", " or "), (r" or ", " and "), (r"\bTrue\b", "False"), (r"\bFalse\b", "True"), (r"\bif not ", "if "), (r" not in ", " in "),
               (r" is not ", " is "), (r" is None", " is not None")],
    "rust": C_LIKE + [(r"\.is_some\(\)", ".is_none()"), (r"\.is_lowercase\(\)", ".is_uppercase()"), (r"\.\.=", "..")],
}
COMMENTS = ("#", "//", "/*", "*", '"', "'", "import ", "use ", "package ", ">>>", "assert")


def code_lines(text: str, language: str) -> list[tuple[int, str]]:
    """The lines that may be code, with their numbers: no comments, no documentation, no tests beside the product."""
    if language == "rust":
        text = text.split("#[cfg(test)]")[0]
    out, inside = [], False
    for number, line in enumerate(text.split("\n"), 1):
        quotes = line.count('"""') + line.count("'''")
        if language == "python" and quotes:
            inside = inside != (quotes % 2 == 1)
            continue
        if not inside and line.strip() and not line.strip().startswith(COMMENTS):
            out.append((number, line))
    return out


def mutations(line: str, language: str) -> list[str]:
    """Every way to spoil this line once."""
    out = []
    for pattern, put in EVERYWHERE + OF_LANGUAGE[language]:
        changed = re.sub(pattern, put, line, count=1)
        if changed != line:
            out.append(changed)
    return out


def candidates(project: Project, chance: random.Random) -> list[Fault]:
    """All of a project's, in a random order that the seed decides: files take turns, so that the large ones do not have all."""
    of_file: list[list[Fault]] = []
    for file in sorted(project.sources()):
        text = (project.folder / file).read_text()
        found = [Fault(file, number, line, changed) for number, line in code_lines(text, project.language)
                 for changed in mutations(line, project.language)]
        chance.shuffle(found)
        of_file += [found] if found else []
    weights = {id(found): len(found) for found in of_file}
    out = []
    while of_file:
        found = chance.choices(of_file, [weights[id(each)] ** 0.5 for each in of_file])[0]
        out.append(found.pop())
        of_file = [each for each in of_file if each]
    return out
