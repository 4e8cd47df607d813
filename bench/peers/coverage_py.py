"""coverage_py.py make FOLDER FILES LINES SEED: a project of Python files, and the data that coverage.py would have of a run of
its tests (a .coverage of lines). Run with a Python that has coverage.py."""

import os
import random
import sys

from coverage import CoverageData


def source_of(rng, lines):
    """Functions of branches and assignments; the lines that can run."""
    text, statements, line = [], [], 1
    while line < lines:
        size = rng.randint(4, 20)
        text.append(f"def work_{line}(limit):")
        statements.append(line)
        for inner in range(size):
            statements.append(line + 1 + inner)
            text.append(f"    if limit > {inner}: limit -= {rng.randint(1, 9)}" if inner % 4 == 3 else f"    total_{inner} = limit * {inner}")
        text += ["", ""]
        line += size + 3
    return "\n".join(text) + "\n", statements


def make(folder, files, lines, seed):
    rng = random.Random(seed)
    os.makedirs(folder, exist_ok=True)
    ran = {}
    for number in range(files):
        path = os.path.join(os.path.abspath(folder), f"part{number:05}.py")
        text, statements = source_of(rng, lines)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        ran[path] = {line for line in statements if rng.random() < 0.7}
    data = CoverageData(basename=os.path.join(folder, ".coverage"))
    data.erase()
    data.add_lines(ran)
    data.write()


if __name__ == "__main__":
    if len(sys.argv) != 6 or sys.argv[1] != "make":
        sys.exit(__doc__)
    make(sys.argv[2], *(int(word) for word in sys.argv[3:]))
