"""others.py REPORTERS, in the workspace: what a library makes of a project's file itself (an import hook that changes the tree)
has no probes, and its lines are recorded all the same; so are those of a file that is executed."""
import ast
import marshal
import os
import runpy
import sys
import types

sys.path.insert(0, sys.argv[1])
from covey_explaining import Aside
from covey_probe_recorder import ProbeRecorder

SOURCE = """def tiny():
    pass

def documented():
    "nothing else"

def larger(value):
    return value + 1
"""
PATH = os.path.join(os.getcwd(), "hooked.py")

with open(PATH, "w") as file:
    file.write(SOURCE)
assert ProbeRecorder.available()
recorder = ProbeRecorder()


def ran(*calls):
    for call in calls:
        call()
    bits = recorder.switch(("a test",)).get(PATH, 0)
    return [line for line in range(20) if bits >> line & 1]


def executed(code):
    names = {}
    exec(code, names)
    return names


# What has the file's own code is traced while it is executed; then what it has made says itself what runs. Nothing is traced any more.
SAME = [executed(compile(SOURCE, PATH, "exec")), runpy.run_path(PATH), executed(compile(ast.parse(SOURCE), PATH, "exec"))]
assert sys.gettrace() is None and ran() == [1, 4, 7]
for names in SAME:
    assert ran(names["tiny"]) == [2] and ran(lambda: names["larger"](1)) == [8], names
assert sys.gettrace() is None

# A tracer that is there stays.
own = lambda frame, event, argument: own
sys.settrace(own)
executed(compile(SOURCE, PATH, "exec"))
assert sys.gettrace() is own
sys.settrace(None)
ran()

# A test's tracer sees nothing of ours: not in an import, and not around what explains a failure.
with open("fresh.py", "w") as file:
    file.write("def explains():\n    return 1\n")
sys.path.insert(0, os.getcwd())
seen = []
sys.settrace(lambda frame, event, argument: seen.append((frame.f_globals["__name__"], frame.f_globals.get("__file__"))))
import fresh
sys.settrace(None)
assert recorder.switch(("a test",))[os.path.join(os.getcwd(), "fresh.py")] == 2
aside = Aside(types.SimpleNamespace(context=(), switch=lambda *context: None))
aside.watch(fresh, "explains")
sys.settrace(lambda frame, event, argument: seen.append((frame.f_globals["__name__"], frame.f_globals.get("__file__"))))
assert fresh.explains() == 1
sys.settrace(None)
assert ("fresh", fresh.__file__) in seen
assert "covey" not in str({one for one in seen if one[0] != "__main__"}), set(seen)

# A test may walk through all that modules hold, as dill does to find what has changed.
for module in [sys.modules[name] for name in sorted(sys.modules) if name.startswith("covey_")]:
    for name, value in vars(module).items():
        assert not hasattr(value, "__len__") or isinstance(value, type) or len(value) < 10000, (module, name)

# What is not the file's own is traced from then on: another text, a changed tree, what was kept of it, and a function of it that takes
# the place of the file's (typeguard).
tree = ast.parse(SOURCE)
tree.body[2].body[0].value.right.value = 5
changed = compile(tree, PATH, "exec")
functions = [one for one in changed.co_consts if isinstance(one, types.CodeType)]
for make in (lambda: executed(compile(SOURCE.replace("+ 1", "+ 5"), PATH, "exec")),
             lambda: executed(changed),
             lambda: executed(marshal.loads(marshal.dumps(changed))),
             lambda: {one.co_name: types.FunctionType(one, {}) for one in reversed(functions)}):
    recorder.stop()
    recorder = ProbeRecorder()
    names = make()
    ran()
    assert names["larger"](1) == 6 and ran() == [8]
    assert ran(names["tiny"]) == [2], names["tiny"]
recorder.stop()

# So is what marshal has: no probe goes with it.
recorder = ProbeRecorder()
made = executed(compile(SOURCE, PATH, "exec"))["larger"]
ran()
assert ran(lambda: made(1)) == [8] and sys.gettrace() is None
assert ran(lambda: types.FunctionType(marshal.loads(marshal.dumps((1, made.__code__)))[1], {})(1)) == [8]
recorder.stop()
print("all recorded")

# Who reads the bytecode of functions would see probes, and who makes them anew lose these; on Python 3.8 and 3.9 who traces would see lines that these leave out.
for text, sees in (("from dis import dis", True), ("from typeguard import typechecked", True), ("sys.settrace(None)", sys.version_info < (3, 10)), ("disk = 1", False)):
    with open("reader.py", "w") as file:
        file.write(text + "\n")
    assert ProbeRecorder.available() is not sees, text
