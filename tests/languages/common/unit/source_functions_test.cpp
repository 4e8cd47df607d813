// The functions of a source, as each language has them.
#include "parsers/languages/catalogue.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

using namespace covey::parsers;

namespace {

// "name 3-5, other 7-7"
std::string functions(std::string_view language, std::string_view path, std::string_view text) {
  std::string out;
  for (const auto& one : find_language(language)->structure(path, text).functions)
    out += (out.empty() ? "" : ", ") + one.name + " " + std::to_string(one.first) + "-" +
           std::to_string(one.last) + (one.of_tests ? " of tests" : "");
  return out;
}

// Of the first function.
std::string comments(std::string_view language, std::string_view path, std::string_view text) {
  std::string out;
  const auto all = find_language(language)->structure(path, text).functions;
  for (const auto line : all.at(0).comments)
    out += (out.empty() ? "" : " ") + std::to_string(line);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(source_functions)

BOOST_AUTO_TEST_CASE(lines_of_comments_and_docstrings_alone_do_nothing) {
  BOOST_TEST(comments("python", "a.py",
                      "def f():\n    \"\"\"What it does.\n\n    More.\"\"\"\n    # note\n    x = 1  # one\n    return 'a'\n") ==
             "2 3 4 5");
  BOOST_TEST(comments("go", "a.go", "package p\n\nfunc f() {\n\t// note\n\tg() // call\n\t/* a\n\tb */\n}\n") == "4 6 7");
  BOOST_TEST(comments("rust", "a.rs", "fn f() {\n    // note\n    /* more */\n    g(); // call\n}\n") == "2 3");
  BOOST_TEST(comments("node", "a.ts", "function f() {\n  // note\n  /* more\n   */\n  g(); // call\n}\n") == "2 3 4");
  BOOST_TEST(comments("julia", "a.jl", "function f()\n    # note\n    g() # call\nend\n") == "2");
}

BOOST_AUTO_TEST_CASE(go_methods_are_named_by_their_receiver) {
  BOOST_TEST(functions("go", "a.go", R"~(package p

func Plain() int {
	return func() int { return 1 }()
}

func (l *List[T]) Push(v T) {
}

func (s set) has() bool { return true }
)~") == "Plain 3-5, List.Push 7-8, set.has 10-10");
}

BOOST_AUTO_TEST_CASE(python_classes_and_functions_within_functions) {
  BOOST_TEST(functions("python", "a.py", R"~(
class Cart:
    @property
    def total(self):
        def add(a):
            return a
        return add(1)

    class Line:
        async def price(self): ...

x = lambda: 1
def last():
    pass)~") == "Cart.total 4-7, Cart.total.add 5-6, Cart.Line.price 10-10, last 13-14");
}

BOOST_AUTO_TEST_CASE(rust_implementations_traits_and_modules) {
  BOOST_TEST(functions("rust", "src/lib.rs", R"~(pub fn free<T>() -> u8 { 1 }
impl<'a> Iterator for Parser<'a> {
    fn next(&mut self) -> Option<u8> {
        None
    }
}
trait Named { fn name(&self) -> u8 { 2 } }
mod inner {
    pub(crate) async fn deep() {}
})~") == "free 1-1, Parser::next 3-5, Named::name 7-7, inner::deep 9-9");
}

BOOST_AUTO_TEST_CASE(rust_tests_beside_what_they_test) {
  BOOST_TEST(functions("rust", "src/lib.rs", R"~(#[cfg(feature = "test-util")]
pub fn shipped() {}
#[cfg(not(test))]
fn real() {}
#[cfg(any(test, fuzzing))]
fn both() {}
#[cfg(test)]
mod tests {
    fn helper() {}
    mod inner {
        // why
        #[tokio::test]
        async fn waits() {}
    }
}
fn last() {}
#[test]
#[ignore]
fn alone() {})~") ==
             "shipped 2-2, real 4-4, both 6-6, tests::helper 9-9 of tests, "
             "tests::inner::waits 13-13 of tests, last 16-16, alone 19-19 of tests");
}

BOOST_AUTO_TEST_CASE(javascript_functions_are_named_by_what_holds_them) {
  BOOST_TEST(
      functions("node", "a.js", R"~(function plain() {
  return [1].map(x => x + 1);
}
const arrow = (a) => {
  return a;
};
class Cart {
  total() { return 1; }
  static #sum = () => 2;
}
Cart.prototype.clear = function () {};
module.exports.parse = function* () {};
const util = { join: (a) => a, split() {} };
export default async function () {}
)~") ==
      "plain 1-3, arrow 4-6, Cart.total 8-8, Cart.#sum 9-9, Cart.clear 11-11, parse 12-12, join 13-13, split 13-13");
}

BOOST_AUTO_TEST_CASE(typescript_by_the_ending_of_the_path) {
  BOOST_TEST(functions("node", "a.ts", R"~(export namespace N {
  export function f<T>(a: T): T { return a; }
}
abstract class A { private g = (x: number): number => x; abstract h(): void }
)~") == "N.f 2-2, A.g 4-4");
  BOOST_TEST(functions("node", "a.tsx", "const View = (p: P) => <div>{p.a}</div>;\n") == "View 1-1");
}

BOOST_AUTO_TEST_CASE(julia_long_short_and_typed) {
  BOOST_TEST(functions("julia", "src/a.jl", R"~(module M
function total(cart::Cart)::Int
  1
end
area(x) = x * x
volume(x::T) where {T} = x
macro check(e)
  e
end
y = 3
end
)~") == "total 2-4, area 5-5, volume 6-6, check 7-9");
}

BOOST_AUTO_TEST_CASE(any_bytes_have_functions_or_none) {
  for (const auto* language : all_languages())
    for (const std::string_view text : {"", "\xff\xfe\0x", "func ( {{{{ def class fn => function"})
      BOOST_TEST(language->structure("a", text).functions.size() < 5u);
}

BOOST_AUTO_TEST_CASE(the_innermost_function_has_the_line) {
  const std::vector<function_extent> all{{"a", 1, 20}, {"a.b", 3, 9}, {"a.b.c", 5, 6}, {"d", 30, 31}};
  BOOST_TEST(function_at(all, 5)->name == "a.b.c");
  BOOST_TEST(function_at(all, 7)->name == "a.b");
  BOOST_TEST(function_at(all, 10)->name == "a");
  BOOST_TEST(function_at(all, 21) == nullptr);
  BOOST_TEST(function_at(all, 31)->name == "d");
  BOOST_TEST(function_at({}, 1) == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
