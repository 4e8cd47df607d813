"""What the reporter reads of coverage.py's configuration without it, beside what coverage.py makes of the same files."""
import importlib.util
import os
import sys

sys.path.insert(0, sys.argv[1])
workspace = os.getcwd()
os.environ.update(COVEY_KEPT="", SHOP="src", HIDE="hidden")
import covey_counted

SOURCE = '''import typing
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import a
def stub(): ...
def skipped():  # pragma: no cover
    return 1
def left():
    raise NotImplementedError
class One:
    def __repr__(self):
        return "one"
if __name__ == "__main__":
    left()
if typing.TYPE_CHECKING:
    import b
'''
PATHS = ("a.py", "src/a.py", "src/gen/a.py", "src/gen/deep/b_pb2.py", "lib/src/a.py", "tests/test_a.py", "hidden/a.py", "src/x1.py", "src/xa.py")
CONFIGURATIONS = (
    (".coveragerc", "[run]\nsource = src\nomit = */gen/*, src/a.py\n"),
    (".coveragerc", "[run]\nsource =\n    ${SHOP}\n    lib\nomit =\n    ${HIDE-none}/*\n    *_pb2.py\n[report]\nexclude_lines =\n    NotImplementedError\n"),
    (".coveragerc", "[report]\nexclude_also =\n    def __repr__\n    if __name__ == .__main__.:\nomit = **/deep/*\n"),
    (".coveragerc", "[coverage:report]\nexclude_also = raise NotImplementedError, x\ninclude = src/*\n"),
    (".coveragerc", ""),
    ("setup.cfg", "[coverage:run]\ninclude = src/x[0-9].py\n[run]\nsource = lib\n"),
    ("setup.cfg", "[tool:pytest]\naddopts = -q\n[flake8]\n# coverage: none\n"),
    ("tox.ini", "[coverage:report]\nexclude_lines =\n    pragma: no cover\n    def __repr__\nomit = tests/*\n"),
    ("pyproject.toml", "[tool.coverage.run]\nsource = ['src']\nomit = ['?/*', 'src/**/b_pb2.py']\n[tool.coverage.report]\n"
     "exclude_also = ['def __repr__', 'if __name__ == .__main__.:']\n"),
    ("pyproject.toml", "[tool.coverage]\nrun.omit = ['a.py']\nreport.exclude_lines = ['^$none']\nreport.include_namespace_packages = true\n"),
)


def seen(has_tool):
    """What counts, with coverage.py or as though it were not there."""
    find = importlib.util.find_spec
    if not has_tool:
        importlib.util.find_spec = lambda name, *more: None if name == "coverage" else find(name, *more)
    try:
        counted = covey_counted.Counted(workspace)
        if not has_tool:
            counted._tried = True
        lines = counted.lines(os.path.join(workspace, "src/a.py"))
        return counted.trouble, [path for path in PATHS if counted.counts(os.path.join(workspace, path))], sorted(lines.found), sorted(lines.all), \
            [bool(counted.option(name)) for name in ("run:source", "report:include_namespace_packages")]
    finally:
        importlib.util.find_spec = find


for path in PATHS:
    os.makedirs(os.path.dirname(os.path.join(workspace, path)), exist_ok=True)
    with open(os.path.join(workspace, path), "w") as file:
        file.write(SOURCE)
for name, text in CONFIGURATIONS:
    with open(name, "w") as file:
        file.write(text)
    theirs, ours = seen(True), seen(False)
    if theirs != ours:
        print(name, text, theirs, ours, sep="\n")
    os.remove(name)
with open("setup.cfg", "w") as file:
    file.write("[coverage:report]\nexclude_lines =\n    (\n")
print((seen(False)[0] or "nothing said")[:50])
