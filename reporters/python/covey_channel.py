"""The channel to covey: one JSON object a line, each with one write (reporters/README.md has the events).

What covey gave this process in its environment is taken out of it here, before any test could see it.
"""
import json
import os
import threading

_OWN = ("COVEY_EVENTS", "COVEY_COVERAGE", "COVEY_SELECT")
_LONGEST = 20000  # characters kept of any one text


def cut(text, limit=_LONGEST):
    """The text, or its head and tail where it is longer than the limit."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return "%s\n... %d characters cut ...\n%s" % (text[:half], len(text) - 2 * half, text[-half:])


def _take_environment():
    taken = {name: os.environ.pop(name) for name in _OWN if name in os.environ}
    here = os.path.dirname(os.path.abspath(__file__))
    before = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if here in before:
        taken["PYTHONPATH"] = os.environ["PYTHONPATH"]
        before.remove(here)
        if any(before):
            os.environ["PYTHONPATH"] = os.pathsep.join(before)
        else:
            del os.environ["PYTHONPATH"]
    return taken


WORKSPACE = os.path.realpath(os.getcwd())  # covey starts the runner there
ENVIRONMENT = _take_environment()


def setting(name):
    return ENVIRONMENT.get(name)


def give_environment_back():
    """For a process that runs no test itself but starts those that do: they need what it was given."""
    os.environ.update({name: value for name, value in ENVIRONMENT.items() if name != "COVEY_EVENTS"})


def wanted_keys():
    """The keys that a rerun selects, or None where everything is to run. Picks (covey_picks.py) are no keys."""
    path = setting("COVEY_SELECT")
    if not path:
        return None
    with open(path, encoding="utf-8") as file:
        return {one for one in json.load(file) if isinstance(one, str)}


def below_workspace(path):
    """Relative to the workspace where the path lies inside, else absolute."""
    path = os.path.join(WORKSPACE, path)
    for candidate in (os.path.normpath(path), os.path.realpath(path)):
        if candidate.startswith(WORKSPACE + os.sep):
            return candidate[len(WORKSPACE) + 1:]
    return os.path.normpath(path)


_json = json.JSONEncoder(ensure_ascii=False)


def encoded(value):
    """A line of JSON. A lone surrogate, which stands for a byte that is no text, is none in JSON either."""
    return (_json.encode(value) + "\n").encode("utf-8", "replace")


class Channel:
    """Writes events; into nowhere without a path, and once nobody reads any more."""

    def __init__(self, path):
        self._write, self._getpid = os.write, os.getpid  # a test may put others in their place
        self._owner = os.getpid()
        self._lock = threading.Lock()
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND) if path else None

    def put(self, event, **members):
        if self._file is None or self._getpid() != self._owner:  # a test that forks must not report twice
            return
        members = {name: value for name, value in members.items() if value is not None}
        data = encoded(dict(e=event, **members))
        with self._lock:
            try:
                while data:
                    data = data[self._write(self._file, data):]
            except OSError:
                self._file = None
