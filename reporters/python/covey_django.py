"""The project's own runner of Django (its TEST_RUNNER), saying over covey's channel what happens. Its databases,
settings and test classes stay as they are; the tests run in one process, all of them, to the end."""
import importlib
import sys
import unittest

import django
from django.conf import settings
from django.test.runner import DiscoverRunner
from django.utils.module_loading import import_string

import covey_process
from covey_channel import WORKSPACE, Channel, below_workspace, setting, wanted_keys
from covey_failures import failure_of, say_missing_module
from covey_own import BUILTINS as __builtins__, os
from covey_places import TestPlace
from covey_selections import wanted_selections
from covey_unittest import flat, import_root, module_of, say_missing, selected
from covey_unittest_result import Result

_channel = Channel(setting("COVEY_EVENTS"))


def _base():
    own = import_string(settings.TEST_RUNNER)
    if isinstance(own, type) and issubclass(own, DiscoverRunner):
        return own
    _channel.put("note", text="TEST_RUNNER %s is no DiscoverRunner; Django's own ran the tests" % settings.TEST_RUNNER)
    return DiscoverRunner


class _Loader(unittest.TestLoader):
    """Keeps what a module raises: unittest only keeps its text."""

    def __init__(self):
        super().__init__()
        self.raised = {}

    def _get_module_from_name(self, name):
        try:
            return super()._get_module_from_name(name)
        except Exception as error:
            self.raised[name] = error
            raise


# The folder that modules are named from: that of manage.py, or above it where it is a package.
_TOP = import_root(os.path.dirname(os.path.join(WORKSPACE, sys.argv[0]))) if os.path.basename(sys.argv[0]) == "manage.py" else WORKSPACE


class Runner(_base()):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.failfast, self.parallel, self.pdb = False, 1, False
        self.test_loader = _Loader()
        self._wanted, self._broken, self._selections = wanted_keys(), set(), wanted_selections()
        _channel.put("start", runner="django", version=django.get_version())

    def build_suite(self, *arguments, **options):
        tests = []
        for test in self._found(*arguments, **options):
            if type(test).__module__ == "unittest.loader":
                self._problem(test)
            else:
                tests.append(test)
        tests = selected(tests, self._wanted, self._selections)
        if self._wanted is not None:
            say_missing(_channel, self._wanted, tests, self._broken)
        self._count = len(tests)
        _channel.put("total", count=self._count)
        return self.test_suite(tests)

    def _found(self, *arguments, **options):
        if self._selections is None:
            return list(flat(super().build_suite(*arguments, **options)))
        files = self._selections.existing_files()
        modules = [module for module in [module_of(file, _TOP) for file in files] if self._loads(module)]
        return list(flat(super().build_suite(modules, **options))) if modules else []

    def _loads(self, module):
        """Given a module's name, Django keeps only the text of what it raises."""
        try:
            importlib.import_module(module)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # sys.exit() at import too
            self._not_loaded(module, error)
            return False
        return True

    def _problem(self, test):
        """A module that does not load, or whose load_tests raises."""
        name = test._testMethodName
        error = self.test_loader.raised.get(name)
        if error is None:
            error = test._exception.__cause__ or test._exception.__context__ or test._exception
        self._not_loaded(name, error)

    def _not_loaded(self, name, error):
        path = os.path.join(_TOP, name.replace(".", os.sep) + ".py")
        if isinstance(error, unittest.SkipTest):
            _channel.put("note", text="%s was skipped as a whole: %s" % (below_workspace(path), error))
            return
        self._broken.add(name)
        group = below_workspace(path) if os.path.isfile(path) else name
        found = failure_of(error, TestPlace(path, "<module>"), kind="error")
        _channel.put("problem", group=group, key=name, failure=found)
        say_missing_module(_channel, found)

    def run_suite(self, suite, **options):
        result = Result(_channel.put, covey_process.start(), list(suite))
        suite.run(result)
        result.say_what_did_not_run()
        return result

    def suite_result(self, suite, result, **options):
        if not (self._count or self._broken or self._wanted or self._selections):  # of a part, covey says so
            sys.exit(5)  # as unittest since Python 3.12
        return super().suite_result(suite, result, **options) + len(self._broken)
