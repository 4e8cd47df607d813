"""The recorder of this process, where covey wants one. Nothing of it is loaded otherwise: a run without coverage costs what
the bare run does."""
from covey_channel import setting
from covey_own import BUILTINS as __builtins__

_started = []


def start():
    """The same for all who ask; None: no coverage is wanted."""
    folder = setting("COVEY_COVERAGE")
    if folder and not _started:
        from covey_coverage import Coverage
        _started.append(Coverage(folder))
    return _started[0] if _started else None
