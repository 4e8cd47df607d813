"""pytest plugin: says over covey's channel what runs and how it ends, and measures coverage with a context per test.

Loaded with `-p covey_pytest`; works with pytest 6 and later, in one process and under pytest-xdist.
"""
import sys

import pytest
from _pytest.assertion import rewrite
from _pytest.doctest import DoctestItem

import covey_process
import covey_pytest_options
from covey_channel import Channel, setting, wanted_keys
from covey_explaining import Aside
from covey_failures import say_missing_module
from covey_own import BUILTINS as __builtins__, os
from covey_pytest_events import Events
from covey_pytest_reports import explains_by_itself, failure_of_call, failure_of_collecting, shared_end
from covey_pytest_selection import Names, Selection
from covey_recorders import Shared

_IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ
if sys.argv[1:3] == ["-p", "covey_pytest"]:  # pytest has read the words; a test may read them as its own
    del sys.argv[1:5]
_coverage = covey_process.start()  # now, so that what plugins and conftest.py load counts
_channel = Channel(None if _IS_WORKER else setting("COVEY_EVENTS"))
_faults = covey_process.OfTests() if _IS_WORKER else None  # now, for pytest will capture stderr


@pytest.hookimpl(hookwrapper=True)  # around pytest-cov, which comes first and is registered later
def pytest_load_initial_conftests(early_config):
    thresholds = covey_pytest_options.leave_out_pytest_cov(early_config, _coverage)
    for event in thresholds if wanted_keys() is None else ():
        _channel.put(event.pop("e"), **event)
    if _coverage is not None:
        # With that hook pytest makes other code of a test file.
        _coverage.watch_rewriting(keeps=not early_config.getini("enable_assertion_pass_hook"))
    outcome = yield
    if outcome.excinfo is not None:
        error = outcome.excinfo[1]
        path = getattr(error, "path", None)
        found = failure_of_collecting(error, str(path) if path else None)
        _channel.put("problem", group="pytest", failure=found)
        say_missing_module(_channel, found)


@pytest.hookimpl(tryfirst=True)  # before the plugins that act on these options
def pytest_configure(config):
    covey_pytest_options.decide(config)
    config.pluginmanager.register(Selection(config), "covey-selection")
    config.pluginmanager.register(_Measure(config), "covey-measure")
    if _coverage is not None:
        config.pluginmanager.register(_SharedFixtures(Names(config), _coverage), "covey-shared")
    if not _IS_WORKER:
        config.pluginmanager.register(Events(config, _channel), "covey-events")
        if getattr(config.option, "dist", "no") != "no":
            covey_process.stay_silent()  # its workers have what there is to say


class _Measure:
    """What only the process that runs the tests can know: it travels on the reports as `report.covey`."""

    def __init__(self, config):
        self.config, self.names = config, Names(config)
        self.compared = []
        self.aside = Aside(_coverage)
        if _coverage is not None:
            self.aside.watch(rewrite, "_saferepr")  # in asserts; of comparisons a hook is asked

    @pytest.hookimpl(trylast=True)
    def pytest_sessionstart(self):
        covey_pytest_options.give_terminal_writer(self.config)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session):
        if _coverage is None:
            return
        groups = {True: set(), False: set()}  # of doctests, and of others
        for item in session.items:
            groups[isinstance(item, DoctestItem)].add(self.names.identity(item.nodeid)["group"])
        _coverage.tell_documented(groups[True] - groups[False])

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item):
        self.aside.begin()
        if _coverage is not None:
            names = self.names.identity(item.nodeid)
            _coverage.switch((names["group"], names["name"]))
        if _faults is not None:
            _faults.begin()
        yield
        if _faults is not None:
            _faults.end()
        if _coverage is not None:
            _coverage.switch()

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_assertrepr_compare(self, config, op, left, right):
        with self.aside():
            outcome = yield
        if op == "==" and not outcome.excinfo:
            said = next((lines for lines in outcome.get_result() if lines), None)
            self.compared.append((left, right, explains_by_itself(config, said, left)))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        self.aside.begin()
        # A change of context costs: of tests that pass there is none. pytest keeps apart what unittest's have raised.
        with self.aside(call.excinfo is not None or bool(getattr(item, "_excinfo", None))):
            outcome = yield
            if outcome.excinfo is not None:  # raised again here, it would be an error of ours
                return
            report = outcome.get_result()
            if call.excinfo is not None and report.outcome == "failed":
                try:
                    report.covey = failure_of_call(item, call.excinfo, call.when, self.compared, report.longrepr)
                    if call.when == "teardown":
                        report.covey_shared = shared_end(item, call.excinfo.value)
                except Exception:  # values may do anything; pytest's own words are left
                    pass
            self.compared = []

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector):
        outcome = yield
        if outcome.excinfo is not None:  # such as sys.exit() in a module
            return
        report = outcome.get_result()
        excinfo = getattr(getattr(report, "call", None), "excinfo", None)
        if excinfo is not None and report.outcome == "failed":
            own = str(getattr(collector, "path", None) or getattr(collector, "fspath", ""))
            try:
                report.covey = failure_of_collecting(excinfo.value, own)
            except Exception:
                pass

    @pytest.hookimpl(hookwrapper=True, trylast=True)  # within xdist's: told that a worker is done, it may kill it
    def pytest_sessionfinish(self):
        yield
        if _IS_WORKER:
            covey_process.finish(_channel)

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self):
        if not _IS_WORKER:
            covey_process.finish(_channel)


class _SharedFixtures:
    """What a fixture of several tests runs belongs to no test that happens to come first or last: its set-up and its end are
    told of each test that uses it."""

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
