"""What runs because a test has failed is not what failed: the __repr__ that an assertion calls to explain itself would be the
first suspect, since failing tests alone run it."""
from covey_own import BUILTINS as __builtins__, modules

_MOST = 100  # explanations of a test: hypothesis has thousands of failing examples, and each change of context costs


class _WithoutTest:
    """`coverage` may be None: then nothing is changed."""

    def __init__(self, coverage):
        self._coverage = coverage

    def __enter__(self):
        if self._coverage is not None:
            self._context = self._coverage.context
            self._coverage.switch()

    def __exit__(self, *raised):
        if self._coverage is not None:
            self._coverage.switch(self._context)


class Aside:
    """`with aside():` what follows counts for no test. `coverage` may be None."""

    def __init__(self, coverage):
        self._coverage = coverage
        self._left = _MOST
        self._is_unittest_watched = coverage is None

    def begin(self):
        """A test."""
        self._left = _MOST
        if not self._is_unittest_watched and "unittest.case" in modules:
            self._is_unittest_watched = True
            for name in ("safe_repr", "_common_shorten_repr"):
                self.watch(modules["unittest.case"], name)

    def __call__(self, wanted=True):
        if not wanted or self._coverage is None or self._left == 0:
            return _WithoutTest(None)
        self._left -= 1
        return _WithoutTest(self._coverage)

    def watch(self, module, name):
        """Whatever this function of the module runs."""
        plain = getattr(module, name, None)
        if not hasattr(plain, "__code__"):
            return
        from covey_recorders import gettrace, is_of_a_test, named_as, settrace

        def watched(*given, **named):
            tracer = gettrace()
            if tracer is not None:  # a test's would see what is done here
                settrace(None)
                of_a_test = is_of_a_test(tracer)
                settrace(tracer)
                if of_a_test:
                    return plain(*given, **named)
            with self():
                return plain(*given, **named)

        setattr(module, name, named_as(plain, watched))
