"""What a reader of a run's text can tell: which known faults explain a failure that it reads about.

One function for all texts, covey's and the runners': a fault is recognised by the name of a test that it breaks, in any of the
shapes that names have in them, or by its own file and line. Passed tests are read over."""

import re

from .faults import Fault

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
PASSED = re.compile(r"^.*\.\.\. ok$|^\s*(?:[✔✓√]|ok \d+ ).*$|^ok\s.*$|^\s*--- PASS.*$|^=== (?:RUN|PAUSE|CONT).*$"
                    r"|^.* PASSED\b.*$|^\s*# Subtest: .*$", re.MULTILINE)
COMMON = re.compile(r'names begin with (?:"([^"\n]+)"|(\S+?)):?\s*$', re.MULTILINE)  # covey says once what all names begin with
BETWEEN = r"[\s>›»:✖×]*"  # what runners of JavaScript write between a block and its test: a sign, or the next line
FAILED = r"(?:^|\n)[^\n]*(?:not ok \d+ - |[✖✗×●] |\d+\) )"
EDGE = "A-Za-z0-9_"


def cleaned(text: str) -> str:
    return PASSED.sub("", COLOUR.sub("", text))


def beginnings(text: str) -> list[str]:
    """What covey has left out of the names in the text."""
    return [quoted or bare for quoted, bare in COMMON.findall(text)]


def stands(words: str, text: str) -> bool:
    """Whether the words are in the text, and not as a part of longer ones."""
    at = text.find(words)
    while at >= 0:
        before, after = text[at - 1:at], text[at + len(words):at + len(words) + 1]
        inner = (words[0].isalnum() and re.match(f"[{EDGE}]", before)) or (words[-1].isalnum() and re.match(f"[{EDGE}/]", after))
        if not inner:
            return True
        at = text.find(words, at + 1)
    return False


def parts(name: str, language: str) -> list[str]:
    """Of covey's name: what it groups by (file, package, crate), and the test in it."""
    if language == "go":
        found = re.match(r"(.*?)/((?:Test|Example|Fuzz|Benchmark)[^/]*(?:/.*)?)$", name)
        return list(found.groups()) if found else [name]
    separator = {"python": "::", "node": " > ", "rust": " "}[language]
    return name.split(separator, 1) if language == "rust" else name.split(separator)


def shapes(name: str, language: str) -> list[str]:
    """How else the test may be called: without its group, or joined otherwise."""
    _, *inner = parts(name, language)
    if not inner:
        return []
    if language == "python":  # the heading over a failure; unittest's subtests have their own
        return [f"_ {'.'.join(inner)} _"]
    return inner if language != "node" else []


def in_a_tree(name: str, text: str) -> bool:
    """JavaScript's runners write blocks and tests below each other, some the last name alone beside the sign that it failed."""
    _, *inner = parts(name, "node")
    if not inner or inner[-1] not in text:
        return False
    whole = BETWEEN.join(re.escape(part) for part in inner)
    if len(inner) > 1 and re.search(rf"(?<![{EDGE}]){whole}(?![{EDGE}])", text):
        return True
    return re.search(rf"{FAILED}{re.escape(inner[-1])}(?![{EDGE}])", text) is not None


def is_named(name: str, language: str, text: str, common: list[str]) -> bool:
    short = [name[len(each):] for each in common if name.startswith(each)]
    if any(stands(each, text) for each in [name, *short, *shapes(name, language)] if each):
        return True
    return language == "node" and in_a_tree(name, text)


def is_placed(fault: Fault, text: str) -> bool:
    """Whether the text has the fault's file and line, with as much of the path as it likes."""
    base = re.escape(fault.file.rsplit("/", 1)[-1])
    for found in re.finditer(rf"([\w./@+-]*{base})(?::|\", line |\()({fault.line})\b", text):
        path = found.group(1).removeprefix("./")
        if ("/" + path).endswith("/" + fault.file) or ("/" + fault.file).endswith("/" + path):
            return True
    return False


def recognised(text: str, faults: list[Fault], language: str) -> list[Fault]:
    """The faults that the text gives away."""
    read = cleaned(text)
    common = beginnings(read)
    return [fault for fault in faults if is_placed(fault, read) or any(is_named(name, language, read, common) for name in fault.breaks)]
