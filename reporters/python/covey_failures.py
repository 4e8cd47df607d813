"""What an exception says, as the `failure` of an event: kind, message, place, the two values, their diff."""
import sys

from covey_channel import VALUE, WORKSPACE, below_workspace, cut
from covey_own import BUILTINS as __builtins__, difflib, linecache, modules, os, pprint
from covey_places import causes_of, frames_of, inner_errors, innermost, raised_elsewhere, stack_of

_PLAIN = (int, float, complex, bool, type(None))
_SHOWN_CAUSES = 3
_WORTH_QUOTING = 10
_MOST_LINES = 2000
_missed = set()  # modules that were told of


def text_of(error):
    try:
        return str(error)
    except Exception as other:  # a user's __str__ may do anything
        return "<its text raised %s>" % type(other).__name__


def notes_of(error):
    notes = getattr(error, "__notes__", None)  # hypothesis has its example there
    return "".join("\n" + one for one in notes if isinstance(one, str)) if isinstance(notes, list) else ""


def _said(error):
    """'ValueError: boom'."""
    text = error.msg or "" if isinstance(error, SyntaxError) else text_of(error)
    return "%s: %s" % (type(error).__name__, text) if text else type(error).__name__


def headline(error):
    """The same with what is within an ExceptionGroup, and what that was raised from: which may be the group again."""
    head = _said(error)
    for one in inner_errors(error):
        lines = [headline(one) + innermost(one)]
        lines += ["%s %s%s" % (how, _said(cause), innermost(cause)) for how, cause in _shown_causes(one)
                  if cause is not error]
        head += "\n  " + "\n".join(lines).replace("\n", "\n  ")
    return head + notes_of(error)


def _shown_causes(error):
    return list(causes_of(error))[:_SHOWN_CAUSES]


def with_causes(message, error):
    """The message, and below it what the error was raised from; its text once, as many messages quote it."""
    for how, cause in _shown_causes(error):
        quoted = len(text_of(cause)) >= _WORTH_QUOTING and text_of(cause) in message
        said = type(cause).__name__ if quoted else headline(cause)
        message += "\n%s %s%s" % (how, said, innermost(cause))
    return message


def repr_of(value):
    try:
        return cut(repr(value), VALUE)
    except Exception as other:
        return "<its repr raised %s>" % type(other).__name__


def _lines_of(value):
    text = value if isinstance(value, str) else pprint.pformat(value, width=60)
    return cut(text, VALUE).splitlines()


def _diff_of(first, second, names):
    """Unified, where it says more than the two values; else None."""
    if isinstance(first, _PLAIN) or isinstance(second, _PLAIN) or type(first) is not type(second):
        return None
    try:
        before, after = _lines_of(first), _lines_of(second)
    except Exception:
        return None
    if len(before) < 2 and len(after) < 2 or max(len(before), len(after)) > _MOST_LINES:
        return None  # the values alone: difflib takes minutes for some texts of as many lines
    return cut("\n".join(difflib.unified_diff(before, after, *names, lineterm=""))) or None


def comparison(left, right, names=("left", "right")):
    """Of two values that are called so. An assert does not say which one was expected, nor does assertEqual."""
    return {names[0]: repr_of(left), names[1]: repr_of(right), "diff": _diff_of(left, right, names)}


def _of_arguments(names, first, second):
    """A library's own assertion may say which is which, by what it calls its parameters."""
    if names[0].startswith("expected") or names[1].startswith("actual"):
        return comparison(first, second, ("expected", "actual"))
    if names[1].startswith("expected") or names[0].startswith("actual"):
        return comparison(second, first, ("expected", "actual"))
    return comparison(first, second)


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
    return _of_arguments(names[1:3], values[names[1]], values[names[2]]), values.get("msg")


def _assert_line(error):
    """The source of an assert that explains nothing, such as one in a module that pytest does not rewrite."""
    frames = frames_of(error)
    line = linecache.getline(frames[-1][0].f_code.co_filename, frames[-1][1]).strip() if frames else ""
    return line if line.startswith("assert") else "AssertionError"


_UNKNOWN = object()


