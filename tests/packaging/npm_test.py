"""npm_test.py COVEY: npm installs the package without a network, and its script becomes covey, or stands in for it."""

import os
import signal
import subprocess
import sys

import support
from support import ROOT, Packed, said

# Says what it got, and does then what the first line of its input says: ends so, is killed, or waits for a signal.
program = """#!PYTHON
import os, signal, subprocess, sys
given = sys.argv[1:]
if {"--version", "--help", "--describe-tools"} & set(given):
    sys.exit(subprocess.run(["COVEY", *given]).returncode)
signals = {signal.SIGTERM, signal.SIGINT}
signal.pthread_sigmask(signal.SIG_BLOCK, signals)
print(f"{len(given)} arguments: {' '.join(given)}", flush=True)
word = sys.stdin.readline().strip()
if word == "die":
    os.kill(os.getpid(), signal.SIGKILL)
if word == "wait":
    print("waiting", flush=True)
    print("got", signal.sigwait(signals).name, flush=True)
    sys.exit(7)
sys.exit(int(word))
"""


class Npm(Packed):
    kinds = ("npm",)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.stand_in.write_text(program.replace("COVEY", str(support.COVEY)).replace("PYTHON", sys.executable))
        cls.folder = cls.packed("second")
        cls.prefix = cls.work / "prefix"
        package, = cls.folder.glob("*.tgz")
        said("npm", "install", "--global", "--offline", "--no-audit", "--no-fund", "--prefix", cls.prefix, package,
             env={**os.environ, "npm_config_cache": str(cls.work / "cache")})

    def start(self, *options, node=()):
        command = [*node, str(self.prefix / "bin/covey-mcp"), *options]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    # By itself, and as a Node that cannot replace itself has it.
    def each_way(self):
        without = self.work / "without.js"
        without.write_text("delete process.execve;\n")
        return [("as it is", ()), ("without execve", ("node", "-r", str(without)))]

    def test_arguments_and_exit_codes_pass(self):
        for name, node in self.each_way():
            with self.subTest(name):
                child = self.start("a b", "", "c", node=node)
                out, _ = child.communicate("3\n")
                self.assertEqual((out, child.returncode), ("3 arguments: a b  c\n", 3))

    def test_signals_reach_the_program(self):
        for name, node in self.each_way():
            with self.subTest(name):
                child = self.start(node=node)
                self.assertEqual(child.stdout.readline(), "0 arguments: \n")
                child.stdin.write("wait\n")
                child.stdin.flush()
                self.assertEqual(child.stdout.readline(), "waiting\n")
                child.send_signal(signal.SIGTERM)
                out, _ = child.communicate()
                self.assertEqual((out, child.returncode), ("got SIGTERM\n", 7))

    def test_it_ends_by_the_signal_that_ended_the_program(self):
        for name, node in self.each_way():
            with self.subTest(name):
                child = self.start(node=node)
                child.communicate("die\n")
                self.assertEqual(child.returncode, -signal.SIGKILL)

    def test_elsewhere_it_says_where_covey_runs(self):
        elsewhere = self.work / "elsewhere.js"
        elsewhere.write_text("Object.defineProperty(process, 'platform', { value: 'darwin' });\n")
        done = subprocess.run(["node", "-r", elsewhere, self.prefix / "bin/covey"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "^covey: this package has no program for darwin on .*; covey runs on Linux")

    def test_npm_packs_all_of_it(self):
        listed = said("tar", "tzf", self.one("*.tgz")).split()
        self.assertIn("package/covey.js", listed)
        self.assertEqual((self.prefix / "lib/node_modules/covey-mcp/covey.js").read_text(), (ROOT / "packaging/npm/covey.js").read_text())


if __name__ == "__main__":
    support.main("npm", "node")
