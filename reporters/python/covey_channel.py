"""The channel to covey: one JSON object a line, each with one write (reporters/README.md has the events).

What covey gave this process in its environment is taken out of it here, before any test could see it.
"""
import fcntl
import json
import re
import threading

from covey_own import BUILTINS as __builtins__, JSONEncoder, os

_OWN = ("COVEY_EVENTS", "COVEY_COVERAGE", "COVEY_SELECT", "COVEY_KEPT", "COVEY_INPUTS")
_LONGEST = 20000  # characters kept of any one text
VALUE = 200000  # of a compared value: where it differs from the other one may be anywhere


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


def _read_target():
    path = setting("COVEY_SELECT")
    if not path:
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


TARGET = _read_target()  # a list of keys and selections; None if everything is to run


def wanted_keys():
    """The keys of the tests that a rerun runs; None if everything is to run. A selection (covey_selections.py) has no
    key."""
    return None if TARGET is None else {one for one in TARGET if isinstance(one, str)}


_below = {}  # each test asks for its file, twice


def below_workspace(path):
    """Relative to the workspace where the path lies inside, else absolute."""
    if path not in _below:
        _below[path] = _below_workspace(os.path.join(WORKSPACE, path))
    return _below[path]


def _below_workspace(path):
    for candidate in (os.path.normpath(path), os.path.realpath(path)):
        if candidate.startswith(WORKSPACE + os.sep):
            return candidate[len(WORKSPACE) + 1:]
    return os.path.normpath(path)


_json = JSONEncoder(ensure_ascii=False)


def encoded(value):
    """A line of JSON. A lone surrogate, which stands for a byte that is no text, is none in JSON either."""
    return (_json.encode(value) + "\n").encode("utf-8", "replace")


class KeptFile:
    """A file to append to, that stays open: tests close descriptors that they did not open, and open others in their
    place. What a fork of this process writes is left out: it would say everything twice."""

    _HIGH = 200  # tests close the low ones, and count on the number of the next one

    def __init__(self, path):
        self._path, self._owner = path, os.getpid()
        self._lock = threading.Lock()
        self._open()

    def _open(self):
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK  # or a FIFO waits for its reader
        low = os.open(self._path, flags, 0o600)
        try:
            self._file = fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, self._HIGH)
            os.close(low)
        except OSError:  # so few are allowed
            self._file = low
        os.set_blocking(self._file, True)
        self._identity = self._identity_now()

    def _identity_now(self):
        try:
            now = os.fstat(self._file)
        except OSError:
            return None
        return now.st_dev, now.st_ino

    def write(self, data):
        """False once it cannot be written any more."""
        if self._file is None:
            return False
        if os.getpid() != self._owner:
            return True
        with self._lock:
            try:
                if self._identity_now() != self._identity:
                    self._open()
                while data:
                    data = data[os.write(self._file, data):]
            except OSError:
                self._file = None
        return self._file is not None


# What a test sees of a recorder: the tracer, its frames, the code that has probes.
_LOOKS = re.compile(rb"\b(?:[gs]ettrace|setprofile|monitoring|_getframe|currentframe|f_trace|co_\w+|dis|marshal|tracemalloc|"
                    rb"getrefcount|getsizeof|get_objects|get_referrers|RecursionError|[gs]etrecursionlimit)\b")


def _may_see_measuring(path):
    try:
        with open(os.path.join(WORKSPACE, path), "rb") as file:
            return _LOOKS.search(file.read()) is not None
    except (OSError, ValueError):
        return False


class Channel:
    """Writes events; into nowhere without a path, and once nobody reads any more."""

    def __init__(self, path):
        self._file = KeptFile(path) if path else None
        self._sees = {}  # by file: whether it may see that it is measured
        self._affected = set()  # the groups that were told

    def put(self, event, **members):
        if self._file is not None:
            members = {name: value for name, value in members.items() if value is not None}
            self._file.write(encoded(dict(e=event, **members)))
            if setting("COVEY_COVERAGE") and "group" in members:
                for found in members.get("failures") or filter(None, [members.get("failure")]):
                    self._tell_affected(members["group"], found)

    def _tell_affected(self, group, found):
        """What may have failed by being measured is tried without it."""
        for path in () if group in self._affected else (group, found.get("raised_file", group)):
            if path not in self._sees:
                self._sees[path] = _may_see_measuring(path)
            if self._sees[path]:
                self._affected.add(group)
                return self.put("affected", group=group)
