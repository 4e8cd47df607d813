"""Says over the channel what pytest reports. Under pytest-xdist this is the controller, which runs no test itself."""
import pytest

from covey_channel import give_environment_back, wanted_keys
from covey_failures import say_missing_module
from covey_own import BUILTINS as __builtins__
from covey_pytest_reports import failure_of_collecting, failure_of_report, printed
from covey_pytest_selection import Names, place_of


class _Running:
    """A test between its beginning and its end: what its phases reported."""

    def __init__(self, place, identity, again=False):
        self.place, self.identity = place, identity
        self.again = again  # the last attempt did not count, another one follows
        self.outcome, self.called = "passed", False
        self.of_subtests = False  # one of them has failed
        self.failures, self.problems, self.output, self.seconds = [], [], [], 0.0

    def add(self, report):
        """Gives the failure where the test, not its end, has one."""
        self.again = self.again and report.when != "setup"
        if self.again:
            return None
        self.called = self.called or report.when == "call"
        self.seconds += getattr(report, "duration", 0) or 0
        context = getattr(report, "context", None)  # of a subtest, whose report is one of many
        if report.outcome == "skipped" and context is None:
            self.outcome = "skipped" if self.outcome == "passed" else self.outcome
        if report.outcome != "failed":
            return None
        found = getattr(report, "covey", None)
        if found is None:
            if context is None and report.when == "call" and self.of_subtests:  # red only because of them
                return None
            found = failure_of_report(report, "assertion" if report.when == "call" else "error")
        if context is not None:
            found = dict(found, message=_description(context) + " " + found["message"])
        self.output.append(printed(report) or "")
        if report.when == "teardown":
            self.problems.append((found, getattr(report, "covey_shared", None)))
            return None
        self.outcome = "failed"
        self.of_subtests = self.of_subtests or context is not None
        self.failures.append(found)
        return found


def _description(context):
    message, values = getattr(context, "msg", None), dict(getattr(context, "kwargs", None) or {})
    said = ["[%s]" % message] if message is not None else []
    if values:
        said.append("(%s)" % ", ".join(
            "%s=%s" % (name, value if isinstance(value, str) else repr(value)) for name, value in values.items()))
    return " ".join(said) or "(<subtest>)"


