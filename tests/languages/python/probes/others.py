"""others.py REPORTERS, in the workspace: what a library makes of a project's file itself (an import hook that changes the tree)
has no probes, and its lines are recorded all the same. Prints the lines."""
import ast
import os
import sys

sys.path.insert(0, sys.argv[1])
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
recorder = ProbeRecorder()
names = {}
exec(compile(ast.parse(SOURCE), PATH, "exec"), names)
recorder.switch(("a test",))
for call in (names["tiny"], lambda: names["larger"](1)):
    call()
    bits = recorder.switch(("a test",)).get(PATH, 0)
    print([line for line in range(20) if bits >> line & 1])
recorder.stop()
