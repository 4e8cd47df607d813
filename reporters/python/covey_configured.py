"""What coverage.py's configuration says of files and lines, read without it: for projects that keep one and do not install it.
Source: coverage.py's documentation, "Configuration reference" and "Specifying source files", of 7.17."""
import re

from covey_channel import WORKSPACE
from covey_own import BUILTINS as __builtins__, os

_LISTS = {"run": ("source", "source_pkgs", "source_dirs", "omit", "include"), "report": ("omit", "include")}
_EXPRESSIONS = ("exclude_lines", "exclude_also")  # of [report], one a line


def _with_variables(text):
    """$WORD, ${WORD}, ${WORD?}, ${WORD-else}; $$ is a dollar sign."""
    def value(match):
        word = match.group(1) or match.group(2)
        return os.environ.get(word, match.group(3) or "") if word else "$"
    return re.sub(r"\$(?:\$|(\w+)|\{(\w+)(?:\?|-([^}]*))?\})", value, text)


def _sections(path, is_own):
    """By name, without what stands before it in files of others."""
    if not path.endswith(".toml"):
        import configparser
        parser = configparser.ConfigParser(interpolation=None)
        with open(path, encoding="utf-8-sig") as file:
            parser.read_file(file)
        out = {name: dict(parser[name]) for name in parser.sections()} if is_own else {}
        out.update((name[9:], dict(parser[name])) for name in parser.sections() if name.startswith("coverage:"))
        return out
    try:
        import tomllib
    except ImportError:  # before 3.11
        import tomli as tomllib
    with open(path, "rb") as file:
        data = tomllib.load(file)
    within = data.get("tool", {}).get("coverage")
    return within or (data if is_own else {})


def _values(value, separators):
    texts = value if isinstance(value, (list, tuple)) else re.split(separators, value)
    return [text for text in (_with_variables(one).strip() for one in texts) if text]


def configuration(named):
    """`option` names as coverage.py's; raises what a file raises that cannot be read. `named`: or None, the file that is used."""
    named = named or os.environ.get("COVERAGE_RCFILE") or ".coveragerc"
    for name in (named, ".coveragerc.toml", "setup.cfg", "tox.ini", "pyproject.toml"):
        path, is_own = os.path.join(WORKSPACE, name), name in (named, ".coveragerc.toml")
        sections = _sections(path, is_own) if os.path.isfile(path) else None
        if sections is None or not (is_own or any(sections.get(part) for part in ("run", "report", "paths", "html", "xml", "json", "lcov"))):
            continue
        out = {}
        for part, names in _LISTS.items():
            of_part = sections.get(part, {})
            out.update((part + ":" + one, _values(of_part[one], "[,\n]")) for one in names if one in of_part)
        report = sections.get("report", {})
        out.update(("report:" + one, _values(report[one], "\n")) for one in _EXPRESSIONS if one in report)
        namespaces = str(report.get("include_namespace_packages", "")).lower()
        out["report:include_namespace_packages"] = namespaces in ("1", "yes", "true", "on")
        return out
    return {}


def _expression(pattern):
    pieces = {"*": "[^/]*", "?": "[^/]", "**/": "(.*/)?"}

    def expression(match):
        piece = match.group()
        if len(piece) > 1 and piece[0] == "[":
            return piece
        if len(piece) > 1 and piece[0] == "/":
            return "/.*"
        return "(.*/)?" if match.start() == 0 and piece[0] == "*" and piece[-1] == "/" else pieces.get(piece) or re.escape(piece)
    return re.sub(r"^\*+/|/\*+$|\*\*/|\[[^]]+\]|[\s\S]", expression, pattern if "/" in pattern else "**/" + pattern)


def matcher(patterns):
    """`*` stays within a folder, `**` does not; what has no slash is a name in any folder."""
    both = list(patterns) + [os.path.join(WORKSPACE, one) for one in patterns if one[0] not in "*?"]
    return re.compile("(?:%s)\\Z" % "|".join(map(_expression, both))).match
