"""What to do about a module that cannot be imported: said once for each."""
import sys

from covey_channel import WORKSPACE, below_workspace
from covey_own import BUILTINS as __builtins__, modules, os

_said = set()


def missing_module(error):
    """The top-level module whose absence an exception tells."""
    name = error.name if isinstance(error, ModuleNotFoundError) else None
    return name if name and "." not in name else None


def _home_of(name):
    for folder in (WORKSPACE, os.path.join(WORKSPACE, "src"), os.path.join(WORKSPACE, "lib")):
        path = os.path.join(folder, name)
        if os.path.isdir(path):
            return path
        if os.path.isfile(path + ".py"):
            return path + ".py"
    return None


def say_missing_module(channel, failure):
    """A note about a failure that has a `missing` module."""
    name = failure.get("missing")
    if not name or name in _said:
        return
    _said.add(name)
    python = sys.executable  # not through its links: that of an environment leads out of it
    if python.startswith(WORKSPACE + os.sep):
        python = python[len(WORKSPACE) + 1:]
    home = _home_of(name)
    if home is None:
        text = "%s is not installed for %s: `%s -m pip install %s` adds it, if its package has the module's name."
        channel.put("note", text=text % (name, python, python, name))
    elif "covey_pytest" in modules and os.path.dirname(home) == WORKSPACE and not {"", WORKSPACE}.intersection(sys.path):
        text = ("%s is the project's own (%s), and not on sys.path: `pytest` does not put the workspace there, `python -m pytest` "
                "does. `pythonpath = .` in pytest's configuration, a conftest.py there or `%s -m pip install -e .` mends that.")
        channel.put("note", text=text % (name, below_workspace(home), python))
    else:
        text = "%s is the project's own (%s), but not installed for %s: `%s -m pip install -e .` does that."
        channel.put("note", text=text % (name, below_workspace(home), python, python))
