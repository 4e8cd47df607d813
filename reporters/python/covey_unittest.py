"""Runs the unittest tests of a project without pytest: `python -m covey_unittest`, in the project's root. It finds what `python -m
unittest discover` finds from there, and the test folders that are no packages, each from its own root. Of the flags of unittest it
takes those that choose tests or say how results look."""
import argparse
import fnmatch
import importlib
import sys
import unittest

import covey_process
from covey_channel import WORKSPACE, Channel, below_workspace, setting, wanted_keys
from covey_failures import failure_of, say_missing_module
from covey_own import BUILTINS as __builtins__, os
from covey_places import TestPlace
from covey_selections import wanted_selections
from covey_unittest_result import Result, identity, key_of, numbered, place

_PASSED_BY = {"node_modules", "site-packages", "dist-packages", "__pycache__"}
_PRODUCTS = {"build", "dist", "target"}  # unless they are packages
_PATTERN = "test*.py"


def _is_package(folder):
    return os.path.isfile(os.path.join(folder, "__init__.py"))


def import_root(folder):
    """The folder that has to be on sys.path for the modules in `folder`: what `python -m unittest` has there, or the folder of
    what is no package."""
    while folder != WORKSPACE and _is_package(folder):
        folder = os.path.dirname(folder)
    return folder


def module_of(path, root):
    relative = os.path.relpath(os.path.splitext(path)[0], root)
    return ".".join(part for part in relative.split(os.sep) if part != "__init__")


class _TestFile:
    def __init__(self, path):
        self.path = path
        self.import_root = import_root(os.path.dirname(path))
        self.module = module_of(path, self.import_root)


def _find_test_files():
    """In the order of their paths; a package whose __init__.py has a load_tests speaks for all that is in it."""
    found = []
    for folder, folders, names in os.walk(WORKSPACE):
        folders[:] = sorted(name for name in folders
                            if not name.startswith(".") and name not in _PASSED_BY and name.isidentifier()
                            and (name not in _PRODUCTS or _is_package(os.path.join(folder, name)))
                            and not os.path.exists(os.path.join(folder, name, "pyvenv.cfg")))
        if _is_package(folder) and folder != WORKSPACE and _has_load_tests(folder):
            found.append(_TestFile(os.path.join(folder, "__init__.py")))
            folders[:] = []
            continue
        found += [_TestFile(os.path.join(folder, name)) for name in sorted(names)
                  if fnmatch.fnmatch(name, _PATTERN) and os.path.splitext(name)[0].isidentifier()]
    return found


def _has_load_tests(folder):
    try:
        with open(os.path.join(folder, "__init__.py"), "rb") as file:
            return b"def load_tests(" in file.read()
    except OSError:
        return False