def _assert_comparison(error, line):
    """The two values of such an assert, `assert expected == result`: of names and literals, since anything else would
    have to be run again."""
    import ast  # pytest has it, and a run without such a failure does not pay for it

    frame = frames_of(error)[-1][0]

    def value_of(side):
        if isinstance(side, ast.Name):
            return frame.f_locals.get(side.id, frame.f_globals.get(side.id, _UNKNOWN))
        return side.value if isinstance(side, ast.Constant) else _UNKNOWN

    try:
        test = ast.parse(line).body[0].test
        [operator], [right] = test.ops, test.comparators
    except (AttributeError, IndexError, SyntaxError, ValueError):
        return None
    values = [value_of(test.left), value_of(right)]
    if not isinstance(operator, ast.Eq) or any(value is _UNKNOWN for value in values):
        return None
    return _of_arguments([getattr(side, "id", "") for side in (test.left, right)], *values)


def failure_of(error, test=None, compared=None, kind=None, said=None):
    """The failure that an exception is; `test` is its TestPlace, `compared` what the runner knows of the comparison that
    failed, `said` its message where that is not the error's own."""
    asserted = isinstance(error, AssertionError)
    message = said or (text_of(error) or _assert_line(error) if asserted else headline(error))
    if asserted and not compared and not text_of(error):
        compared = _assert_comparison(error, message)
    if asserted and not compared:
        compared, own = _unittest_comparison(error)
        if compared:
            message = message.split("\n", 1)[0]
            if own is not None and not message.endswith(str(own)):
                message += " : %s" % (own,)
    if asserted or said:
        message += notes_of(error)
    found = failure(kind or ("assertion" if asserted else "panic"), with_causes(message, error), None, compared)
    set_places(found, error, test.of(error) if test is not None else None)
    missing = missing_module(error) if kind == "error" else None
    return dict(found, missing=missing) if missing else found


def set_places(found, error, where):
    """Where a failure is; without a place in the test, where it was raised."""
    raised = raised_elsewhere(error, where)
    if where is None:
        where, raised = raised, None
    found.update(_place("file", "line", where))
    found.update(_place("raised_file", "raised_line", raised))
    found.update(stack_of(error))


def _place(file, line, place):
    out = {}
    if place and place[0]:
        out[file] = place[0]
        if place[1]:
            out[line] = place[1]
    return out


def _without_addresses(message):
    """Of functions, whose names say all that a reader needs; of other objects they may be what differs."""
    first, *rest = message.split(" at 0x")
    for part in rest:
        opened = first[first.rfind("<"):]
        named = opened.startswith(("<function ", "<built-in function ", "<method ")) and ">" not in opened
        first += part[part.find(">"):] if named and ">" in part else " at 0x" + part
    return first


def failure(kind, message, place=None, compared=None):
    out = dict({"kind": kind, "message": cut(_without_addresses(message))}, **_place("file", "line", place))
    out.update({name: value for name, value in (compared or {}).items() if value is not None})
    return out


def missing_module(error):
    """The top-level module whose absence an exception tells."""
    name = error.name if isinstance(error, ModuleNotFoundError) else None
    return name if name and "." not in name else None


def _home_of(name):
    for folder in (WORKSPACE, os.path.join(WORKSPACE, "src"), os.path.join(WORKSPACE, "lib")):
        path = os.path.join(folder, name)
        if os.path.isdir(path):
            return path
        if os.path.isfile(path + ".py"):
            return path + ".py"
    return None


def say_missing_module(channel, failure):
    """A note about a failure that has a `missing` module."""
    name = failure.get("missing")
    if not name or name in _missed:
        return
    _missed.add(name)
    python = sys.executable  # not through its links: that of an environment leads out of it
    if python.startswith(WORKSPACE + os.sep):
        python = python[len(WORKSPACE) + 1:]
    home = _home_of(name)
    if home is None:
        text = "%s is not installed for %s: `%s -m pip install %s` adds it, if its package has the module's name."
        channel.put("note", text=text % (name, python, python, name))
    elif "covey_pytest" in modules and os.path.dirname(home) == WORKSPACE and not {"", WORKSPACE}.intersection(sys.path):
        text = ("%s is the project's own (%s), and not on sys.path: `pytest` does not put the workspace there, `python -m pytest` "
                "does. `pythonpath = .` in pytest's configuration, a conftest.py there or `%s -m pip install -e .` mends that.")
        channel.put("note", text=text % (name, below_workspace(home), python))
    else:
        text = "%s is the project's own (%s), but not installed for %s: `%s -m pip install -e .` does that."
        channel.put("note", text=text % (name, below_workspace(home), python, python))
