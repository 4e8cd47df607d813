"""Which tests a rerun or a run of selections runs, and how a test is named to covey."""
import pytest

from covey_channel import below_workspace, wanted_keys
from covey_own import BUILTINS as __builtins__, os
from covey_selections import wanted_selections


class Names:
    """A node id is relative to pytest's root folder, a group to the workspace."""

    def __init__(self, config):
        self.root = str(config.rootpath)
        self.scoped = getattr(config.option, "dist", "no") == "loadgroup"

    def key(self, nodeid):
        if self.scoped and nodeid.rfind("@") > nodeid.rfind("]"):  # xdist adds the group that the test is in
            return nodeid[:nodeid.rfind("@")]
        return nodeid

    def identity(self, nodeid):
        key = self.key(nodeid)
        file, separator, name = key.partition("::")
        group = below_workspace(os.path.join(self.root, file))
        return {"group": group, "name": name if separator else os.path.basename(file), "key": key}

    def is_path(self, nodeid):
        """Not of a file or a folder: pytest-xdist names a worker."""
        return os.path.exists(os.path.join(self.root, nodeid.partition("::")[0]))

    def group_of(self, nodeid):
        """The file of a collector; None for a folder or the session: no test will report under such a name."""
        path = os.path.join(self.root, nodeid.partition("::")[0])
        return below_workspace(path) if os.path.isfile(path) else None


def place_of(location, root):
    """Where a test is written, of an item's location: with its first decorator."""
    place = {"file": below_workspace(os.path.join(root, location[0]))}
    if isinstance(location[1], int):
        place["line"] = location[1] + 1
    return place


class Selection:
    """Leaves only the tests that are wanted. The command line stays that of a whole run: files given as arguments could
    make pytest choose another root folder and another configuration."""

    def __init__(self, config):
        self.wanted = wanted_keys()  # "." or the like: everything below pytest's root folder
        self.selections = wanted_selections()
        self.names = Names(config)
        self.left_out = []  # node ids that options, plugins and conftest.py leave out
        self.selecting = False
        root = self.names.root
        self.files = {os.path.normpath(os.path.join(root, key.partition("::")[0])) for key in self.wanted or ()}
        if self.selections is not None:
            self.files.update(self.selections.files)

    def selects(self, item):
        if self.selections is not None:
            who, where = self.names.identity(item.nodeid), place_of(item.location, self.names.root)
            if self.selections.take(who["group"], who["name"], **where):
                return True
        return self._has_key(item.nodeid)

    def _has_key(self, nodeid):
        """A key names a test, or a file, class or folder with all its tests."""
        key = self.names.key(nodeid)
        if key in self.wanted or "." in self.wanted:
            return True
        parts = key.split("::")
        above = ["::".join(parts[:count]) for count in range(1, len(parts))]
        folders = [key for key in self.wanted if "::" not in key and parts[0].startswith(key + "/")]
        return bool(folders) or not self.wanted.isdisjoint(above)

    def _ignores(self, path):
        if self.wanted is None or not os.path.isfile(path) or os.path.basename(path) == "__init__.py":
            return None
        return None if any(path == file or path.startswith(file + os.sep) for file in self.files) else True

    if int(pytest.__version__.split(".")[0]) >= 7:
        def pytest_ignore_collect(self, collection_path):
            return self._ignores(str(collection_path))
    else:
        def pytest_ignore_collect(self, path):
            return self._ignores(str(path))

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session):
        """A selected file is read whatever its name and its folder are. By now pytest has chosen its root folder and
        its configuration; under xdist the workers have, too."""
        files = self.selections.existing_files() if self.selections is not None else []
        if files and not any("[" in file or "::" in file for file in files):  # which pytest would read as node ids
            session.config.args = files

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config, items):
        if self.wanted is None:
            return
        taken = {item for item in items if self.selects(item)}
        dropped = [item for item in items if item not in taken]
        if dropped:
            items[:] = [item for item in items if item in taken]
            self.selecting = True
            config.hook.pytest_deselected(items=dropped)
            self.selecting = False

    def pytest_deselected(self, items):
        if not self.selecting:
            self.left_out += [item.nodeid for item in items]

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session):
        if hasattr(session.config, "workeroutput"):  # to the controller, which collects nothing
            session.config.workeroutput["covey_left_out"] = self.left_out
        # covey itself says what was wanted and did not run.
        if self.wanted is not None and session.exitstatus == 5:
            session.exitstatus = 0
