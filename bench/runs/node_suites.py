"""The generated suites of Node's runners: one source and one test file a part, as CommonJS or as modules."""

from .shape import Shape, expected, write

BUSY = """function busy(rounds, start) {
  let [even, seed] = [0, start];
  for (let r = 0; r < rounds; r++) {
    const values = [];
    for (let i = 0; i < 200; i++) {
      seed = (seed * 16807) % 2147483647;
      values.push(seed);
    }
    values.sort((a, b) => a - b);
    if (values[0] % 2 === 0) {
      even++;
    }
  }
  return even;
}

"""


def _function(t: int) -> str:
    return (f"function work{t}(limit) {{\n  let total = 0;\n  for (let i = 0; i < limit; i++) {{\n    if (i % 2 === 0) {{\n"
            f"      total += i * {t};\n    }} else {{\n      total += i;\n    }}\n  }}\n  if (total < 1000) {{\n    return total;\n  }}\n"
            f"  return total - 1000;\n}}\n\n")


def _test(shape: Shape, file: int, t: int, check: str) -> str:
    waits = shape.waits(t)
    out = f"test('work {t}', {'async ' if waits else ''}() => {{\n  {check.format(call=f'work{t}(50)', value=expected(t))}\n"
    if shape.rounds:
        out += f"  {check.format(call=f'busy({shape.rounds}, {shape.seed(file, t)}) <= {shape.rounds}', value='true')}\n"
    if waits:
        out += f"  await new Promise((done) => setTimeout(done, {shape.wait}));\n"
    return out + "});\n"


def _suite(folder: str, shape: Shape, modules: bool, head: str, check: str, package: str) -> None:
    """`head` and `check` are the runner's own lines; `modules`: ES modules, else CommonJS."""
    write(folder, "package.json", package)
    names = ", ".join([f"work{t}" for t in range(shape.tests)] + (["busy"] if shape.rounds else []))
    for f in range(shape.files):
        source = (BUSY if shape.rounds else "") + "".join(_function(t) for t in range(shape.tests))
        source += f"export {{ {names} }};\n" if modules else f"module.exports = {{ {names} }};\n"
        load = f"import {{ {names} }} from '../src/part{f}.js';\n" if modules else f"const {{ {names} }} = require('../src/part{f}.js');\n"
        write(folder, f"src/part{f}.js", source)
        write(folder, f"test/part{f}.test.js", head + load + "\n" + "".join(_test(shape, f, t, check) for t in range(shape.tests)))


def jest(folder: str, shape: Shape) -> None:
    _suite(folder, shape, False, "", "expect({call}).toBe({value});", '{"name":"suite","private":true,"scripts":{"test":"jest"}}\n')


def vitest(folder: str, shape: Shape) -> None:
    _suite(folder, shape, True, "import { expect, test } from 'vitest';\n", "expect({call}).toBe({value});",
           '{"name":"suite","private":true,"type":"module","scripts":{"test":"vitest run"}}\n')


def node_test(folder: str, shape: Shape) -> None:
    _suite(folder, shape, False, "const test = require('node:test');\nconst assert = require('node:assert');\n",
           "assert.strictEqual({call}, {value});", '{"name":"suite","private":true,"scripts":{"test":"node --test"}}\n')


def mocha(folder: str, shape: Shape) -> None:
    _suite(folder, shape, False, "const assert = require('node:assert');\nconst test = it;\n", "assert.strictEqual({call}, {value});",
           '{"name":"suite","private":true,"scripts":{"test":"mocha --timeout=30000 \'test/*.test.js\'"}}\n')
