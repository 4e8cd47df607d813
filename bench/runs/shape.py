"""What a generated suite is like, in every language: how many tests over how many files, and what a test does."""

import os
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Shape:
    """Each file has a source of its own with one function a test: a loop and two branches.

    With `rounds`, a test also works: so many times 200 numbers are made (Lehmer's generator, seeded by the test's number), in the
    project's own lines, and sorted by the language's library. With `wait`, every fifth test waits besides, as tests of servers do.
    """

    files: int = 30
    tests: int = 10  # of one file
    rounds: int = 0
    wait: int = 0  # ms

    @property
    def count(self) -> int:
        return self.files * self.tests

    def waits(self, test: int) -> bool:
        return self.wait > 0 and test % 5 == 0

    def with_rounds(self, rounds: int) -> "Shape":
        return replace(self, rounds=rounds)

    def seed(self, file: int, test: int) -> int:
        return 1 + file * self.tests + test


TINY = Shape()
LONG = Shape(files=20, tests=10, rounds=1, wait=50)


def write(folder: str, path: str, text: str) -> None:
    full = os.path.join(folder, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    with open(full, "w", encoding="utf-8") as file:
        file.write(text)


def expected(number: int, limit: int = 50) -> int:
    """What the function of a test gives."""
    total = 0
    for i in range(limit):
        total += i * number if i % 2 == 0 else i
    return total if total < 1000 else total - 1000
