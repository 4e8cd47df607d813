"""Which tests a caller selected by their source: whole files, or blocks of them.

parsers/languages/python/plan.hpp has the format.
"""
import re

from covey_channel import TARGET, below_workspace
from covey_own import BUILTINS as __builtins__, os


def _pattern(pieces, below):
    """Between two pieces of a name anything may stand; of an id in brackets only whole parts, which "-" joins."""
    text = re.escape(pieces[0])
    for before, after in zip(pieces, pieces[1:]):
        if not below and before.endswith("[") and not after.startswith("-"):
            text += r"(?:.*-)?"
        elif not below and after.startswith("]") and not before.endswith("-"):
            text += r"(?:-.*)?"
        else:
            text += ".*"
        text += re.escape(after)
    return re.compile(text + (r"(?:::|\[|#|\Z)" if below else r"\Z"), re.DOTALL)


class _Selection:
    def __init__(self, given):
        name = given.get("name")
        self.pattern = _pattern(name, given["below"]) if name else None
        self.lines = given.get("lines")

    def takes(self, group, name, file, line):
        if self.pattern is None:
            return True
        if not self.pattern.match(name):
            return False
        # A method of a class above, or what a decorator made, is written in another file.
        return not self.lines or not line or file != group or self.lines[0] <= line <= self.lines[1]


class Selections:
    def __init__(self, given):
        self.files = sorted({one["file"] for one in given})
        self._by_group = {}
        for one in given:
            self._by_group.setdefault(below_workspace(one["file"]), []).append(_Selection(one))

    def take(self, group, name, file=None, line=None):
        """Whether a test is selected, by its names as covey reports them and the place of its definition."""
        return any(selection.takes(group, name, file, line) for selection in self._by_group.get(group, ()))

    def existing_files(self):
        return [file for file in self.files if os.path.isfile(file)]


def wanted_selections():
    """None if nothing was selected."""
    given = [one for one in TARGET or () if isinstance(one, dict)]
    return Selections(given) if given else None
