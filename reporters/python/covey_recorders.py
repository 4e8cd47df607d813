"""Which lines of the project run, in which context. Four ways, the best that the interpreter has: sys.monitoring (Python
3.12), probes in the code (covey_probe_recorder), coverage.py where it is installed, sys.settrace."""
import sys
import threading
import types

from covey_own import BUILTINS as __builtins__, os
from covey_places import is_project_file

LOADING = ()  # the context of what runs outside of any test
_TOOLS = (4, 5)  # of sys.monitoring: hypothesis takes 3, and warns where it cannot


class Shared(tuple):
    """The context of a fixture that several tests use. Empty: who knows no such takes it for LOADING."""

    def __new__(cls):
        return super().__new__(cls)

    def __init__(self):
        self.ran = {}  # file -> lines, as bits
        self.users = {}  # contexts of tests, in their order
        self.outer = ()

    def add(self, files):
        for name, bits in files.items():
            self.ran[name] = self.ran.get(name, 0) | bits


def close_data(data):
    """Of coverage.py, which cannot do that before 7."""
    if hasattr(data, "close"):
        data.close()


class Recorder:
    """switch() gives what has run since the last time: file -> lines, as bits of a number."""

    def __init__(self):
        self.context = LOADING
        self._mine = {}

    def is_mine(self, name):
        known = self._mine.get(name)
        if known is None:
            known = self._mine[name] = is_project_file(name)
        return known

    def stop(self):
        """(context, files) of all that was not given before."""
        rest = [(self.context, self.switch(LOADING))]
        self._end()
        return rest


def bits_of(lines):
    bits = 0
    for line in lines:
        bits |= 1 << line
    return bits


class MonitoringRecorder(Recorder):
    """Asks for each line of the project once per context. Costs nothing for lines of libraries: their functions
    are looked at when they are first called, and never again."""

    def __init__(self):
        super().__init__()
        self._monitoring = sys.monitoring
        self._tool = next(tool for tool in _TOOLS if self._monitoring.get_tool(tool) is None)
        self._seen = []
        self._begin()

    def _begin(self):
        events = self._monitoring.events
        self._monitoring.use_tool_id(self._tool, "covey")
        self._monitoring.register_callback(self._tool, events.PY_START, self._function_starts)
        self._monitoring.register_callback(self._tool, events.LINE, self._line_runs)
        self._monitoring.set_events(self._tool, events.PY_START)

    @staticmethod
    def available():
        monitoring = getattr(sys, "monitoring", None)
        return monitoring is not None and any(monitoring.get_tool(tool) is None for tool in _TOOLS)

    def _function_starts(self, code, _):
        if self.is_mine(code.co_filename) and self._monitoring.get_tool(self._tool) == "covey":
            self._monitoring.set_local_events(self._tool, code, self._monitoring.events.LINE)
        return self._monitoring.DISABLE

    def _line_runs(self, code, line):
        self._seen.append((code, line))
        return self._monitoring.DISABLE

    def switch(self, context):
        seen, self._seen = self._seen, []
        by_file, codes = {}, {}
        for code, line in seen:
            by_file.setdefault(code.co_filename, set()).add(line)
            codes[id(code)] = code
        for code in codes.values() if self._is_there() else ():  # off and on again: a line that was seen reports once more
            self._monitoring.set_local_events(self._tool, code, 0)
            self._monitoring.set_local_events(self._tool, code, self._monitoring.events.LINE)
        self.context = context
        return {file: bits_of(lines) for file, lines in by_file.items()}

    def _is_there(self):
        """A test may free the number, as one does that cleans up behind tools, and another tool may take it."""
        if self._monitoring.get_tool(self._tool) is None:
            self._begin()
            self._monitoring.restart_events()
        return self._monitoring.get_tool(self._tool) == "covey"

    def _end(self):
        if self._is_there():
            self._monitoring.set_events(self._tool, 0)
            self._monitoring.free_tool_id(self._tool)