def flat(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flat(test)
        else:
            yield test


def _is_selected(test, selections):
    who = identity(test)
    return selections.take(who["group"], who["name"], **place(test))


def selected(tests, wanted, selections=None):
    """The tests that a rerun wants, by key, or that were selected."""
    found = numbered(tests)
    if selections is not None:
        return [test for test in found.values() if _is_selected(test, selections)]
    if wanted is None:
        return list(found.values())
    # A key names a test, or a class or module with all its tests. A name may hold dots.
    above = tuple(key + "." for key in wanted if key not in found)
    return [test for key, test in found.items() if key in wanted or key.startswith(above)]


def _may_hold(module, key):
    return key == module or key.startswith(module + ".") or module.startswith(key + ".")


class _Loader:
    """Imports the test files; one that does not load is a problem and keeps nobody else from running."""

    def __init__(self, channel, wanted, selections, patterns):
        self._channel, self._wanted, self._selections = channel, wanted, selections
        self._unittest = unittest.TestLoader()
        self._unittest.testNamePatterns = patterns
        self.broken = set()  # modules

    def _files(self):
        """Those that may hold what is wanted. All, where that is not to be seen: which test is the second of its id, or
        what imports a class that no test file defines, is only known once they are loaded."""
        if self._selections is not None:  # whatever they are called
            return [_TestFile(path) for path in self._selections.existing_files()]
        files = _find_test_files()
        holders = {key: [file for file in files if _may_hold(file.module, key)] for key in self._wanted or ()}
        if self._wanted is None or any("#" in key or not holders[key] for key in holders):
            return files
        return [file for file in files if any(file in some for some in holders.values())]

    def tests(self):
        loaded = {}
        for file in self._files():
            for test in self._tests_in(file):
                loaded.setdefault(id(test), test)
        return selected(loaded.values(), self._wanted, self._selections)

    def _tests_in(self, file):
        if file.import_root not in sys.path:
            sys.path.insert(0, file.import_root)
        try:
            module = importlib.import_module(file.module)
            actual = os.path.realpath(getattr(module, "__file__", None) or "")
            if actual != os.path.realpath(file.path):
                raise ImportError("%s is another module of this name: %s" % (file.module, below_workspace(actual)))
            return self._checked(file, flat(self._unittest.loadTestsFromModule(module, pattern=_PATTERN)))
        except unittest.SkipTest as skipped:
            self._channel.put("note", text="%s was skipped as a whole: %s" % (below_workspace(file.path), skipped))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # sys.exit() at import too
            self._problem(file, error)
        return []

    def _checked(self, file, tests):
        """unittest hides what a load_tests raises in a test of its own."""
        for test in tests:
            hidden = getattr(test, "_exception", None)
            if type(test).__module__ == "unittest.loader" and isinstance(hidden, BaseException):
                self._problem(file, hidden.__cause__ or hidden.__context__ or hidden)
            else:
                yield test

    def _problem(self, file, error):
        self.broken.add(file.module)
        found = failure_of(error, TestPlace(file.path, "<module>"), kind="error")
        found.setdefault("file", below_workspace(file.path))
        self._channel.put("problem", group=below_workspace(file.path), key=file.module, failure=found)
        say_missing_module(self._channel, found)


def say_missing(channel, wanted, tests, broken):
    ids = [key_of(test) for test in tests]
    for key in sorted(wanted - broken):
        there = any(one == key or one.startswith(key + ".") for one in ids)
        if not there and not any(key.startswith(module + ".") for module in broken):
            channel.put("missing", key=key)


def read_patterns():
    """Those of -k, as unittest.main takes them (since Python 3.7); None: all tests. How results look says covey."""
    parser = argparse.ArgumentParser(prog="python -m unittest", add_help=False)
    for flags in (("-v", "--verbose"), ("-q", "--quiet"), ("-b", "--buffer"), ("--locals",)):
        parser.add_argument(*flags, action="store_true")
    parser.add_argument("-k", action="append", dest="patterns")
    given = parser.parse_args().patterns
    return given and [one if "*" in one else "*%s*" % one for one in given]


def main():
    patterns = read_patterns()
    covey_process.tell_faults()
    coverage = covey_process.begin()
    channel = Channel(setting("COVEY_EVENTS"))
    sys.argv[0] = "python -m unittest"
    channel.put("start", runner="unittest", version=sys.version.split()[0])
    wanted, selections = wanted_keys(), wanted_selections()
    loader = _Loader(channel, wanted, selections, patterns)
    tests = loader.tests()
    channel.put("total", count=len(tests))
    if wanted is not None:
        say_missing(channel, wanted, tests, loader.broken)
    result = Result(channel.put, coverage, tests)
    unittest.TestSuite(tests).run(result)
    result.say_what_did_not_run()
    covey_process.finish(channel)
    channel.put("end")
    if not (tests or loader.broken or wanted or selections):  # of a part, covey says so
        return 5  # as unittest since Python 3.12
    return 0 if result.wasSuccessful() and not loader.broken else 1


if __name__ == "__main__":
    sys.exit(main())
