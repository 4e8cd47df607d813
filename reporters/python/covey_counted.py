"""What of the project counts for its coverage: which files, and which of their lines. Where coverage.py is configured, as that
says, also where it is not installed; otherwise as coverage.py would by itself."""
import fnmatch
import importlib
import importlib.util

import covey_configured
import covey_kept
from covey_channel import WORKSPACE, below_workspace
from covey_own import BUILTINS as __builtins__, modules, os
from covey_recorders import close_data

_OPTIONS = ("run:source", "run:source_pkgs", "run:source_dirs", "run:omit", "report:omit", "run:include", "report:include",
            "run:concurrency", "report:include_namespace_packages")
# Where coverage.py looks for its configuration, and what stands in a file that has it.
_CONFIGURATIONS = ((".coveragerc", b""), (".coveragerc.toml", b""), ("setup.cfg", b"coverage:"), ("tox.ini", b"coverage:"),
                   ("pyproject.toml", b"coverage"))


class _Lines:
    """`found`: those that can run and count. `all`: and those that the configuration excludes. `first(line)`: the first line
    of the statement that `line` is part of. `further`: the other lines of the statements of several lines, by their first."""

    def __init__(self, found, firsts, excluded=()):
        self.found, self._firsts = set(found), firsts
        self.all = self.found.union(excluded)
        self.further = {}
        for line, first in firsts.items():
            self.further.setdefault(first, set()).add(line)

    def first(self, line):
        return self._firsts.get(line, line)


def _configuration(named):
    """The files that have it, with their state; empty: there is none."""
    out = []
    named = named or os.environ.get("COVERAGE_RCFILE")
    for name, mark in _CONFIGURATIONS + (((named, b""),) if named else ()):
        try:
            with open(os.path.join(WORKSPACE, name), "rb") as file:
                if mark in file.read():
                    about = os.fstat(file.fileno())
                    out.append((file.name, about.st_mtime_ns, about.st_ctime_ns, about.st_size))
        except OSError:  # there is none
            pass
    return tuple(out)


class Counted:
    """`folder`: for what coverage.py writes. coverage.py is loaded where only it has an answer, which takes as long as pytest."""

    def __init__(self, folder):
        self._folder = folder
        self._module = self._tool = None
        self.trouble = None  # with the configuration
        self._tried = self._takes_tests = False
        self._read(None)

    def follow(self, sources, named):
        """What pytest-cov was told: None: all that runs, the tests among it; a file that it names."""
        self._takes_tests = sources is None
        self._tried = self._tried and not named
        self._read(named, {"run:source": sources} if sources else {})

    def _read(self, named, told=()):
        self._named = named
        self._configured = _configuration(named)
        self._by_tool, self._excluded = bool(self._configured), ()
        self._options = dict(self._kept_options() if self._configured else {}, **dict(told))
        self._restricted = any(self.option("run:" + name) for name in ("source", "source_pkgs", "source_dirs"))
        self._omit = [self._matcher(self.option(part + ":omit")) for part in ("run", "report")]
        # coverage.py itself ignores run:include once there is a source
        include = ["report:include"] if self._restricted else ["run:include", "report:include"]
        self._include = [self._matcher(self.option(name)) for name in include if self.option(name)]

    def coverage_py(self):
        """Or None: not there, or not for this Python."""
        if not self._tried:
            self._tried = True
            try:
                self._module = importlib.import_module("coverage")
                self._tool = self._made_tool()
            except Exception:
                pass
        return self._module

    def _made_tool(self):
        for configured in (self._named or True, False):
            try:
                file = os.path.join(self._folder, "report-%d" % os.getpid())
                tool = self._module.Coverage(data_file=file, config_file=configured)
                tool.get_data()
                return tool
            except Exception:  # a configuration that coverage.py does not read
                pass

    def _kept_options(self):
        spec = importlib.util.find_spec("coverage")
        if spec is None or not spec.origin:
            self._by_tool = False
            return self._options_without_it()
        key = covey_kept.key_of(spec.origin, self._configured)
        known = covey_kept.kept("coverage", key)
        if known is not None:
            return known
        self.coverage_py()
        read = {}
        for name in _OPTIONS:
            try:
                read[name] = self._tool.get_option(name)
            except Exception:  # before this option
                read[name] = None
        covey_kept.keep("coverage", key, read)
        return read

    def _options_without_it(self):
        from covey_lines import expression_of
        try:
            out = covey_configured.configuration(self._named)
            given = tuple(tuple(out[name]) if name in out else None for name in ("report:exclude_lines", "report:exclude_also"))
            expression_of(*given)
            self._excluded = given
            return out
        except Exception as error:
            self.trouble = "coverage.py is not installed, and its configuration could not be read without it (%s: %s): " \
                           "coverage counts as though there was none" % (type(error).__name__, error)
            return {}

    def close(self):
        """Or its database is complained about, which fails a run whose warnings are errors."""
        if self._tool is not None:
            close_data(self._tool.get_data())

    def option(self, name):
        return self._options.get(name)

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
            files = self.coverage_py().files
            return files.GlobMatcher(files.prep_patterns(patterns)).match
        except Exception:  # it is not there, or these inner parts are not: they are no promise
            return covey_configured.matcher(patterns)

    def counts(self, path):
        if self._restricted and not path.startswith(tuple(self._folders())):
            return False
        return all(match(path) for match in self._include) and not any(match(path) for match in self._omit)

    def is_of_tests(self, path):
        """A file of the tests, unless the configuration says what counts."""
        if self._takes_tests or self._restricted or self._include or any(self.option(part + ":omit") for part in ("run", "report")):
            return False
        below = below_workspace(path).split("/")
        return below[0] in ("test", "tests") or below[-1] == "conftest.py" or \
            fnmatch.fnmatch(below[-1], "test_*.py") or fnmatch.fnmatch(below[-1], "*_test.py")

    def lines(self, path, loaded=True):
        """What the source says, or None for what is no readable Python. Of what nothing loads nobody asks for the lines that do
        not count: to find them is to read the file once more, and a project may have thousands."""
        key = covey_kept.key_of(path, self._configured + self._excluded)
        known = covey_kept.kept("lines", key) or (None if loaded else covey_kept.kept("counted", key))
        if known is None:
            try:
                known = self._lines_by_coverage_py(path, loaded) if self._by_tool else self._own_lines(path)
            except Exception:
                return None
            covey_kept.keep("lines" if loaded else "counted", key, known)
        return _Lines(*known)

    def _own_lines(self, path):
        from covey_lines import SourceLines
        source = SourceLines(path, *self._excluded)
        return sorted(source.found), {line: first for line, first in source.firsts.items() if line != first}, sorted(source.excluded)

    def _own_statements(self, path):
        """Those that count and those that do not; none of what coverage.py alone can read."""
        try:
            found, _, excluded = self._own_lines(path)
            return found + excluded
        except Exception:
            return []

    def _lines_by_coverage_py(self, path, loaded):
        self.coverage_py()
        try:
            reporter = self._tool._get_file_reporter(path)  # as its analysis does, which reads the file on its own
            found = sorted(reporter.lines())
            firsts = {line: next(iter(reporter.translate_lines([line])))
                      for line in range(1, len(reporter.source().splitlines()) + 1)}
            own = self._own_statements(path) if loaded else ()
            excluded = {firsts.get(line, line) for line in own}.difference(found)
            return found, {line: first for line, first in firsts.items() if line != first}, sorted(excluded)
        except Exception:
            if not path.endswith((".py", ".pyw")):
                raise
            return self._own_lines(path)

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
