"""Coverage of a run with one context per test, written as `.cov` files (parsers/coverage/unit_coverage.hpp).

What counts follows the project's own configuration of coverage.py, where that is installed: the same files and the same
lines as its report.
"""
import fnmatch
import importlib
import os
import sys
import warnings

from covey_channel import WORKSPACE, below_workspace, encoded, setting
from covey_failures import is_project_file
from covey_lines import SourceLines
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
        self._translate = tool._get_file_reporter(path).translate_lines
        self._known = {}

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
        self._folders = [folder for name in ("source", "source_pkgs", "source_dirs")
                         for folder in self._source_folders(name)]
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

    def _source_folders(self, name):
        for source in self.option("run:" + name) or []:
            if os.path.isdir(source):
                yield os.path.realpath(source) + os.sep
                continue
            module = sys.modules.get(source)
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
        if self._restricted and not path.startswith(tuple(self._folders)):
            return False
        return all(match(path) for match in self._include) and not any(match(path) for match in self._omit)

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
        for folder in self._folders:
            if not folder.endswith(os.sep):
                continue
            for here, folders, names in os.walk(folder):
                if os.path.realpath(here) + os.sep != folder and "__init__.py" not in names \
                        and not self.option("report:include_namespace_packages"):
                    folders[:] = []
                    continue
                folders[:] = [name for name in folders if not name.startswith(".")]
                yield from (os.path.join(here, name) for name in names if name.endswith((".py", ".pyw")))


class Coverage:
    """Records from here on."""

    def __init__(self, folder):
        self._folder = folder
        if MonitoringRecorder.available():  # its own contexts are slow, and since 3.14 they are not complete
            self._recorder = MonitoringRecorder()
            return
        module = _coverage_module()
        try:
            self._recorder = self._tool_recorder(module) if module is not None else TraceRecorder()
        except Exception:  # one so old that it knows no contexts, or so new that it is another
            self._recorder = TraceRecorder()

    def _tool_recorder(self, module):
        report = _Report(module, self._folder)
        concurrency = [one for one in report.option("run:concurrency") or [] if one != "multiprocessing"]
        report.close()
        return ToolRecorder(module, self._folder, concurrency or None)

    def switch(self, group, name):
        self._recorder.switch((group, name))

    def switch_to_loading(self):
        self._recorder.switch(LOADING)

    def finish(self):
        """Writes the files; gives a sentence where that is not possible."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                self._recorder.stop()
                report = _Report(_coverage_module(), self._folder)
                self._write(report)
                report.close()
            except Exception as error:
                return "coverage could not be collected: %s: %s" % (type(error).__name__, error)
        return None

    def _write(self, report):
        sources = {}  # absolute path -> its lines
        by_name = {}  # as the code says it -> absolute path
        for name in {name for files in self._recorder.ran.values() for name in files}:
            by_name[name] = os.path.join(WORKSPACE, below_workspace(name))
        for path in list(by_name.values()) + [path for path in report.never_loaded() if is_project_file(path)]:
            if path not in sources and report.counts(path):
                sources[path] = report.lines(path)
        sources = {path: lines for path, lines in sources.items() if lines is not None}
        _write(os.path.join(self._folder, "%d.cov" % os.getpid()), self._recorder.ran, by_name, sources)


def _write(target, ran, by_name, sources):
    hit = {path: set() for path in sources}
    translated = {}  # many tests run the same lines of a file
    with open(target, "wb") as file:
        for context, files in ran.items():
            here = {}
            for name, bits in files.items():
                path = by_name[name]
                if path not in sources:
                    continue
                if (path, bits) not in translated:
                    lines = {sources[path].first(line) for line in _bits(bits)} & sources[path].found
                    hit[path] |= lines
                    translated[path, bits] = ranges(lines)
                if translated[path, bits]:
                    here[below_workspace(path)] = translated[path, bits]
            group, name = context or ("", None)
            unit = {"group": group, "ran": here} if name is None else {"group": group, "name": name, "ran": here}
            if here:
                file.write(encoded(unit))
        for path, lines in sources.items():
            file.write(encoded({"file": below_workspace(path), "found": ranges(lines.found), "hit": ranges(hit[path])}))


_started = []


def start():
    """A recorder, where covey wants one; the same for all who ask."""
    folder = setting("COVEY_COVERAGE")
    if folder and not _started:
        _started.append(Coverage(folder))
    return _started[0] if _started else None