class ToolRecorder(Recorder):
    """coverage.py: its tracer, and its own contexts only where its tracer's data are not the sets they are today.
    Through its database each test would cost a millisecond."""

    def __init__(self, coverage, folder, concurrency):
        super().__init__()
        self._names = [LOADING]
        self._tool = coverage.Coverage(data_file=os.path.join(folder, "data-%d" % os.getpid()), branch=False,
                                       config_file=False, concurrency=concurrency)
        self._switch = self._tool.switch_context  # before 5 there is none, and this is no way to record
        self._tool.start()
        self._data = getattr(getattr(self._tool, "_collector", None), "data", None)

    def _take(self):
        """What its tracer saw since the last time; None: it is not kept as we know it."""
        if not isinstance(self._data, dict):
            return None
        seen, out = list(self._data.items()), {}
        if not all(isinstance(lines, set) for _, lines in seen):
            return None
        for file, lines in seen:
            if lines:
                new = set(lines)
                lines -= new  # but for what a thread adds meanwhile
                # The same set anew: a removal leaves a mark in its table, past which every later line would be looked
                # for. That cost a run 2%.
                lines &= lines
                if self.is_mine(file):
                    out[file] = bits_of(line for line in new if line > 0)
        return out

    def switch(self, context):
        taken = self._take()
        if taken is None:
            self._names.append(context)
            self._switch(str(len(self._names) - 1) if context else "")
        self.context = context
        return taken or {}

    def stop(self):
        self._tool.stop()
        taken = self._take()
        return list(self._all_at_the_end()) if taken is None else [(self.context, taken)]

    def _all_at_the_end(self):
        data = self._tool.get_data()
        for file in data.measured_files():
            if not self.is_mine(file):
                continue
            by_context = {}
            for line, contexts in data.contexts_by_lineno(file).items():
                for context in contexts:
                    by_context.setdefault(context, []).append(line)
            for context, lines in by_context.items():
                yield self._names[int(context or 0)], {file: bits_of(line for line in lines if line > 0)}
        close_data(data)


_CANNOT_RECOVER = sys.version_info < (3, 10)  # an error of recursion that is caught there lets the stack overflow


def _one_deeper():
    pass


def _two_deeper():
    _one_deeper()


def _marked(lines):
    line = lines.find(1)
    while line >= 0:
        yield line
        line = lines.find(1, line + 1)


settrace, gettrace = sys.settrace, sys.gettrace  # a test may replace them


def is_of_a_test(tracer):
    return getattr(tracer, "__globals__", None) is not globals() and not type(tracer).__module__.startswith("coverage")


def named_as(other, function):
    """The function as one of the other's file and module: tracebacks are shortened by the files that their frames are in, and
    tracers leave out modules."""
    if sys.version_info < (3, 8):
        return function
    return types.FunctionType(function.__code__.replace(co_filename=other.__code__.co_filename),
                              dict(function.__globals__, **{name: other.__globals__.get(name) for name in ("__name__", "__file__")}),
                              function.__name__, function.__defaults__, function.__closure__)


_IS_LINE = {"call": False, "line": True, "return": False, "exception": False, "opcode": False}


class TraceRecorder(Recorder):
    """sys.settrace: slow, but always there. Its functions stand above the test's on the stack, and next to the limit of
    recursion the test would see that: there it goes away until the next test begins. What it does for each line calls
    and compares nothing, for Python counts that as going deeper, too."""

    def __init__(self):
        super().__init__()
        self._tracers = {}  # of the files that ran: what records a line of them; None: not the project's
        self._lines = {}  # of the current context, by file: a byte per line, for a key that is a number is compared
        self._trace(self._function_starts)

    def _trace(self, function):
        self._traces = function is not None
        threading.settrace(function)
        settrace(function)

    def _function_starts(self, frame, event, argument):
        try:
            _two_deeper()
            return self._tracer_for(frame.f_code)
        except RecursionError:
            if _CANNOT_RECOVER:
                raise
            settrace(None)
            return None

    def _tracer_for(self, code):
        name = code.co_filename
        if name not in self._tracers:
            self._tracers[name] = self._tracer_of(name) if self.is_mine(name) else None
        return self._tracers[name]

    def _tracer_of(self, name):
        def line_runs(frame, event, argument):
            if _IS_LINE[event]:
                try:
                    self._lines[name][frame.f_lineno] = 1
                except (KeyError, IndexError):
                    self._make_room(name, frame.f_lineno)
            return line_runs

        return line_runs

    def _make_room(self, name, line):
        lines = self._lines.setdefault(name, bytearray())
        lines.extend(bytes(max(line + 1, 2 * len(lines)) - len(lines)))
        lines[line] = 1

    def switch(self, context):
        done, self._lines = self._lines, {}
        self.context = context
        if self._traces and gettrace() is None:  # the test went as deep as it may
            settrace(self._function_starts)
        return {file: bits_of(_marked(lines)) for file, lines in done.items()}

    def _end(self):
        self._trace(None)
