"""What oracles have in common."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

Test = tuple[str, str]  # its package or binary, its name
Ran = dict[tuple[str, int], set[Test]]  # by file, relative to the root, and line


def in_parallel(work: Callable, jobs: Iterable) -> Iterator:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(work, jobs)
