"""The project's own options of pytest, as far as they would change what a run gives or write into the project."""
import io

from _pytest.assertion import truncate
from _pytest.config import create_terminal_writer

from covey_channel import setting
from covey_own import BUILTINS as __builtins__, os

# Stop early, choose by what failed last, hide: a run of covey runs and tells everything.
_DECIDED = {
    "maxfail": 0,
    "continue_on_collection_errors": True,
    "lf": False, "failedfirst": False, "newfirst": False, "cacheclear": False,
    "stepwise": False, "stepwise_skip": False, "stepwise_reset": False,
    "color": "no",
    "usepdb": False, "trace": False,  # nobody is there to answer
}
# Reports and logs that would be written into the project, or sent away. conftest.py may ask for their paths.
_WRITTEN = ("xmlpath", "htmlpath", "report_log", "json_report", "allure_report_dir", "resultlog", "pastebin", "debug",
            "md_report_output", "ctrf", "csv_path", "excelpath")


def decide(config):
    for name, value in _DECIDED.items():
        if hasattr(config.option, name):
            setattr(config.option, name, value)
    folder = os.path.dirname(setting("COVEY_EVENTS") or "")
    for name in _WRITTEN:
        path = getattr(config.option, name, None)
        if path:
            is_kept = folder and isinstance(path, str) and name != "pastebin"
            setattr(config.option, name, os.path.join(folder, "reports", os.path.basename(path)) if is_kept else None)
    # pytest cuts an assertion's explanation to eight lines unless CI is set, which the project's tests might ask for.
    truncate.truncate_if_required = lambda explanation, *_args, **_named: explanation


def give_terminal_writer(config):
    """With `-p no:terminal` there is none, which pytest 8.4 stumbles over when it explains an assertion."""
    if not config.pluginmanager.hasplugin("terminalreporter"):
        writer = create_terminal_writer(config, io.StringIO())
        config.get_terminal_writer = lambda: writer


def leave_out_pytest_cov(early_config, recorder):
    """A second coverage.py would take the trace function away, write .coverage, and fail the run by a threshold.

    Gives the threshold that covey judges in its place, as events, and tells the recorder what counts for it.
    """
    space = early_config.known_args_namespace
    found, sources = [], getattr(space, "cov_source", None)
    if sources and not getattr(space, "no_cov", False):
        found = _threshold(space)
        if recorder is not None:
            named = getattr(space, "cov_config", None)
            recorder.follow(None if True in sources else sources, None if named == ".coveragerc" else named)
    for space in (early_config.known_args_namespace, early_config.option):
        if hasattr(space, "cov_source"):
            space.no_cov = True
            space.cov_source = []
    return found


def _threshold(space):
    wanted, origin = getattr(space, "cov_fail_under", None), "`--cov-fail-under`"
    branches = bool(getattr(space, "cov_branch", False))
    try:
        import coverage
        config = coverage.Coverage(config_file=getattr(space, "cov_config", None) or True, data_file=None)
        branches = branches or bool(config.get_option("run:branch"))
        if wanted is None:
            wanted, origin = config.get_option("report:fail_under"), "`fail_under` of coverage.py's configuration"
    except Exception:  # pytest-cov says what is wrong with it
        pass
    if not wanted:
        return []
    of_lines = {"e": "threshold", "count": int(wanted * 100), "text": origin}
    if not branches:
        return [of_lines]
    note = {"e": "note", "text": "coverage threshold %g (%s) was not checked: it counts branches, too" % (wanted, origin)}
    return [of_lines, note] if wanted >= 100 else [note]  # all is all of the lines, at least
