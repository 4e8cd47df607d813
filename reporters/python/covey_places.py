"""Where a failure is: the place in the test, and the one where the cause was raised."""
import sysconfig

from covey_channel import WORKSPACE, below_workspace
from covey_own import BUILTINS as __builtins__, os

_LIBRARIES = {os.path.realpath(path) + os.sep for path in sysconfig.get_paths().values()
              if path and os.path.realpath(path) != WORKSPACE}
_MOST_CAUSES = 20
_MOST_FRAMES = 1000
_shown = {}  # file name as the code says it -> relative to the workspace; None: not the project's


def is_project_file(name):
    """A file of the workspace that is not of an environment inside of it."""
    if name.startswith("<"):
        return False
    path = os.path.realpath(os.path.join(WORKSPACE, name))
    return (path.startswith(WORKSPACE + os.sep)
            and not any(path.startswith(folder) and len(folder) > len(WORKSPACE) + 1 for folder in _LIBRARIES)
            and not {"site-packages", "dist-packages"}.intersection(path.split(os.sep)))


def _project_file(name):
    if name not in _shown:
        _shown[name] = below_workspace(name) if is_project_file(name) else None
    return _shown[name]


def frames_of(error):
    """The frames of the traceback, outermost first."""
    trace, frames = getattr(error, "__traceback__", None), []
    while trace is not None:
        frames.append((trace.tb_frame, trace.tb_lineno))
        trace = trace.tb_next
    return frames


def _project_frames(error):
    """(name of the function, (file, line)) of each frame in the project, outermost first."""
    named = [(frame.f_code, line) for frame, line in frames_of(error)]
    return [(code.co_name, (_project_file(code.co_filename), line)) for code, line in named
            if _project_file(code.co_filename) is not None]


def _raised(error):
    """The innermost place in the project."""
    if isinstance(error, SyntaxError) and error.filename and _project_file(error.filename) is not None:
        return _project_file(error.filename), error.lineno or 0
    frames = _project_frames(error)
    return frames[-1][1] if frames else None


def inner_errors(error):
    """Those of an ExceptionGroup."""
    inner = getattr(error, "exceptions", None)
    return inner if isinstance(inner, tuple) and all(isinstance(one, BaseException) for one in inner) else ()


def causes_of(error):
    """(how it is connected, the error): from what an error was raised, or while what was being handled."""
    seen = {id(error)}
    while len(seen) < _MOST_CAUSES:
        how, error = ("caused by", error.__cause__) if error.__cause__ is not None else \
            ("while handling", None if error.__suppress_context__ else error.__context__)
        if error is None or id(error) in seen:
            return
        seen.add(id(error))
        yield how, error


def _all_raised(error):
    for one in inner_errors(error)[:_MOST_CAUSES]:
        yield from _all_raised(one)
    for one in [error] + [cause for _, cause in causes_of(error)]:
        yield _raised(one)


class TestPlace:
    """Where a test is written: its file, the name of its function, and the place of its definition if it is known."""

    def __init__(self, file=None, function=None, defined=None):
        self.file = below_workspace(file) if file else None
        self.function, self.defined = function, defined

    def of(self, error):
        """The line of the test that the error came through; else the test's definition."""
        frames = _project_frames(error)
        named = [place for name, place in frames if name == self.function]
        own = [place for _, place in frames if place[0] == self.file]
        for some in ([place for place in named if place in own], named):
            if some:
                return some[-1]  # a decorator's function may have the test's name and file, too
        return own[0] if own else self.defined


def stack_of(error):
    """The project's frames, innermost first, and how many others there are; {} where two places say it all."""
    own = _project_frames(error)
    if len(own) <= 2:
        return {}
    shown = [{"function": name, "file": file, "line": line} for name, (file, line) in reversed(own)]
    return {"stack": shown[:_MOST_FRAMES], "others": len(frames_of(error)) - len(own)}


def raised_elsewhere(error, where):
    """The innermost place in the project where an error, or what it came from, was raised, but for this one."""
    return next((place for place in _all_raised(error) if place is not None and place != where), None)


def innermost(error):
    """" (shop/cart.py:7)", or nothing."""
    place = _raised(error)
    return " (%s:%d)" % place if place else ""
