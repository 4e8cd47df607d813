"""The generated suites of Python, Go, Rust and Julia; Node's are in node_suites.py."""

from .shape import Shape, expected, write

PYTHON_BUSY = """def busy(rounds, seed):
    even = 0
    for _ in range(rounds):
        values = []
        for _ in range(200):
            seed = seed * 16807 % 2147483647
            values.append(seed)
        values.sort()
        if values[0] % 2 == 0:
            even += 1
    return even


"""


def python(folder: str, shape: Shape) -> None:
    write(folder, "pyproject.toml", '[project]\nname = "suite"\nversion = "0"\n\n[tool.pytest.ini_options]\npythonpath = ["."]\n')
    write(folder, "suite/__init__.py", "")
    for f in range(shape.files):
        source, tests = PYTHON_BUSY if shape.rounds else "", ("import time\n\n" if shape.wait else "") + f"from suite import part{f}\n"
        for t in range(shape.tests):
            source += (f"def work{t}(limit):\n    total = 0\n    for i in range(limit):\n        if i % 2 == 0:\n            total += i * {t}\n"
                       f"        else:\n            total += i\n    if total < 1000:\n        return total\n    return total - 1000\n\n\n")
            tests += f"\n\ndef test_work{t}():\n    assert part{f}.work{t}(50) == {expected(t)}\n"
            if shape.rounds:
                tests += f"    assert part{f}.busy({shape.rounds}, {shape.seed(f, t)}) <= {shape.rounds}\n"
            if shape.waits(t):
                tests += f"    time.sleep({shape.wait / 1000})\n"
        write(folder, f"suite/part{f}.py", source)
        write(folder, f"tests/test_part{f}.py", tests)


GO_BUSY = """func busy%d(rounds int, seed int) int {
	even := 0
	for r := 0; r < rounds; r++ {
		values := make([]int, 0, 200)
		for i := 0; i < 200; i++ {
			seed = seed * 16807 %% 2147483647
			values = append(values, seed)
		}
		sort.Ints(values)
		if values[0]%%2 == 0 {
			even++
		}
	}
	return even
}

"""


def go(folder: str, shape: Shape) -> None:
    """In ten packages."""
    write(folder, "go.mod", "module example.com/suite\n\ngo 1.19\n")
    for f in range(shape.files):
        package = f"package part{f % 10}\n\n"
        source = package + ('import "sort"\n\n' + GO_BUSY % f if shape.rounds else "")
        tests = package + 'import "testing"\n' + ('import "time"\n' if shape.wait else "")
        for t in range(shape.tests):
            name = f"Work{f}x{t}"
            source += (f"func {name}(limit int) int {{\n\ttotal := 0\n\tfor i := 0; i < limit; i++ {{\n\t\tif i%2 == 0 {{\n\t\t\ttotal += i * {t}\n"
                       f"\t\t}} else {{\n\t\t\ttotal += i\n\t\t}}\n\t}}\n\tif total < 1000 {{\n\t\treturn total\n\t}}\n\treturn total - 1000\n}}\n\n")
            tests += f"\nfunc Test{name}(t *testing.T) {{\n\tif got := {name}(50); got != {expected(t)} {{\n\t\tt.Errorf(\"got %d\", got)\n\t}}\n"
            if shape.rounds:
                tests += f"\tif got := busy{f}({shape.rounds}, {shape.seed(f, t)}); got > {shape.rounds} {{\n\t\tt.Errorf(\"got %d\", got)\n\t}}\n"
            if shape.waits(t):
                tests += f"\ttime.Sleep({shape.wait} * time.Millisecond)\n"
            tests += "}\n"
        write(folder, f"part{f % 10}/source{f}.go", source)
        write(folder, f"part{f % 10}/source{f}_test.go", tests)


RUST_BUSY = """pub fn busy(rounds: i64, start: i64) -> i64 {
    let (mut even, mut seed) = (0, start);
    for _ in 0..rounds {
        let mut values = Vec::with_capacity(200);
        for _ in 0..200 {
            seed = seed * 16807 % 2147483647;
            values.push(seed);
        }
        values.sort();
        if values[0] % 2 == 0 {
            even += 1;
        }
    }
    even
}

"""


def rust(folder: str, shape: Shape) -> None:
    write(folder, "Cargo.toml", '[package]\nname = "suite"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n')
    write(folder, "Cargo.lock", 'version = 3\n\n[[package]]\nname = "suite"\nversion = "0.1.0"\n')
    write(folder, "src/lib.rs", "".join(f"pub mod part{f};\n" for f in range(shape.files)))
    for f in range(shape.files):
        source, tests = RUST_BUSY if shape.rounds else "", ""
        for t in range(shape.tests):
            source += (f"pub fn work{t}(limit: i64) -> i64 {{\n    let mut total = 0;\n    for i in 0..limit {{\n        if i % 2 == 0 {{\n            total += i * {t};\n"
                       f"        }} else {{\n            total += i;\n        }}\n    }}\n    if total < 1000 {{\n        return total;\n    }}\n    total - 1000\n}}\n\n")
            tests += f"    #[test]\n    fn works{t}() {{\n        assert_eq!(super::work{t}(50), {expected(t)});\n"
            if shape.rounds:
                tests += f"        assert!(super::busy({shape.rounds}, {shape.seed(f, t)}) <= {shape.rounds});\n"
            if shape.waits(t):
                tests += f"        std::thread::sleep(std::time::Duration::from_millis({shape.wait}));\n"
            tests += "    }\n"
        write(folder, f"src/part{f}.rs", source + "#[cfg(test)]\nmod tests {\n" + tests + "}\n")


JULIA_BUSY = """function busy%d(rounds, seed)
    even = 0
    for _ in 1:rounds
        values = Int[]
        for _ in 1:200
            seed = seed * 16807 %% 2147483647
            push!(values, seed)
        end
        sort!(values)
        if values[1] %% 2 == 0
            even += 1
        end
    end
    return even
end

"""


def julia(folder: str, shape: Shape) -> None:
    write(folder, "Project.toml", 'name = "Suite"\nuuid = "5d0a6e52-4d43-4a3e-8c56-1d7f6b1f2a10"\nversion = "0.1.0"\n\n'
          '[extras]\nTest = "8dfed614-e22c-5e08-85e1-65c5234f0b40"\n\n[targets]\ntest = ["Test"]\n')
    parts = "".join(f'include("part{f}.jl")\n' for f in range(shape.files))
    write(folder, "src/Suite.jl", "module Suite\n" + parts + "end\n")
    write(folder, "test/runtests.jl", "using Suite, Test\n" + parts)
    for f in range(shape.files):
        source, tests = JULIA_BUSY % f if shape.rounds else "", ""
        for t in range(shape.tests):
            source += (f"function work{f}x{t}(limit)\n    total = 0\n    for i in 0:limit-1\n        if i % 2 == 0\n            total += i * {t}\n        else\n"
                       f"            total += i\n        end\n    end\n    if total < 1000\n        return total\n    end\n    return total - 1000\nend\n\n")
            tests += f'@testset "work {f} {t}" begin\n    @test Suite.work{f}x{t}(50) == {expected(t)}\n'
            if shape.rounds:
                tests += f"    @test Suite.busy{f}({shape.rounds}, {shape.seed(f, t)}) <= {shape.rounds}\n"
            if shape.waits(t):
                tests += f"    sleep({shape.wait / 1000})\n"
            tests += "end\n"
        write(folder, f"src/part{f}.jl", source)
        write(folder, f"test/part{f}.jl", tests)
