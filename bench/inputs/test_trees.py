"""Trees of test files for the group listing: realistic in shape, and the same for the same seed."""

import os
import random

WORDS = ("cart price order stock coupon customer invoice delivery refund basket currency shelf label parcel tax voucher "
         "ledger account batch report filter parser token stream buffer index cache worker queue retry").split()


def name_of(rng, parts=3):
    return [rng.choice(WORDS) for _ in range(parts)]


def camel(words):
    return "".join(word.capitalize() for word in words)


def go_file(rng, number):
    out = [f"package p{number % 100}", "", 'import (', '\t"strings"', '\t"testing"', ')', ""]
    for index in range(rng.randint(3, 12)):
        out.append(f"func Test{camel(name_of(rng))}{index}(t *testing.T) {{")
        kind = rng.random()
        if kind < 0.3:
            out += ["\tcases := []struct {", "\t\tname string", "\t\tin, want int", "\t}{"]
            out += [f'\t\t{{name: "{" ".join(name_of(rng))} {row}", in: {row}, want: {row * 2}}},' for row in range(rng.randint(2, 6))]
            out += ["\t}", "\tfor _, tc := range cases {", "\t\tt.Run(tc.name, func(t *testing.T) {",
                    "\t\t\tif got := tc.in * 2; got != tc.want {", '\t\t\t\tt.Errorf("got %d, want %d", got, tc.want)', "\t\t\t}",
                    "\t\t})", "\t}"]
        elif kind < 0.6:
            for row in range(rng.randint(1, 4)):
                out += [f'\tt.Run("{" ".join(name_of(rng))} {row}", func(t *testing.T) {{',
                        f'\t\tif strings.Repeat("{rng.choice(WORDS)}", {row}) == "x" {{', '\t\t\tt.Fatal("unexpected")', "\t\t}", "\t})"]
        else:
            for row in range(rng.randint(2, 10)):
                out += [f"\t{rng.choice(WORDS)}{row} := {row} + len(\"{' '.join(name_of(rng, 5))}\")",
                        f"\t_ = {rng.choice(WORDS)}"]
        out += ["}", ""]
    return "\n".join(out)


def python_file(rng, number):
    out = ["import pytest", "", f"from shop import {rng.choice(WORDS)}", "", ""]
    for index in range(rng.randint(2, 6)):
        out.append(f"class Test{camel(name_of(rng))}{index}:")
        for inner in range(rng.randint(1, 5)):
            if rng.random() < 0.3:
                rows = ", ".join(f'("{rng.choice(WORDS)}", {row})' for row in range(rng.randint(2, 5)))
                out.append(f'    @pytest.mark.parametrize("text,number", [{rows}])')
                out.append(f"    def test_{'_'.join(name_of(rng))}_{inner}(self, text, number):")
            else:
                out.append(f"    def test_{'_'.join(name_of(rng))}_{inner}(self):")
            out += [f'        {word} = "{" ".join(name_of(rng, 4))}"' for word in name_of(rng, rng.randint(1, 4))]
            out += [f"        assert len({rng.choice(WORDS)!r}) > {rng.randint(0, 3)}", ""]
        out.append("")
    return "\n".join(out)


def node_file(rng, number):
    out = ["import { describe, it, expect } from 'vitest';", f"import {{ {rng.choice(WORDS)} }} from '../src/{rng.choice(WORDS)}.js';", ""]
    for index in range(rng.randint(1, 4)):
        out.append(f"describe('{' '.join(name_of(rng))} {index}', () => {{")
        for inner in range(rng.randint(2, 7)):
            title = " ".join(name_of(rng, 5))
            out.append(f"  it('{title} {inner}', async () => {{")
            out += [f"    const {word}{row} = await Promise.resolve({{ {word}: '{title}', n: {row} }});"
                    for row, word in enumerate(name_of(rng, rng.randint(1, 4)))]
            out += [f"    expect({inner}).toBe({inner});", "  });", ""]
        out += ["});", ""]
    return "\n".join(out)


KINDS = {
    "go": (go_file, "f{}_test.go", {"go.mod": "module example.com/generated\n\ngo 1.20\n"}),
    "python": (python_file, "test_f{}.py", {"pytest.ini": "[pytest]\n"}),
    "node": (node_file, "f{}.test.js", {"package.json": '{"name": "generated", "type": "module"}\n'}),
}


def make(kind, folder, files, seed):
    """Writes the tree; its test files' paths."""
    make_file, pattern, others = KINDS[kind]
    rng = random.Random(seed)
    paths = []
    for name, text in others.items():
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    for number in range(files):
        area = os.path.join(folder, rng.choice(WORDS), f"p{number % 10}")
        os.makedirs(area, exist_ok=True)
        paths.append(os.path.join(area, pattern.format(number)))
        with open(paths[-1], "w") as file:
            file.write(make_file(rng, number))
    return paths
