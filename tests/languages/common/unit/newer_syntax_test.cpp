// Syntax that is newer than the grammars: no test may be lost by it, whatever stands around.
#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/julia/discovery/outline.hpp"
#include "tests/languages/common/unit/listing.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <string>
#include <string_view>

using namespace covey::parsers;
using covey::testing::listed;

namespace {

file_blocks found_in(std::string_view language, std::string_view text) {
  return find_language(language)->make_finder({})->blocks("tests/a.test.ts", text);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(newer_syntax)

// Go 1.26
BOOST_AUTO_TEST_CASE(go_new_of_any_expression) {
  BOOST_TEST(listed("go", "a_test.go", R"~(package p

import "testing"

func TestPointer(t *testing.T) {
	if *new(1 + 2) != 3 || *new(int) != 0 || len(*new([]int)) != 0 {
		t.Fatal(new("new(") )
	}
}

func TestTable(t *testing.T) {
	for _, c := range []struct {
		name string
		v    *int
	}{{"one", new(f(1))}} {
		t.Run(c.name, func(t *testing.T) {})
	}
	t.Run("sub", func(t *testing.T) {
		_ = new("text" + `raw
func TestNot(t *testing.T) {}
`)
		t.Run("deep", func(t *testing.T) {})
	})
}

func (s *S) TestMethod() { _ = new(int64(3)) }

func TestS(t *testing.T) { suite.Run(t, new(S)) }
)~") == "  5-9 test TestPointer\n"
        "  11-24 test TestTable\n"
        "  15-15 test dynamic TestTable > one\n"
        "  18-23 test TestTable > sub\n"
        "  22-22 test TestTable > sub > deep\n"
        "  26-26 test TestS > TestMethod\n"
        "  28-28 test TestS\n");
}

// Go 1.27 has methods with type parameters.
BOOST_AUTO_TEST_CASE(go_functions_around_what_no_grammar_knows) {
  BOOST_TEST(listed("go", "a_test.go", R"~(package p

import "testing"

func (s *S) Get[T any](of T) T { return of }

func TestBefore(t *testing.T) {
	t.Run("sub", func(t *testing.T) {})
}

func TestWithin(t *testing.T) {
	x := brand new syntax ~~> 3
	s := "}" + `
func TestInText(t *testing.T) {
`
}

/*
func TestInComment(t *testing.T) {}
*/
func TestLong(
	t *testing.T,
) {
	a ~~> '{'
}

func (s *S) TestMethod() { ~~> }

func TestS(t *testing.T) { suite.Run(t, new(S)) }

func FuzzX(f *testing.F) { ~~> }

func ExampleX() {
	~~>
	// Output: 4
}

func TestHelper(t *testing.T, more int) { ~~> }
func TestGeneric[T any](t *testing.T) { ~~> }
func TestAfter(t *testing.T) { ~~> }
)~") == "  7-9 test TestBefore\n"
        "  8-8 test TestBefore > sub\n"
        "  11-16 test TestWithin\n"
        "  21-25 test TestLong\n"
        "  27-27 test TestS > TestMethod\n"
        "  29-29 test TestS\n"
        "  31-31 fuzz FuzzX\n"
        "  33-36 example ExampleX\n"
        "  40-40 test TestAfter\n"
        "  broken\n");
}

// Since 1.8 and 1.11.
BOOST_AUTO_TEST_CASE(julia) {
  BOOST_TEST(listed("julia", "test/a.jl", R"~(using Test
public var"odd name"

@testset "outer" begin
    @testset "inner $(1 + 2) x" begin
        a = [1, 2, 3]
        @test a[end] == 3
        b = a'
        d = [x for x in a if x > 1]
        c ∘₁ 'x'
    end
    @testset "loop $i" for i in 1:3
        mutable struct A; const x::Int; end
    end
    #= @testset "no" begin end =#
    s = "@testset \"no\" begin end"
    @testset verbose=true "opt" begin
        f(x) do y
        end
        e = :end
    end
end

@testset begin
    @test true
end
)~") == "  4-22 group outer\n"
        "  5-11 test dynamic outer > inner $(1 + 2) x\n"
        "  12-14 test dynamic outer > loop $i\n"
        "  17-21 test outer > opt\n"
        "  24-26 test test set\n"
        "  broken\n");
}

// Where brackets or texts do not fit together, tests may be missing, and it is said.
BOOST_AUTO_TEST_CASE(what_is_not_closed) {
  const auto go =
      found_in("go", "package p\nfunc TestA(t *testing.T) {\n\tf(~~>\nfunc TestB(t *testing.T) {\n}\n");
  const auto node = found_in("node", "test(\"a\", () => { f(~~> });\n");
  const auto julia = found_in("julia", "@testset \"a\" begin\n  @test ((~~>\n");
  for (const auto* file : {&go, &node, &julia}) {
    BOOST_TEST((file->broken && !file->complete));
    BOOST_TEST(file->broken_line > 0u);
    BOOST_TEST((file == &go || !file->blocks.empty()));  // Go's have no outline
  }
  BOOST_TEST(!found_in("go", "package p\nfunc TestA(t *testing.T) { ~~> }\n").complete);
}

// Of Rust and Python what stands outside of the error is listed, and the file is not taken for whole.
BOOST_AUTO_TEST_CASE(what_surrounds_an_error) {
  for (const auto& file :
       {found_in("rust", "#[test]\nfn a() {}\n\n~~> }\n\n#[test]\nfn b() {}\n"),
        found_in("python",
                 "def test_a():\n    pass\n\ndef test_b():\n    f(~~>)\n\ndef test_c():\n    pass\n")}) {
    BOOST_TEST((file.broken && !file.complete));
    BOOST_TEST(file.broken_line > 3u);
    BOOST_TEST(file.blocks.size() >= 2u);
  }
}

// What a tree puts below the wrong names moves, with what is below it.
BOOST_AUTO_TEST_CASE(an_outline_corrects_a_tree) {
  const auto block = [](std::vector<block_name> path, std::uint32_t first, std::uint32_t last) {
    test_block out;
    for (const auto& name : path) out.label += (out.label.empty() ? "" : " > ") + name.literals.back();
    out.path = std::move(path);
    out.line_start = first;
    out.line_end = last;
    return out;
  };
  const block_name a{"a"}, b{"b"}, c{"c"}, d{"d"};
  file_blocks file;
  file.blocks = {block({a}, 1, 9), block({b}, 2, 8), block({b, c}, 3, 3), block({d}, 20, 20)};
  languages::julia::add_outline(file, {{block({a}, 1, 8), block({a, b}, 2, 6), block({a, d}, 7, 7)}, true});
  std::string shown;
  for (const auto& one : file.blocks)
    shown += one.label + " " + std::to_string(one.line_start) + "-" + std::to_string(one.line_end) +
             (one.dynamic ? " dynamic\n" : "\n");
  BOOST_TEST(shown == "a 1-8\na > b 2-6\na > b > c 3-3\na > d 7-7\nd 20-20\n");
}

BOOST_AUTO_TEST_SUITE_END()
