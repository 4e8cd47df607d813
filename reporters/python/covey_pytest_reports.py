"""What pytest's exceptions and reports say, as failures. Built where the test runs, for only there are the values."""
import doctest

import pytest
from _pytest._io.saferepr import saferepr

from covey_channel import below_workspace, cut
from covey_failures import comparison, failure, failure_of, repr_of, text_of
from covey_own import BUILTINS as __builtins__, os
from covey_places import TestPlace
from covey_pytest_selection import place_of

_FAILED = pytest.fail.Exception
_COLLECTING = ("CollectError", "ConftestImportFailure")


def own_file(item):
    return str(getattr(item, "path", None) or item.fspath)


def _where_it_stands(item):
    """What is inherited stands in another file than the class."""
    place = place_of(item.location, str(item.config.rootpath))
    return place["file"], place.get("line", 0)


def explained(message):
    """The explained message of an assert without the details of its comparison, which are indented."""
    return "\n".join(line for at, line in enumerate(message.split("\n")) if at == 0 or not line.startswith("  "))


def _differs(values):
    try:
        return not values[0] == values[1]
    except Exception:  # an array has no truth
        return True


def explains_by_itself(config, said, left):
    """Whether a plugin or a conftest.py has explained the comparison: pytest's own words begin with the left value."""
    if not said or len(config.hook.pytest_assertrepr_compare.get_hookimpls()) <= 2:  # pytest's and ours
        return False
    try:
        return not any(_plain(said[0]).startswith(_plain(text)[:8]) for text in (saferepr(left), repr_of(left), ascii(left)))
    except Exception:  # a value's repr may do anything
        return False


def _plain(text):
    """pytest leaves the beginning of a value, but where it shortens one its quotes may be others."""
    return text[:80].replace("\\", "").replace('"', "'")


def _matching(compared, message):
    """The last comparison that was explained, if this message is about one, and what is left of the message beside it."""
    if " == " not in message or not ("\n" + message).count("\nassert "):
        return None, None
    if compared and compared[-1][2]:  # and compared once more it may count as another check
        return _explained_by_plugin(message)
    values = next((one[:2] for one in reversed(compared) if not one[2] and _differs(one)), None)
    return (comparison(*values), explained(message)) if values else (None, None)


def _explained_by_plugin(message):
    """A diff, if it looks like one: the value on the right may be no more than the name of what is compared with."""
    first, _, rest = message.partition("\n")
    lines = [line[2:] if line.startswith("  ") else line for line in rest.split("\n")]
    if not any(line.startswith(("- ", "+ ")) for line in lines):
        return None, None
    lines = [line[:1] + line[2:] if line.startswith(("- ", "+ ", "  ")) else line for line in lines]
    # Only the plugin knows which side its signs are of.
    return {"diff": cut("\n".join(["signs as above"] + lines))}, first


def _of_doctest(error, item):
    checks = getattr(error, "failures", None) or [error]
    for check in checks:
        if not isinstance(check, (doctest.DocTestFailure, doctest.UnexpectedException)):
            return None
        file, line = check.test.filename or own_file(item), (check.test.lineno or 0) + check.example.lineno + 1
        place = (below_workspace(file), line)
        if isinstance(check, doctest.UnexpectedException):
            return dict(failure_of(check.exc_info[1], TestPlace(defined=place)), role="doc block")
        values = {"expected": check.example.want.rstrip("\n"), "actual": check.got.rstrip("\n")}
        return dict(failure("assertion", check.example.source.rstrip("\n"), place, values), role="doc block")
    return None


def _function_of(item):
    return getattr(item, "originalname", None) or item.name.partition("[")[0]


def _of_plugin(error, item, longrepr, kind):
    """A plugin's own kind of test: its words and its place."""
    said = longrepr if isinstance(longrepr, str) else None
    return failure_of(error, TestPlace(defined=_where_it_stands(item)), kind=kind, said=said)


def failure_of_call(item, excinfo, when, compared, longrepr):
    """The failure that the exception of one phase is. What a fixture raises did not come through the test."""
    error = excinfo.value
    kind = None if when == "call" else "error"
    defined = _where_it_stands(item)
    test = TestPlace(own_file(item), _function_of(item), defined) if when == "call" else TestPlace(defined=defined)
    if hasattr(longrepr, "errorstring"):  # a fixture that there is not
        place = (below_workspace(str(longrepr.filename)), (longrepr.firstlineno or 0) + 1)
        return failure("error", longrepr.errorstring.strip().split("\n", 1)[0], place)
    of_doctest = _of_doctest(error, item)
    if of_doctest is not None:
        return of_doctest
    if not hasattr(item, "obj"):
        return _of_plugin(error, item, longrepr, kind)
    if isinstance(error, _FAILED):
        message = str(getattr(error, "msg", None) or error)
        timed_out = message.startswith("Timeout ") and "pytest-timeout" in message or message.startswith("Timeout >")
        return failure_of(error, test, kind=kind or ("timeout" if timed_out else "assertion"), said=message)
    values, said = _matching(compared, text_of(error)) if isinstance(error, AssertionError) else (None, None)
    return failure_of(error, test, values, kind, said)


def _finished(error):
    """The innermost FixtureDef that was at its end."""
    found, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_name == "finish":
            found = next((one for one in [trace.tb_frame.f_locals.get("self")] if hasattr(one, "argname")), found)
        trace = trace.tb_next
    return found


def shared_end(item, error):
    """Of an error of a tear-down: the node whose tests share what raised it. The one that ran last need not use it."""
    for one in getattr(error, "exceptions", None) or [error]:
        fixture = _finished(one)
        if fixture is None or fixture.scope == "function":
            continue
        parts = {"class": (pytest.Class,), "module": (pytest.Module, pytest.File)}.get(fixture.scope, ())
        node = next((one for one in reversed(item.listchain()) if isinstance(one, parts)), None)
        return {"node": node.nodeid if node is not None else None, "fixture": fixture.argname, "scope": fixture.scope}
    return None


def failure_of_collecting(error, own):
    """An exception that kept a file from being loaded."""
    while type(error).__name__ in _COLLECTING and error.__cause__ is not None:
        error = error.__cause__
    cause = getattr(error, "excinfo", None)  # conftest.py, before pytest 8
    if type(error).__name__ in _COLLECTING and isinstance(cause, tuple):
        error = cause[1]
    said = str(error) if type(error).__name__ in _COLLECTING else None
    found = failure_of(error, TestPlace(own, "<module>") if own else None, kind="error", said=said)
    if "file" not in found and own and os.path.isfile(own):
        found["file"] = below_workspace(own)
    return found


def failure_of_report(report, kind="error"):
    """A red report without an exception that we saw: a strict xfail that passed, a worker that died."""
    text = report.longreprtext if report.longrepr is not None else ""
    file, line = report.location[:2] if getattr(report, "location", None) else (None, None)
    lines = [one for one in text.splitlines() if one.strip()]
    if kind == "crash":
        message = "the worker process ended while this test was running"
    elif isinstance(report.longrepr, str):
        message = text.strip()
    else:
        message = lines[-1] if lines else "failed without a message"
    return failure(kind, message, (file, line + 1 if isinstance(line, int) else 0))


def printed(report):
    """What the test printed and logged, as pytest captured it."""
    parts = [text for title, text in report.sections if title.startswith("Captured ") and text]
    return cut("\n".join(parts)) or None
