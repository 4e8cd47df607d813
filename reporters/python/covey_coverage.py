"""Coverage of a run with one context per test, written as `.cov` files (parsers/events/unit_coverage.hpp).

What counts follows the project's own configuration of coverage.py: the same files and the same lines as its report.
"""
import warnings

from covey_channel import KeptFile, WORKSPACE, below_workspace, encoded, setting
from covey_counted import Counted
from covey_inputs import Input, Inputs
from covey_own import BUILTINS as __builtins__, os
from covey_places import is_project_file
from covey_probe_recorder import ProbeRecorder
from covey_recorders import LOADING, MonitoringRecorder, Shared, ToolRecorder, TraceRecorder


def _bits(number):
    lines, line = [], 0
    while number:
        zeros = (number & -number).bit_length() - 1
        line += zeros
        lines.append(line)
        number >>= zeros + 1
        line += 1
    return lines


def ranges(lines):
    """{1, 2, 3, 7} -> "1-3,7"."""
    out = []
    for line in sorted(lines):
        if out and line == out[-1][1] + 1:
            out[-1][1] = line
        else:
            out.append([line, line])
    return ",".join("%d-%d" % (a, b) if b > a else str(a) for a, b in out)


def _with_further(source, lines):
    """These and all further lines of their statements, which have no count of their own."""
    out = set(lines)
    for line in lines:
        out.update(source.further.get(line, ()))
    return out


class _Journal:
    """What ran, written as soon as it is known: a run that is cut short keeps what its tests have measured."""

    def __init__(self, folder, report):
        self._file = KeptFile(os.path.join(folder, "%d.cov" % os.getpid()))
        self._report = report
        self._paths = {}  # as the code says it -> absolute
        self._sources = {}  # absolute path -> its lines, None for what is no Python
        self._hit = {}  # absolute path -> its lines that ran; None where reports leave it out
        self.documented = set()  # paths: of files of the product that only hold doctests
        self._ranges = {}  # (absolute path, bits) -> ranges: many tests run the same lines of a file
        self._put(unfinished=True)

    def _put(self, **members):
        self._file.write(encoded(members))

    def _source(self, path, loaded=True):
        if path not in self._sources:
            self._sources[path] = lines = self._report.lines(path, loaded)
            self._hit[path] = set() if self._report.counts(path) else None
            if lines is not None and self._hit[path] is not None:
                further = _with_further(lines, lines.all) - lines.found
                of_tests = {"test": True} if self._report.is_of_tests(path) else {}
                if path in self.documented:
                    of_tests.setdefault("test", False)
                self._put(file=below_workspace(path), found=ranges(lines.found), further=ranges(further), **of_tests)
        return self._sources[path]

    def _ran(self, path, bits):
        """As ranges, with all lines of the statements that ran."""
        if (path, bits) not in self._ranges:
            source = self._source(path)
            lines = {source.first(line) for line in _bits(bits)} & source.all
            new = (lines & source.found) - self._hit[path] if self._hit[path] is not None else None
            if new:
                self._hit[path] |= new
                self._put(file=below_workspace(path), hit=ranges(new))
            self._ranges[path, bits] = ranges(_with_further(source, lines))
        return self._ranges[path, bits]

    def add(self, context, files):
        if isinstance(context, Shared):
            context.add(files)
            return
        here, reads = {}, []
        for name, bits in files.items():
            if isinstance(name, Input):
                reads.append(name)
                continue
            if name not in self._paths:
                self._paths[name] = os.path.join(WORKSPACE, below_workspace(name))
            path = self._paths[name]
            if self._source(path) is not None and self._ran(path, bits):
                here[below_workspace(path)] = self._ran(path, bits)
        group, name = context or ("", None)
        of = {"group": group} if name is None else {"group": group, "name": name}
        if here or reads:
            self._put(ran=here, **of, **({"reads": reads} if reads else {}))

    def add_readers(self, readers):
        for path, files in readers.items():
            self._put(input=path, by={name and below_workspace(name): ranges(_bits(bits)) for name, bits in files.items()})

    def tell_inputs(self, known):
        self._put(inputs=known)

    def finish(self):
        for path in self._report.never_loaded():
            if is_project_file(path):
                self._source(path, loaded=False)
        self._put(unfinished=False)


class Coverage:
    """Records from here on."""

    def __init__(self, folder):
        self._report = Counted(folder)
        self._journal = _Journal(folder, self._report)
        self._trouble = None
        self._inputs = Inputs() if setting("COVEY_INPUTS") else None
        if MonitoringRecorder.available():  # its own contexts are slow, and since 3.14 they are not complete
            self._recorder = MonitoringRecorder()
            return
        if ProbeRecorder.available():
            self._recorder = ProbeRecorder()
            return
        try:
            self._recorder = self._tool_recorder(folder)
        except Exception:  # one so old that it knows no contexts, or so new that it is another
            self._recorder = TraceRecorder()

    def _tool_recorder(self, folder):
        module = self._report.coverage_py()
        concurrency = [one for one in self._report.option("run:concurrency") or [] if one != "multiprocessing"]
        return TraceRecorder() if module is None else ToolRecorder(module, folder, concurrency or None)

    def watch_rewriting(self, keeps=False):
        if isinstance(self._recorder, ProbeRecorder):
            self._recorder.watch_rewriting(keeps)

    def follow(self, sources, named):
        self._report.follow(sources, named)

    @property
    def context(self):
        return self._recorder.context

    def switch(self, context=LOADING):
        """(group, name) of a test, a Shared, or what `context` was before."""
        ran_in = self._recorder.context
        files = self._recorder.switch(context)
        if self._inputs is not None:
            files.update(self._inputs.take())
        self._add(ran_in, files)

    def tell_documented(self, groups):
        self._journal.documented.update(os.path.join(WORKSPACE, group) for group in groups)

    def share(self, shared, context):
        """What it ran so far is told of this test, too."""
        shared.users[context] = None
        self._add(context, shared.ran)

    def keep_unused(self, shared):
        if not shared.users:
            self._add(LOADING, shared.ran)

    def _add(self, context, files):
        if not files or self._trouble is not None:
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                self._journal.add(context, files)
            except Exception as error:
                self._trouble = "coverage could not be collected: %s: %s" % (type(error).__name__, error)

    def finish(self):
        """Writes the rest; gives a sentence where that is not possible."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                if self._inputs is not None:
                    self._journal.add(self._recorder.context, self._inputs.take())
                    self._journal.add_readers(self._inputs.readers())
                    self._journal.tell_inputs(self._inputs.complete)
                for context, files in self._recorder.stop():
                    self._journal.add(context, files)
                self._journal.finish()
                self._report.close()
            except Exception as error:
                return "coverage could not be collected: %s: %s" % (type(error).__name__, error)
        return self._trouble or self._report.trouble
