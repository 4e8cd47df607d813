"""The runners that are measured, and the bare commands that covey's runs are measured against."""

import glob
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field

from harness.options import ROOT

from . import node_suites, suites
from .shape import Shape

TOOLS = os.path.join(ROOT, "build", "tools")  # scripts/setup puts the runners there
NODE_RUNNERS = {"jest": ("jest30", "jest29"), "vitest": ("vitest4", "vitest3"), "mocha": ("mocha11", "mocha10")}
Commands = list[list[str]]
NODE_TEST = {"file_query": "'part0.test", "labels": ["work 3"]}


@dataclass
class Runner:
    """`measured` and `plain` are commands that together do what covey does, with the runner's own coverage and without.

    {out} stands for a folder of the bare runs. `own` is set for the bare runs with coverage only, `environment` for all.
    """

    name: str
    write: Callable[[str, Shape], None]
    version: str = ""
    measured: Commands = field(default_factory=list)
    plain: Commands = field(default_factory=list)
    one: Commands = field(default_factory=list)  # one test alone, without coverage; none: the runner cannot
    query: dict = field(default_factory=dict)  # selects that test in run_testblocks
    environment: dict[str, str] = field(default_factory=dict)
    own: dict[str, str] = field(default_factory=dict)
    modules: str = ""
    lacking: str = ""  # why it cannot be measured


def _said(*argv: str) -> str:
    """The last line that a program prints, or nothing."""
    try:
        done = subprocess.run(argv, capture_output=True, text=True, timeout=120)
    except OSError:
        return ""
    lines = (done.stdout or done.stderr).strip().splitlines()
    return lines[-1] if done.returncode == 0 and lines else ""


def _modules(tool: str) -> str:
    return os.path.join(TOOLS, "node", tool, "node_modules")


def _node(name: str, write, script: str, arguments: list[str], coverage: list[str], one: list[str], before=(), needs=()) -> Runner:
    """`coverage` are further arguments that measure it, or `before` is what runs the runner then."""
    missing = ""
    for tool in NODE_RUNNERS[name]:
        modules = _modules(tool)
        lacking = [f for f in (os.path.join(modules, name), *(need.format(modules=modules) for need in needs)) if not os.path.isdir(f)]
        if not lacking:
            version = _said("node", "-p", f"require('{modules}/{name}/package.json').version")
            command = [f"node_modules/{script}", *arguments]
            return Runner(name, write, f"{version}, node {_said('node', '--version')}", [["node", *before, *command, *coverage]],
                          [["node", *command]], [["node", f"node_modules/{script}", *one]], NODE_TEST, modules=modules)
        missing = missing or f"no {os.path.relpath(lacking[0], ROOT)}: run scripts/setup"
    return Runner(name, write, lacking=missing)


def jest() -> Runner:
    return _node("jest", node_suites.jest, "jest/bin/jest.js", [], ["--coverage", "--coverageDirectory={out}"],
                 ["test/part0.test.js", "-t", "^work 3$"])


def vitest() -> Runner:
    return _node("vitest", node_suites.vitest, "vitest/vitest.mjs", ["run"],
                 ["--coverage.enabled", "--coverage.provider=v8", "--coverage.reportsDirectory={out}"],
                 ["run", "test/part0.test.js", "-t", "^work 3$"], needs=("{modules}/@vitest/coverage-v8",))


def mocha() -> Runner:
    c8 = os.path.join(_modules("c8"), "c8")
    before = [f"{c8}/bin/c8.js", "--reporter=lcovonly", "--reports-dir={out}", "--temp-directory={out}/v8", "node"]
    return _node("mocha", node_suites.mocha, "mocha/bin/mocha.js", ["--timeout=30000", "test/*.test.js"], [],
                 ["--timeout=30000", "test/part0.test.js", "-g", "^work 3$"], before, (c8,))


def node_test() -> Runner:
    version = _said("node", "--version") if shutil.which("node") else ""
    if not version or int(version[1:].split(".")[0]) < 20:
        return Runner("node:test", node_suites.node_test, lacking="no node 20 or newer on PATH")
    coverage = "--experimental-test-coverage --test-reporter=lcov --test-reporter-destination={out}/lcov"
    return Runner("node:test", node_suites.node_test, "node " + version, [["sh", "-c", f"node --test {coverage} test/*.test.js"]],
                  [["sh", "-c", "node --test test/*.test.js"]], [["node", "--test", "--test-name-pattern=^work 3$", "test/part0.test.js"]], NODE_TEST)