class Events:
    def __init__(self, config, channel):
        self.config, self.channel, self.put = config, channel, channel.put
        self.names = Names(config)
        self.wanted = wanted_keys()
        self.running = {}  # node id -> _Running
        self.broken = set()  # node ids that did not load
        self.total = self.ended = self.skipped_files = self.warnings = 0
        self.stopped = None
        self.has_left_out = False
        self.each = getattr(config.option, "dist", "no") == "each"  # all workers of xdist run all tests, at once

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self, session):
        self.put("start", runner="pytest", version=pytest.__version__)
        if self.config.pluginmanager.hasplugin("dsession"):  # its workers run the tests
            give_environment_back()

    # --- collection

    def pytest_collectreport(self, report):
        if report.outcome == "passed" or report.nodeid in self.broken:  # every worker of xdist says it
            return
        self.broken.add(report.nodeid)
        group = self.names.group_of(report.nodeid) or "pytest"
        if report.outcome == "skipped":
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            self.put("note", text="%s was skipped as a whole: %s" % (group, reason.replace("Skipped: ", "", 1)))
            self.put("deselected", group=group)
            if "::" not in report.nodeid and group != "pytest" and self.wanted is None:  # pytest counts it as one
                self.skipped_files += 1
                self.put("report", outcome="skipped", **self.names.identity(report.nodeid))
            return
        found = getattr(report, "covey", None) or failure_of_report(report)
        is_path = self.names.is_path(report.nodeid)
        if not is_path:
            found.pop("file", None)
        self.put("problem", group=group, key=report.nodeid or None if is_path else None, failure=found)
        say_missing_module(self.channel, found)

    def pytest_collection_finish(self, session):
        if not self.config.pluginmanager.hasplugin("dsession"):
            self._collected([item.nodeid for item in session.items])
            self._left_out(self.config.pluginmanager.getplugin("covey-selection").left_out)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        if not self.has_left_out:  # every worker leaves out the same
            self._left_out((getattr(node, "workeroutput", None) or {}).get("covey_left_out", ()))

    def _left_out(self, ids):
        if not ids:
            return
        self.has_left_out = True
        for one in ids[:10000]:
            self.put("deselected", **_without(self.names.identity(one), "key"))
        options = [("-k", "keyword"), ("-m", "markexpr"), ("--deselect", "deselect")]
        named = [(flag, getattr(self.config.option, option, None)) for flag, option in options]
        by = ["`%s %s`" % (flag, " ".join(value) if isinstance(value, list) else value) for flag, value in named if value]
        self.put("deselected", count=len(ids), text="by " + (" and ".join(by) or "a plugin or conftest.py"))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids):
        if self.each or not self.total:
            self._collected(ids)

    def _collected(self, ids):
        self.total += len(ids)
        self.put("total", count=self.total + self.skipped_files)
        if self.wanted is None:
            return
        names = {self.names.key(one) for one in ids}
        broken = tuple(one + end for one in self.broken if one for end in ("::", "/"))
        for key in sorted(self.wanted - names - self.broken):
            below = any(name.startswith((key + "::", key + "/")) for name in names)
            if not below and not key.startswith(broken):
                self.put("missing", key=key)

    # --- running

    def pytest_runtest_logstart(self, nodeid, location):
        if nodeid in self.running:
            return
        place = place_of(location, self.names.root)
        identity = self.names.identity(nodeid)
        self.running[nodeid] = _Running(place, identity)
        if not self.each:
            self.put("begin", **dict(place, **identity))

    def _of_worker(self, report):
        """The test in that worker: xdist does not tell which one it is that begins or ends."""
        first = self.running.get(report.nodeid)
        key = (report.nodeid, getattr(report, "worker_id", None))
        if first is not None:
            self.running.setdefault(key, _Running(first.place, first.identity))
        return key

    def pytest_runtest_logreport(self, report):
        nodeid = self._of_worker(report) if self.each else report.nodeid
        test = self.running.get(nodeid)
        if test is None:
            return
        if report.when == "???":  # xdist: the worker is gone
            test.outcome = "failed"
            test.failures.append(dict(failure_of_report(report, "crash"), **test.place))
            test.failures[0] = dict(test.failures[0], kind="crash")
            self._end(nodeid)
        elif report.outcome == "rerun":  # pytest-rerunfailures: this attempt does not count
            self.running[nodeid] = _Running(test.place, test.identity, again=True)
        else:
            found = test.add(report)
            if found is not None and not self.each:  # should the process not live to the test's end
                self.put("failing", failure=found, **test.identity)
        if self.each and report.when == "teardown" and nodeid in self.running:
            self._end(nodeid)

    def pytest_runtest_logfinish(self, nodeid):
        test = self.running.get(nodeid)
        if test is None or test.again or self.each:
            return
        if test.called or test.outcome != "passed":
            self._end(nodeid)
        else:  # flaky: it keeps back how an attempt went that does not count, and begins another one
            self.put("pause", **self.running.pop(nodeid).identity)

    def _end(self, nodeid):
        test = self.running.pop(nodeid)
        self.ended += 1
        output = "\n".join(part for part in test.output if part) or None
        self.put("report", outcome=test.outcome, ms=round(test.seconds * 1000, 3), failures=test.failures or None,
                 output=output if test.failures else None, **dict(test.place if self.each else {}, **test.identity))
        for problem, shared in test.problems:
            if shared:
                problem = dict(problem, message="%s\nin the tear-down of the fixture %s (%s), behind %s" % (
                    problem["message"], shared["fixture"], shared["scope"], test.identity["name"]))
                for part in ("file", "line"):  # not those of a test
                    problem[part] = problem.pop("raised_" + part, problem.get(part))
            self.put("problem", failure=problem, output=output, **(self._of_node(shared["node"]) if shared else test.identity))

    def _of_node(self, nodeid):
        """Without one all tests share it, and all run again."""
        if nodeid is None:
            return {"group": "pytest"}
        return self.names.identity(nodeid) if "::" in nodeid else _without(self.names.identity(nodeid), "name")

    # --- what goes wrong around the tests

    def pytest_internalerror(self, excrepr, excinfo):
        found = failure_of_collecting(excinfo.value, None)
        found["message"] = "INTERNALERROR: " + found["message"]
        self.put("problem", group="pytest", failure=found)

    def pytest_keyboard_interrupt(self, excinfo):
        self.stopped = str(excinfo.value) or type(excinfo.value).__name__
        found = failure_of_collecting(excinfo.value, None)
        found["message"] = "the session was interrupted: " + self.stopped
        for nodeid in [one for one in self.running if isinstance(one, tuple) == self.each]:
            test = self.running[nodeid]
            test.outcome, test.failures = "failed", test.failures + [dict(found, kind="panic")]
            self._end(nodeid)
            found = None
        if found:
            self.put("problem", group="pytest", failure=found)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session):
        reason = session.shouldstop or session.shouldfail or self.stopped
        if reason and self.ended < self.total:
            if not self.stopped:
                self.put("problem", group="pytest",
                         failure={"kind": "error", "message": "the session was stopped: %s" % reason})
            self.put("note", text="%d of %d tests did not run: %s" % (self.total - self.ended, self.total, reason))

    @pytest.hookimpl(optionalhook=True)
    def pytest_warning_recorded(self):
        self.warnings += 1

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self):
        if self.warnings:
            self.put("warnings", count=self.warnings)
        self.put("end")


def _without(values, name):
    return {key: value for key, value in values.items() if key != name}
