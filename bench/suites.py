"""The generated suites: the same 300 tests over 30 files in every language, each of a function with a loop and branches."""

import os

FILES = 30
TESTS = 10  # of one file


def write(folder, path, text):
    full = os.path.join(folder, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    with open(full, "w", encoding="utf-8") as file:
        file.write(text)


def expected(number, limit=50):
    total = 0
    for i in range(limit):
        total += i * number if i % 2 == 0 else i
    return total if total < 1000 else total - 1000


def python(folder):
    write(folder, "pyproject.toml", '[project]\nname = "suite"\nversion = "0"\n\n[tool.pytest.ini_options]\npythonpath = ["."]\n')
    write(folder, "suite/__init__.py", "")
    for f in range(FILES):
        source, tests = "", f"from suite import part{f}\n"
        for t in range(TESTS):
            source += (f"def work{t}(limit):\n    total = 0\n    for i in range(limit):\n        if i % 2 == 0:\n            total += i * {t}\n"
                       f"        else:\n            total += i\n    if total < 1000:\n        return total\n    return total - 1000\n\n\n")
            tests += f"\n\ndef test_work{t}():\n    assert part{f}.work{t}(50) == {expected(t)}\n"
        write(folder, f"suite/part{f}.py", source)
        write(folder, f"tests/test_part{f}.py", tests)


def script_source(t, export):
    return (f"{export}function work{t}(limit) {{\n  let total = 0;\n  for (let i = 0; i < limit; i++) {{\n    if (i % 2 === 0) {{\n"
            f"      total += i * {t};\n    }} else {{\n      total += i;\n    }}\n  }}\n  if (total < 1000) {{\n    return total;\n  }}\n"
            f"  return total - 1000;\n}}\n\n")


def node(folder, module, head, check, package):
    """module: "cjs" or "esm"; head and check are the runner's own lines."""
    write(folder, "package.json", package)
    names = ", ".join(f"work{t}" for t in range(TESTS))
    for f in range(FILES):
        esm = module == "esm"
        source = "".join(script_source(t, "export " if esm else "") for t in range(TESTS))
        if not esm:
            source += f"module.exports = {{ {names} }};\n"
        load = f"import {{ {names} }} from '../src/part{f}.js';\n" if esm else f"const {{ {names} }} = require('../src/part{f}.js');\n"
        tests = "".join(f"test('work {t}', () => {{\n  {check.format(call=f'work{t}(50)', value=expected(t))}\n}});\n" for t in range(TESTS))
        write(folder, f"src/part{f}.js", source)
        write(folder, f"test/part{f}.test.js", head + load + "\n" + tests)


def jest(folder):
    node(folder, "cjs", "", "expect({call}).toBe({value});", '{"name":"suite","private":true,"scripts":{"test":"jest"}}\n')


def vitest(folder):
    node(folder, "esm", "import { expect, test } from 'vitest';\n", "expect({call}).toBe({value});",
         '{"name":"suite","private":true,"type":"module","scripts":{"test":"vitest run"}}\n')


def node_test(folder):
    node(folder, "cjs", "const test = require('node:test');\nconst assert = require('node:assert');\n",
         "assert.strictEqual({call}, {value});", '{"name":"suite","private":true,"scripts":{"test":"node --test"}}\n')


def mocha(folder):
    node(folder, "cjs", "const assert = require('node:assert');\nconst test = it;\n", "assert.strictEqual({call}, {value});",
         '{"name":"suite","private":true,"scripts":{"test":"mocha \'test/*.test.js\'"}}\n')


def go(folder):
    write(folder, "go.mod", "module example.com/suite\n\ngo 1.19\n")
    for f in range(FILES):
        package = f"package part{f % 10}\n\n"
        source, tests = package, package + 'import "testing"\n'
        for t in range(TESTS):
            name = f"Work{f}x{t}"
            source += (f"func {name}(limit int) int {{\n\ttotal := 0\n\tfor i := 0; i < limit; i++ {{\n\t\tif i%2 == 0 {{\n\t\t\ttotal += i * {t}\n"
                       f"\t\t}} else {{\n\t\t\ttotal += i\n\t\t}}\n\t}}\n\tif total < 1000 {{\n\t\treturn total\n\t}}\n\treturn total - 1000\n}}\n\n")
            tests += f"\nfunc Test{name}(t *testing.T) {{\n\tif got := {name}(50); got != {expected(t)} {{\n\t\tt.Errorf(\"got %d\", got)\n\t}}\n}}\n"
        write(folder, f"part{f % 10}/source{f}.go", source)
        write(folder, f"part{f % 10}/source{f}_test.go", tests)


def rust(folder):
    write(folder, "Cargo.toml", '[package]\nname = "suite"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n')
    write(folder, "Cargo.lock", 'version = 3\n\n[[package]]\nname = "suite"\nversion = "0.1.0"\n')
    write(folder, "src/lib.rs", "".join(f"pub mod part{f};\n" for f in range(FILES)))
    for f in range(FILES):
        source, tests = "", ""
        for t in range(TESTS):
            source += (f"pub fn work{t}(limit: i64) -> i64 {{\n    let mut total = 0;\n    for i in 0..limit {{\n        if i % 2 == 0 {{\n            total += i * {t};\n"
                       f"        }} else {{\n            total += i;\n        }}\n    }}\n    if total < 1000 {{\n        return total;\n    }}\n    total - 1000\n}}\n\n")
            tests += f"    #[test]\n    fn works{t}() {{\n        assert_eq!(super::work{t}(50), {expected(t)});\n    }}\n"
        write(folder, f"src/part{f}.rs", source + "#[cfg(test)]\nmod tests {\n" + tests + "}\n")


def julia(folder):
    write(folder, "Project.toml", 'name = "Suite"\nuuid = "5d0a6e52-4d43-4a3e-8c56-1d7f6b1f2a10"\nversion = "0.1.0"\n\n'
          '[extras]\nTest = "8dfed614-e22c-5e08-85e1-65c5234f0b40"\n\n[targets]\ntest = ["Test"]\n')
    write(folder, "src/Suite.jl", "module Suite\n" + "".join(f'include("part{f}.jl")\n' for f in range(FILES)) + "end\n")
    write(folder, "test/runtests.jl", "using Suite, Test\n" + "".join(f'include("part{f}.jl")\n' for f in range(FILES)))
    for f in range(FILES):
        source, tests = "", ""
        for t in range(TESTS):
            source += (f"function work{f}x{t}(limit)\n    total = 0\n    for i in 0:limit-1\n        if i % 2 == 0\n            total += i * {t}\n        else\n"
                       f"            total += i\n        end\n    end\n    if total < 1000\n        return total\n    end\n    return total - 1000\nend\n\n")
            tests += f'@testset "work {f} {t}" begin\n    @test Suite.work{f}x{t}(50) == {expected(t)}\nend\n'
        write(folder, f"src/part{f}.jl", source)
        write(folder, f"test/part{f}.jl", tests)
