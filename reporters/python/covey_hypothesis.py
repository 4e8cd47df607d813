"""The examples that hypothesis has found before, for this run to read: what it finds now stays out of the project."""
from covey_channel import WORKSPACE
from covey_own import BUILTINS as __builtins__, os

_MOST = 20000  # files
_NOT_READ = {"patches", "tmp"}


def _linked(source, target):
    """Folders of our own with links to the files in them: what is added or deleted there is ours alone."""
    count = 0
    for folder, folders, names in os.walk(source):
        folders[:] = [name for name in folders if folder != source or name not in _NOT_READ]
        here = os.path.normpath(os.path.join(target, os.path.relpath(folder, source)))
        os.makedirs(here, exist_ok=True)
        for name in names:
            count += 1
            if count > _MOST:
                return
            os.symlink(os.path.join(folder, name), os.path.join(here, name))


def give_examples():
    target = os.environ.get("HYPOTHESIS_STORAGE_DIRECTORY", "")
    source = os.path.join(WORKSPACE, ".hypothesis")
    if target and not os.path.exists(target) and os.path.isdir(source):
        try:
            _linked(source, target)
        except OSError:  # then this run begins without them
            pass
