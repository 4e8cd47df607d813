"""shells_test.py SHELL COVEY: the shell itself completes covey's words, at its prompt."""

import os
import pty
import select
import shutil
import sys
import tempfile
import time
import unittest
from pathlib import Path

shell = sys.argv.pop(1)

import support  # noqa: E402
from support import COVEY, binary, said  # noqa: E402

import command_line  # noqa: E402
import completions  # noqa: E402

typed_and_wanted = [
    ("covey rep", "report"),
    ("covey-mcp --outp", "--output"),
    ("covey --answers str", "structured"),
    ("covey call run_testf", "run_testfiles"),
    ("covey call run_tests '{}' list_testb", "list_testblocks"),
    ("covey --answers text report --lang", "--language"),
    ("covey --tools run_tests,list_testf", "run_tests,list_testfiles"),
]


def at_prompt(argv, setup, typed, wanted):
    """Whether the words appear after the tabulator; else what appeared instead."""
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(argv[0], argv, {**os.environ, "TERM": "dumb", "PS1": "> "})
    seen = b""

    def appears(mark):
        nonlocal seen
        end = time.monotonic() + 20
        while mark not in seen and time.monotonic() < end:
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    seen += os.read(terminal, 65536)
                except OSError:
                    break
        return mark in seen

    os.write(terminal, f"{setup}; echo sourced'!'\n".encode())
    ready = appears(b"sourced!\r\n")
    seen = b""
    os.write(terminal, typed.encode() + b"\t\t")
    done = ready and appears(wanted.encode())
    os.close(terminal)
    os.waitpid(child, 0)
    return "" if done else seen.decode(errors="replace")


class Completions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.work)
        cls.file = cls.work / completions.name_of(shell)
        made = getattr(completions, shell)(*command_line.read(binary.Binary(binary.arch_here(), COVEY)))
        cls.file.write_bytes(made)

    def test_what_is_typed_is_completed(self):
        for typed, wanted in typed_and_wanted:
            with self.subTest(typed):
                if shell == "fish":
                    shown = said("fish", "--no-config", "-c", f'source "{self.file}"; complete -C "{typed}"')
                    self.assertRegex(shown, rf"(?m)^{wanted}\b")
                elif shell == "zsh":
                    setup = f'fpath=("{self.work}" $fpath); autoload -Uz compinit; compinit -u -D'
                    self.assertEqual(at_prompt(["zsh", "-f", "-i"], setup, typed, wanted), "")
                else:
                    argv = ["bash", "--norc", "--noprofile", "-i"]
                    self.assertEqual(at_prompt(argv, f'. "{self.file}"', typed, wanted), "")

    # A slow or broken covey must not keep a shell from starting.
    def test_no_shell_starts_covey(self):
        called = [line for line in self.file.read_text().splitlines() if "$(covey" in line or "`covey" in line or "(covey" in line]
        self.assertEqual(called, [])


if __name__ == "__main__":
    support.main(shell)
