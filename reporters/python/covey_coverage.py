"""Coverage of a run with one context per test, written as `.cov` files (parsers/events/unit_coverage.hpp).

What counts follows the project's own configuration of coverage.py, where that is installed: the same files and the same
lines as its report.
"""
import fnmatch
import importlib
import sys
import warnings

from covey_channel import KeptFile, WORKSPACE, below_workspace, encoded, setting
from covey_lines import SourceLines, further_lines
from covey_own import BUILTINS as __builtins__, modules, os
from covey_places import is_project_file
from covey_recorders import LOADING, MonitoringRecorder, ToolRecorder, TraceRecorder, close_data


def _coverage_module():
    try:
        return importlib.import_module("coverage")
    except Exception:  # not there, or not for this Python
        return None


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


class _ToolLines:
    """SourceLines as the installed coverage.py sees the file."""

    def __init__(self, tool, path):
        self.found = set(tool.analysis2(path)[1])
        reporter = tool._get_file_reporter(path)
        self._translate = reporter.translate_lines
        self._known = {}
        count = len(reporter.source().splitlines())
        self.further = further_lines((line, self.first(line)) for line in range(1, count + 1))

    def first(self, line):
        if line not in self._known:
            self._known[line] = next(iter(self._translate([line])))
        return self._known[line]


class _Report:
    """The project's configuration of coverage.py: which files and which of their lines count."""

    def __init__(self, module, folder):
        self._module = module
        self._tool = None
        for configured in (True, False) if module is not None else ():
            try:
                file = os.path.join(folder, "report-%d" % os.getpid())
                self._tool = module.Coverage(data_file=file, config_file=configured)
                self._tool.get_data()
                break
            except Exception:  # a configuration that coverage.py does not read
                self._tool = None
        self._restricted = any(self.option("run:" + name) for name in ("source", "source_pkgs", "source_dirs"))
        self._omit = [self._matcher(self.option(part + ":omit")) for part in ("run", "report")]
        # coverage.py itself ignores run:include once there is a source
        include = ["report:include"] if self._restricted else ["run:include", "report:include"]
        self._include = [self._matcher(self.option(name)) for name in include if self.option(name)]

    def close(self):
        """Or its database is complained about, which fails a run whose warnings are errors."""
        if self._tool is not None:
            close_data(self._tool.get_data())

    def option(self, name):
        try:
            return self._tool.get_option(name)
        except Exception:  # no coverage.py, or one before this option
            return None

    def _folders(self):
        """A package is only found when it is loaded."""
        return [folder for name in ("source", "source_pkgs", "source_dirs") for folder in self._source_folders(name)]

    def _source_folders(self, name):
        for source in self.option("run:" + name) or []:
            if os.path.isdir(source):
                yield os.path.realpath(source) + os.sep
                continue
            module = modules.get(source)
            file = getattr(module, "__file__", None)
            if file:
                is_package = hasattr(module, "__path__")
                yield os.path.realpath(os.path.dirname(file)) + os.sep if is_package else os.path.realpath(file)

    def _matcher(self, patterns):
        if not patterns:
            return lambda path: False
        try:
            files = self._module.files
            return files.GlobMatcher(files.prep_patterns(patterns)).match
        except Exception:  # its inner parts are no promise
            absolute = [one if one[0] in "*?" else os.path.join(WORKSPACE, one) for one in patterns]
            return lambda path: any(fnmatch.fnmatch(path, one) for one in absolute)

    def counts(self, path):
        if self._restricted and not path.startswith(tuple(self._folders())):
            return False
        return all(match(path) for match in self._include) and not any(match(path) for match in self._omit)

    def is_of_tests(self, path):
        """A file of the tests, unless the configuration says what counts."""
        if self._restricted or self._include or any(self.option(part + ":omit") for part in ("run", "report")):
            return False
        below = below_workspace(path).split("/")
        return below[0] in ("test", "tests") or below[-1] == "conftest.py" or \
            fnmatch.fnmatch(below[-1], "test_*.py") or fnmatch.fnmatch(below[-1], "*_test.py")

    def lines(self, path):
        """What the source says, or None for what is no readable Python."""
        if self._tool is not None:
            try:
                return _ToolLines(self._tool, path)
            except Exception:
                if not path.endswith((".py", ".pyw")):
                    return None
        try:
            return SourceLines(path)
        except Exception:
            return None

    def never_loaded(self):
        """coverage.py lists the files of its configured sources even if nothing loads them."""
        for folder in self._folders():
            if not folder.endswith(os.sep):
                continue
            for here, folders, names in os.walk(folder):
                if os.path.realpath(here) + os.sep != folder and "__init__.py" not in names \
                        and not self.option("report:include_namespace_packages"):
                    folders[:] = []
                    continue
                folders[:] = [name for name in folders if not name.startswith(".")]
                yield from (os.path.join(here, name) for name in names if name.endswith((".py", ".pyw")))


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
        self._sources = {}  # absolute path -> its lines, None where it does not count
        self._hit = {}  # absolute path -> its lines that ran
        self._ranges = {}  # (absolute path, bits) -> ranges: many tests run the same lines of a file
        self._put(unfinished=True)

    def _put(self, **members):
        self._file.write(encoded(members))

    def _source(self, path):
        if path not in self._sources:
            lines = self._report.lines(path) if self._report.counts(path) else None
            self._sources[path] = lines
            if lines is not None:
                self._hit[path] = set()
                further = _with_further(lines, lines.found) - lines.found
                of_tests = {"test": True} if self._report.is_of_tests(path) else {}
                self._put(file=below_workspace(path), found=ranges(lines.found), further=ranges(further), **of_tests)
        return self._sources[path]

    def _ran(self, path, bits):
        """As ranges, with all lines of the statements that ran."""
        if (path, bits) not in self._ranges:
            source = self._source(path)
            lines = {source.first(line) for line in _bits(bits)} & source.found
            new = lines - self._hit[path]
            if new:
                self._hit[path] |= new
                self._put(file=below_workspace(path), hit=ranges(new))
            self._ranges[path, bits] = ranges(_with_further(source, lines))
        return self._ranges[path, bits]

    def add(self, context, files):
        here = {}
        for name, bits in files.items():
            if name not in self._paths:
                self._paths[name] = os.path.join(WORKSPACE, below_workspace(name))
            path = self._paths[name]
            if self._source(path) is not None and self._ran(path, bits):
                here[below_workspace(path)] = self._ran(path, bits)
        group, name = context or ("", None)
        if here and name is None:
            self._put(group=group, ran=here)
        elif here:
            self._put(group=group, name=name, ran=here)

    def finish(self):
        for path in self._report.never_loaded():
            if is_project_file(path):
                self._source(path)
        self._put(unfinished=False)