def pytest() -> Runner:
    environment = os.path.join(TOOLS, "python", "pytest8")
    python = os.path.join(environment, "bin", "python")
    version = _said(python, "-c", "import pytest, sys, coverage; print(pytest.__version__ + ', coverage', coverage.__version__ + ', python',"
                                  " sys.version.split()[0])")
    return Runner("pytest", suites.python, version, [[python, "-m", "pytest", "-q", "--cov=suite", "--cov-report=lcov:{out}/lcov"]],
                  [[python, "-m", "pytest", "-q"]], [[python, "-m", "pytest", "-q", "tests/test_part0.py::test_work3"]], {"file_query": "'test_part0.py", "labels": ["test_work3"]}, {"VIRTUAL_ENV": environment, "PATH": environment + "/bin:" + os.environ["PATH"]},
                  {"COVERAGE_FILE": "{out}/data"}, lacking="" if version else "build/tools/python/pytest8 is not there: run scripts/setup")


def go() -> Runner:
    if not shutil.which("go"):
        return Runner("go", suites.go, lacking="no go on PATH")
    return Runner("go", suites.go, _said("go", "version"),
                  [["go", "test", "-json", "-count=1", "-coverpkg=./...", "-coverprofile={out}/profile", "./..."]],
                  [["go", "test", "-count=1", "./..."]], [["go", "test", "-count=1", "-run=^TestWork0x3$", "./part0"]], {"labels": ["TestWork0x3"]})


def cargo() -> Runner:
    about = subprocess.run(["rustc", "-vV"], capture_output=True, text=True).stdout if shutil.which("rustc") else ""
    host = next((line.split()[1] for line in about.splitlines() if line.startswith("host:")), "")
    folders = [_said("rustc", "--print", "sysroot") + f"/lib/rustlib/{host}/bin"] if host else []
    folders += sorted(glob.glob("/usr/lib/llvm-*/bin"), reverse=True)
    tools = next((folder for folder in folders if os.path.exists(folder + "/llvm-profdata") and os.path.exists(folder + "/llvm-cov")), "")
    if not host or not tools:
        return Runner("cargo", suites.rust, lacking="no llvm-profdata: rustup component add llvm-tools" if host else "no rustc on PATH")
    script = ("set -e; rm -f {out}/*.profraw; cargo test -q --offline; " + f"{tools}/llvm-profdata merge -sparse " + "{out}/*.profraw -o {out}/all; "
              "for test in {out}/measured/debug/deps/suite-*; do case $test in *.d) ;; *) " + f"{tools}/llvm-cov export --format=lcov "
              "-instr-profile={out}/all $test >{out}/lcov ;; esac; done")
    return Runner("cargo", suites.rust, _said("rustc", "--version"), [["sh", "-c", script]],
                  [["cargo", "test", "-q", "--offline", "--target-dir={out}/plain"]],
                  [["cargo", "test", "-q", "--offline", "--target-dir={out}/plain", "--lib", "part0::tests::works3", "--", "--exact"]], {"file_query": "'/part0.rs", "labels": ["tests > works3"]},
                  own={"RUSTFLAGS": "-Cinstrument-coverage", "LLVM_PROFILE_FILE": "{out}/%p-%m.profraw", "CARGO_TARGET_DIR": "{out}/measured"})


def julia() -> Runner:
    if not shutil.which("julia"):
        return Runner("julia", suites.julia, lacking="no julia on PATH")
    start = ["julia", "--startup-file=no", "--project=.", "-e"]
    offline = "using Pkg; Pkg.UPDATED_REGISTRY_THIS_SESSION[] = true; "
    measured = (offline + 'scope = VERSION >= v"1.9" ? "@" * pwd() : "user"; '
                'Pkg.test(; julia_args = ["--code-coverage=" * scope, "--code-coverage={out}/julia.info"])')
    return Runner("julia", suites.julia, _said("julia", "--version"), [[*start, measured]], [[*start, offline + "Pkg.test()"]], query={"labels": ["work 0 3"]})


ALL: dict[str, Callable[[], Runner]] = {"go": go, "pytest": pytest, "jest": jest, "vitest": vitest, "mocha": mocha, "node:test": node_test,
                                        "cargo": cargo, "julia": julia}
