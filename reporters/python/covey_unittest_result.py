"""A unittest.TestResult that says over covey's channel what happens."""
import itertools
import sys
import unittest

from covey_channel import below_workspace, cut
from covey_explaining import Aside
from covey_failures import failure, failure_of
from covey_own import BUILTINS as __builtins__, modules, os, time
from covey_places import TestPlace, frames_of

_HOOKS = {"setUp", "tearDown", "asyncSetUp", "asyncTearDown", "doCleanups"}


def file_of(test):
    module = modules.get(type(test).__module__)
    path = getattr(module, "__file__", None)
    return os.path.abspath(path) if path else None


def numbered(tests):
    """The tests by key: unittest's own id, and a number behind it where several share one (load_tests, classes made by
    a function, a class that several files import). What a test is called is kept: it may take its own module away."""
    found, seen = {}, {}
    for test in tests:
        seen[test.id()] = number = seen.get(test.id(), 0) + 1
        test.covey_identity = _named(test, "" if number == 1 else "#%d" % number)
        test.covey_place = _written(test)
        found[key_of(test)] = test
    return found


def identity(test):
    return getattr(test, "covey_identity", None) or _named(test, "")


def key_of(test):
    return identity(test)["key"]


def place(test):
    """Where the test is written, if it is a function."""
    return getattr(test, "covey_place", None) or _written(test)


def _named(test, number):
    """Named as pytest would name it: "tests/test_cart.py", "TestCart::test_total"."""
    key = test.id()
    path = file_of(test)
    module = type(test).__module__
    name = key[len(module) + 1:] if key.startswith(module + ".") else key
    method = getattr(test, "_testMethodName", None)
    if method and name.endswith("." + method):
        name = name[:-len(method) - 1].replace(".", "::") + "::" + method
    return {"group": below_workspace(path) if path else module, "name": name + number, "key": key + number}


def _written(test):
    try:
        method = getattr(test, test._testMethodName)
        function = getattr(method, "__func__", method)
        while hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        code = function.__code__
        return {"file": below_workspace(code.co_filename), "line": code.co_firstlineno}
    except AttributeError:
        return {}


def _test_place(test, came_through=True):
    """What a fixture raises did not come through the test."""
    where = place(test)
    defined = (where["file"], where["line"]) if where else None
    return TestPlace(file_of(test), test._testMethodName, defined) if came_through else TestPlace(defined=defined)


class Printed:
    """Keeps what is printed, beside where it goes. The streams stay the objects that they are: tests and loggers hold
    them."""
    _MAX = 1000000  # characters kept before the middle is cut

    def __init__(self, *streams):
        self._kept, self._size = [], 0
        for stream in streams:
            try:
                stream.write = self._beside(stream.write)
            except AttributeError:
                pass  # it has no attributes of its own: what is printed there is not kept

    def _beside(self, write):
        def kept(text):
            count = write(text)
            self._kept.append(text)
            self._size += len(text)
            if self._size > self._MAX:
                self._kept = [cut("".join(self._kept))]
                self._size = len(self._kept[0])
            return count
        return kept

    def take(self):
        """What was printed since the last call; None: nothing."""
        text, self._kept, self._size = "".join(self._kept), [], 0
        return cut(text) or None


class Result(unittest.TestResult):
    def __init__(self, put, coverage, tests):
        super().__init__()
        self.printed = Printed(sys.stdout, sys.stderr)
        self.put, self.coverage, self.clock = put, coverage, time.perf_counter
        self.aside = Aside(coverage)
        self.open = {id(test): test for test in tests}  # that have neither ended nor failed with their class
        self.failed = []
        self.running = None

    def say_what_did_not_run(self):
        for test in self.open.values():
            self.put("note", text="%s did not run" % test.id())

    def startTest(self, test):
        super().startTest(test)
        self.running = test
        who = identity(test)
        if self.coverage is not None:
            self.aside.begin()
            self.coverage.switch((who["group"], who["name"]))
        self.started, self.outcome, self.failed = self.clock(), "passed", []
        self.put("begin", **dict(place(test), **who))

    def stopTest(self, test):
        super().stopTest(test)
        if self.coverage is not None:
            self.coverage.switch()
        self.open.pop(id(test), None)
        self.running = None
        printed = self.printed.take()
        if self.failed:
            self.outcome = "failed"
        self.put("report", outcome=self.outcome, ms=round((self.clock() - self.started) * 1000, 3),
                 failures=self.failed or None, output=printed if self.failed else None, **identity(test))

    def _fail(self, test, error, kind=None, prefix=""):
        with self.aside():
            found = failure_of(error, _test_place(test, kind != "error"), kind=kind)
        found["message"] = prefix + found["message"]
        self.failed.append(found)
        self.put("failing", failure=found, **identity(test))  # should the process not live to the test's end

    def addFailure(self, test, err):
        self._fail(test, err[1], "assertion")
        super().addFailure(test, err)  # cuts frames off the traceback

    def addError(self, test, err):
        if isinstance(test, unittest.TestCase) and test is not self.running:
            self._failed_outside(test, err[1])
        elif isinstance(test, unittest.TestCase):
            names = {frame.f_code.co_name for frame, _ in frames_of(err[1])}
            in_hook = not names.isdisjoint(_HOOKS) and test._testMethodName not in names
            self._fail(test, err[1], "error" if in_hook else None)
        else:
            self._fixture_failed(test.id(), err[1])
        super().addError(test, err)

    def _failed_outside(self, test, error):
        """Django prepares and cleans up around a test's run."""
        found = failure_of(error, _test_place(test, False), kind="error")
        if self.open.pop(id(test), None) is not None:
            self.put("report", outcome="failed", failures=[found], **identity(test))
        else:
            self.put("problem", failure=found, **identity(test))

    def _fixture_failed(self, described, error):
        """setUpClass (tests.test_a.TestA): the tests below it do not run, each says why. After the tests it is a
        problem of their file."""
        hook, _, scope = described.rstrip(")").partition(" (")
        below = self._next_below(scope)
        printed = self.printed.take()
        for test in below if hook.startswith("setUp") else ():
            found = failure_of(error, _test_place(test, False), kind="error")
            self.put("report", outcome="failed", failures=[found], output=printed, **identity(test))
            self.open.pop(id(test))
        if not below or not hook.startswith("setUp"):
            module = next((name for name in (scope, scope.rpartition(".")[0]) if name in modules), None)
            path = getattr(modules.get(module), "__file__", None)
            self.put("problem", group=below_workspace(path) if path else "unittest", key=scope, output=printed,
                     failure=failure_of(error, TestPlace(path), kind="error"))

    def _next_below(self, scope):
        """A class that several files import is set up for each of them: only its next row of tests is meant."""
        def is_below(test):
            return test.id().startswith(scope + ".")
        first = itertools.dropwhile(lambda test: not is_below(test), self.open.values())
        return list(itertools.takewhile(is_below, first))

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        if isinstance(test, unittest.TestCase):
            if id(test) in self.open:
                self.outcome = "skipped"
            return
        _, _, scope = test.id().rstrip(")").partition(" (")  # SkipTest in a class's or module's set-up
        for test in self._next_below(scope):
            self.put("report", outcome="skipped", **identity(self.open.pop(id(test))))

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self.outcome = "skipped"

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        where = place(test)
        self.failed.append(failure("assertion", "unexpected success", (where.get("file"), where.get("line"))))

    def addSubTest(self, test, subtest, err):
        if err is not None:
            kind = "assertion" if issubclass(err[0], test.failureException) else None
            self._fail(test, err[1], kind, subtest._subDescription() + " ")
        super().addSubTest(test, subtest, err)
