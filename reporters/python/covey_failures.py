"""What an exception says, as the `failure` of an event: kind, message, place, the two values, their diff."""
import difflib
import linecache
import os
import pprint
import sysconfig

from covey_channel import WORKSPACE, below_workspace, cut
from covey_missing import missing_module

_PLAIN = (int, float, complex, bool, type(None))
_LIBRARIES = {os.path.realpath(path) + os.sep for path in sysconfig.get_paths().values()
              if path and os.path.realpath(path) != WORKSPACE}


def is_project_file(name):
    """A file of the workspace that is not of an environment inside of it."""
    if name.startswith("<"):
        return False
    path = os.path.realpath(os.path.join(WORKSPACE, name))
    return (path.startswith(WORKSPACE + os.sep)
            and not any(path.startswith(folder) and len(folder) > len(WORKSPACE) + 1 for folder in _LIBRARIES)
            and not {"site-packages", "dist-packages"}.intersection(path.split(os.sep)))


def frames_of(error):
    """The frames of the traceback, outermost first."""
    trace, frames = getattr(error, "__traceback__", None), []
    while trace is not None:
        frames.append((trace.tb_frame, trace.tb_lineno))
        trace = trace.tb_next
    return frames


def place_of(error, own_file=None):
    """(file, line): the deepest frame in the test's own file, else the deepest one in the project."""
    if isinstance(error, SyntaxError) and error.filename and is_project_file(error.filename):
        return below_workspace(error.filename), error.lineno or 0
    own = os.path.realpath(own_file) if own_file else None
    found = None
    for frame, line in reversed(frames_of(error)):
        name = frame.f_code.co_filename
        if own is not None and os.path.realpath(name) == own:
            return below_workspace(name), line
        if found is None and is_project_file(name):
            found = (below_workspace(name), line)
    return found


def text_of(error):
    try:
        return str(error)
    except Exception as other:  # a user's __str__ may do anything
        return "<its text raised %s>" % type(other).__name__


def headline(error):
    """'ValueError: boom'."""
    if isinstance(error, SyntaxError):
        text = error.msg or ""
    else:
        text = text_of(error)
    head = "%s: %s" % (type(error).__name__, text) if text else type(error).__name__
    inner = getattr(error, "exceptions", None)  # an ExceptionGroup
    if isinstance(inner, tuple) and all(isinstance(one, BaseException) for one in inner):
        head += "".join("\n  " + headline(one).replace("\n", "\n  ") for one in inner)
    return head


def repr_of(value):
    try:
        return cut(repr(value))
    except Exception as other:
        return "<its repr raised %s>" % type(other).__name__


def _lines_of(value):
    text = value if isinstance(value, str) else pprint.pformat(value, width=60)
    return cut(text).splitlines()


def diff_of(expected, actual):
    """Unified, where it says more than the two values; else None."""
    if isinstance(expected, _PLAIN) or isinstance(actual, _PLAIN) or type(expected) is not type(actual):
        return None
    try:
        left, right = _lines_of(expected), _lines_of(actual)
    except Exception:
        return None
    if len(left) < 2 and len(right) < 2:
        return None
    lines = difflib.unified_diff(left, right, "expected", "actual", lineterm="")
    return cut("\n".join(lines)) or None


def comparison(actual, expected):
    return {"expected": repr_of(expected), "actual": repr_of(actual), "diff": diff_of(expected, actual)}


def _unittest_comparison(error):
    """The two arguments of an assertXEqual and its msg: its message has them only shortened, or as a diff."""
    asserting = None
    for frame, _ in reversed(frames_of(error)):
        if "__unittest" not in frame.f_globals:
            break
        asserting = frame  # the outermost one below the test's own code
    if asserting is None:
        return None, None
    name, names = asserting.f_code.co_name, asserting.f_code.co_varnames
    values = asserting.f_locals
    compares = name == "assertIs" or (name.startswith("assert") and name.endswith("Equal") and "Not" not in name)
    if not compares or asserting.f_code.co_argcount < 3 or not {names[1], names[2]}.issubset(values):
        return None, None
    return comparison(values[names[1]], values[names[2]]), values.get("msg")


def _assert_line(error):
    """The source of an assert that explains nothing, such as one in a module that pytest does not rewrite."""
    frames = frames_of(error)
    line = linecache.getline(frames[-1][0].f_code.co_filename, frames[-1][1]).strip() if frames else ""
    return line if line.startswith("assert") else "AssertionError"


def failure_of(error, own_file=None, compared=None, kind=None):
    """The failure that an exception is; `compared` is what the runner knows of the comparison that failed."""
    asserted = isinstance(error, AssertionError)
    message = (text_of(error) or _assert_line(error)) if asserted else headline(error)
    if asserted and not compared:
        compared, said = _unittest_comparison(error)
        if compared:
            message = message.split("\n", 1)[0]
            if said is not None and not message.endswith(str(said)):
                message += " : %s" % (said,)
    found = failure(kind or ("assertion" if asserted else "panic"), message, place_of(error, own_file), compared)
    missing = missing_module(error) if kind == "error" else None
    return dict(found, missing=missing) if missing else found


def failure(kind, message, place=None, compared=None):
    out = {"kind": kind, "message": cut(message)}
    if place and place[0]:
        out["file"] = place[0]
        if place[1]:
            out["line"] = place[1]
    out.update({name: value for name, value in (compared or {}).items() if value is not None})
    return out