class Coverage:
    """Records from here on."""

    def __init__(self, folder):
        self._module = _coverage_module()
        self._report = _Report(self._module, folder)
        self._journal = _Journal(folder, self._report)
        self._trouble = None
        if MonitoringRecorder.available():  # its own contexts are slow, and since 3.14 they are not complete
            self._recorder = MonitoringRecorder()
            return
        try:
            self._recorder = self._tool_recorder(folder) if self._module is not None else TraceRecorder()
        except Exception:  # one so old that it knows no contexts, or so new that it is another
            self._recorder = TraceRecorder()

    def _tool_recorder(self, folder):
        concurrency = [one for one in self._report.option("run:concurrency") or [] if one != "multiprocessing"]
        return ToolRecorder(self._module, folder, concurrency or None)

    def switch(self, group, name):
        self._switch((group, name))

    def switch_to_loading(self):
        self._switch(LOADING)

    def _switch(self, context):
        ran_in = self._recorder.context
        files = self._recorder.switch(context)
        if files and self._trouble is None:
            self._add(ran_in, files)

    def _add(self, context, files):
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
                for context, files in self._recorder.stop():
                    self._journal.add(context, files)
                self._journal.finish()
                self._report.close()
            except Exception as error:
                return "coverage could not be collected: %s: %s" % (type(error).__name__, error)
        return self._trouble


_started = []


def start():
    """A recorder, where covey wants one; the same for all who ask."""
    folder = setting("COVEY_COVERAGE")
    if folder and not _started:
        _started.append(Coverage(folder))
    return _started[0] if _started else None
