"""What a fixture of several tests runs belongs to no test that happens to come first or last: its set-up and its end are
told of each test that uses it."""
import pytest

from covey_own import BUILTINS as __builtins__
from covey_recorders import Shared


class SharedFixtures:
    def __init__(self, names, coverage):
        self._names, self._coverage = names, coverage
        self._live = {}  # FixtureDef -> Shared

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef, request):
        if fixturedef.scope == "function":
            yield
            return
        shared = self._live[fixturedef] = Shared()
        fixturedef.addfinalizer(lambda: self._ended(fixturedef, shared))  # the last of its own
        self._enter(shared)
        yield
        self._coverage.switch(shared.outer)
        if isinstance(shared.outer, Shared):  # which has asked for this one
            shared.outer.add(shared.ran)
        fixturedef.addfinalizer(lambda: self._ends(shared))  # the first

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item):
        who = self._names.identity(item.nodeid)
        for shared in self._used_by(item):
            self._coverage.share(shared, (who["group"], who["name"]))
        yield

    def _enter(self, shared):
        shared.outer = self._coverage.context
        self._coverage.switch(shared)

    def _ends(self, shared):
        self._coverage.keep_unused(shared)
        shared.ran = {}
        self._enter(shared)

    def _ended(self, fixturedef, shared):
        if self._coverage.context is shared:  # it was set up
            self._coverage.switch(shared.outer)
        if self._live.get(fixturedef) is shared:
            del self._live[fixturedef]
        for context in shared.users:
            self._coverage.share(shared, context)
        self._coverage.keep_unused(shared)

    def _used_by(self, item):
        request = getattr(item, "_request", None) or getattr(item, "fixture_request", None)  # of a doctest, before 8
        asked, known = getattr(request, "_fixture_defs", {}), getattr(request, "_arg2fixturedefs", {})
        chains = {name: known.get(name) for name in getattr(item, "fixturenames", ())}
        for name in asked:  # also while it ran
            chains[name] = chains.get(name) or [asked[name]]
        for name, chain in chains.items():
            for fixturedef in reversed(chain or ()):
                if fixturedef in self._live:
                    yield self._live[fixturedef]
                if name not in fixturedef.argnames:  # one of the same name that it stands in for is not asked
                    break
