"""Finds the unittest files of a workspace: what `python -m unittest discover` finds from its root, and the test folders
that are no packages, each from its own root."""
import fnmatch

from covey_own import BUILTINS as __builtins__, os

_PASSED_BY = {"node_modules", "site-packages", "dist-packages", "__pycache__"}
_PRODUCTS = {"build", "dist", "target"}  # unless they are packages
PATTERN = "test*.py"


def _is_package(folder):
    return os.path.isfile(os.path.join(folder, "__init__.py"))


def _import_root(folder, root):
    """The folder that has to be on sys.path for the modules in `folder`."""
    chain = [folder]
    while chain[-1] != root:
        chain.append(os.path.dirname(chain[-1]))
    if all(_is_package(one) for one in chain[:-1]):
        return root  # as `python -m unittest` would import it
    for at, one in enumerate(chain):
        if not _is_package(one):
            return chain[at]
    return root


class TestFile:
    def __init__(self, path, root):
        self.path = path
        self.import_root = _import_root(os.path.dirname(path), root)
        relative = os.path.relpath(os.path.splitext(path)[0], self.import_root)
        self.module = ".".join(part for part in relative.split(os.sep) if part != "__init__")


def find_test_files(root):
    """In the order of their paths; a package whose __init__.py has a load_tests speaks for all that is in it."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders
                            if not name.startswith(".") and name not in _PASSED_BY and name.isidentifier()
                            and (name not in _PRODUCTS or _is_package(os.path.join(folder, name)))
                            and not os.path.exists(os.path.join(folder, name, "pyvenv.cfg")))
        if _is_package(folder) and folder != root and _has_load_tests(folder):
            found.append(TestFile(os.path.join(folder, "__init__.py"), root))
            folders[:] = []
            continue
        found += [TestFile(os.path.join(folder, name), root) for name in sorted(names)
                  if fnmatch.fnmatch(name, PATTERN) and os.path.splitext(name)[0].isidentifier()]
    return found


def _has_load_tests(folder):
    try:
        with open(os.path.join(folder, "__init__.py"), "rb") as file:
            return b"def load_tests(" in file.read()
    except OSError:
        return False
