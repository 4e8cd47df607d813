#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/rust/discovery/collector.hpp"
#include "tests/languages/common/unit/listing.hpp"
#include "tests/support/test_data.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace covey::parsers::languages::rust {
namespace {

namespace fs = std::filesystem;

std::unique_ptr<const test_finder> finder() {
  return find_language("rust")->make_finder({});
}

std::string listed(std::string_view text, std::string_view path = "src/lib.rs") {
  return testing::listed("rust", path, text);
}

void expect_lines_within(std::string_view text, const std::string& what) {
  const auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const auto& block : finder()->blocks("src/lib.rs", text).blocks) {
    BOOST_TEST(block.line_start >= 1U, what);
    BOOST_TEST(block.line_start <= block.line_end, what);
    BOOST_TEST(block.line_end <= lines, what);
  }
}

BOOST_AUTO_TEST_SUITE(rust_discovery)

BOOST_AUTO_TEST_CASE(a_tree_is_listed_line_for_line) {
  testing::expect_listing("rust");
}

BOOST_AUTO_TEST_CASE(cargos_own_places_are_test_files_and_all_others_perhaps) {
  using enum file_role;
  const std::pair<const char*, file_role> table[]{
      {"tests/api.rs", test},
      {"crates/till/tests/api.rs", test},
      {"tests/suite/main.rs", test},
      {"tests/common/mod.rs", perhaps},
      {"tests/suite/deep/main.rs", perhaps},
      {"src/tests/api.rs", perhaps},
      {"crates/till/src/money/tests/main.rs", perhaps},
      {"src/lib.rs", perhaps},
      {"examples/demo.rs", perhaps},
      {"benches/speed.rs", perhaps},
      {"latests/api.rs", perhaps},
      {"tests/data.txt", none},
      {"tests/api.rs.orig", none},
      {"Cargo.toml", none},
  };
  for (const auto& [path, role] : table) BOOST_TEST((finder()->role(path) == role), path);
}

BOOST_AUTO_TEST_CASE(attributes_make_tests) {
  const std::pair<const char*, const char*> table[]{
      {"#[test] fn a() {}", "  1-1 test a\n"},
      {"#[::core::prelude::v1::test] fn a() {}", "  1-1 test a\n"},
      {"#[tokio::test]\nasync fn a() {}", "  1-2 test a\n"},
      {"#[gtest] fn a() {}", "  1-1 test a\n"},
      {"#[quickcheck] fn a(x: u8) -> bool { true }", "  1-1 test a\n"},
      {"#[cfg_attr(all(unix, feature = \"x,y\"), test, ignore)] fn a() {}", "  1-1 test a\n"},
      {"#[cfg_attr(test, allow(dead_code))] fn a() {}", ""},
      {"#[cfg(test)] fn a() {}", ""},
      {"#[wasm_bindgen_test] fn a() {}", ""},
      {"#[sim_test] fn a() {}", "  1-1 test dynamic a\n"},
      {"#[bench] fn test(b: &mut Bencher) {}", ""},
      {"struct S; impl S { #[test] fn a() {} }", ""},
      {"fn a() { #[test] fn b() {} }", ""},
      {"macro_rules! m { () => { #[test] fn a() {} } }", ""},
      {"mod a { mod b {} fn test() {} }", ""},
      {"#[cfg(test)]\nmod a {\n#[test]\nfn b() {}\n}", "  1-5 group a\n  3-4 test a > b\n"},
      {"#[rstest] #[values] fn a(#[future] b: u8) {}", "  1-1 test a\n"},
  };
  for (const auto& [text, expected] : table) BOOST_TEST(listed(text) == expected, text);
}

BOOST_AUTO_TEST_CASE(cases_are_candidates) {
  BOOST_TEST(listed("#[rstest]\n#[case::zero(0)]\nfn a(#[case] b: u8) {}\n") ==
             "  1-3 test dynamic a\n  2-2 test dynamic a > zero\n");
  const auto blocks =
      finder()->blocks("src/lib.rs", "#[rstest]\n#[case(1)]\n#[case::zero(0)] fn a() {}\n").blocks;
  BOOST_REQUIRE(blocks.size() == 2U);
  BOOST_TEST(blocks[1].path.back().literals == std::vector<std::string>{"case_2_zero"},
             boost::test_tools::per_element());
  std::string ten = "#[rstest]\n";
  for (int i = 0; i < 9; ++i) ten += "#[case(1)]\n";
  const auto padded = finder()->blocks("src/lib.rs", ten + "#[case::last(2)] fn a() {}\n").blocks;
  BOOST_TEST(padded.back().path.back().literals.front() == "case_10_last");
  const std::pair<const char*, const char*> names[]{
      {"adds one", "adds_one"}, {"Is 3!", "is_3_"}, {"3 is", "_3_is"}, {"añds", "añds"}, {"--", "_"}};
  for (const auto& [description, name] : names) {
    const auto text = "#[test_case(1, 2; \"" + std::string{description} + "\")] fn a() {}";
    const auto of_case = finder()->blocks("src/lib.rs", text).blocks.back();
    BOOST_TEST(of_case.label == "a > " + std::string{description});
    BOOST_TEST(of_case.path.back().literals == (std::vector<std::string>{"", name}),
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(macros_keep_the_tests_that_they_are_given) {
  const std::pair<const char*, const char*> table[]{
      {"proptest! { #[test] fn a(x in 0..9) { #[test] fn no() {} } }", "  1-1 test a\n"},
      {"cfg_x!( #[test] pub async fn a() -> Result<(), E> {} )", "  1-1 test a\n"},
      {"quickcheck! { fn a(x: u8) -> bool { true } fn b() -> bool { true } }",
       "  1-1 test a\n  1-1 test b\n"},
      {"m! { mod a { mod b { #[test] fn c() {} } } }",
       "  1-1 group a\n  1-1 group a > b\n  1-1 test a > b > c\n"},
      {"m! { impl T { #[test] fn a() {} } trait U { #[test] fn b(); } }", ""},
      {"m! { macro_rules! x { () => { #[test] fn a() {} } } }", ""},
      {"m! { #[test] struct S; fn a() {} }", ""},
      {"m! { #[test] fn $name() {} }", ""},
      {"m! { if #[cfg(test)] { fn a() {} } else { #[test] fn b() {} } }", "  1-1 test b\n"},
  };
  for (const auto& [text, expected] : table) BOOST_TEST(listed(text, "src/main.rs") == expected, text);
}

// The lines in the names are those that rustdoc 1.95 gives to the same text.
BOOST_AUTO_TEST_CASE(examples_are_named_as_rustdoc_names_them) {
  const std::pair<const char*, const char*> table[]{
      {"//! ```\n//! x\n//! ```\n", "  1-3 doc test (line 1)\n"},
      {"/// a\n#[inline]\n/// ```\n/// x\n/// ```\nfn f() {}", "  3-5 doc test f (line 2)\n"},
      {"/// ```\n/// x\nfn unclosed() {}", "  1-2 doc test unclosed (line 1)\n"},
      {"///```\n///x\n///```\nfn tight() {}", "  1-3 doc test tight (line 1)\n"},
      {"/**\n * a\n *\n * ```\n * x\n * ```\n */\nfn f() {}", "  4-6 doc test f (line 3)\n"},
      {"/** a\n\n    ```\n    x\n    ```\n*/\nfn f() {}", "  3-5 doc test f (line 3)\n"},
      {"#[doc = \"One.\\n\\n```\\nx\\n```\"]\nfn f() {}", "  1-1 doc test f (line 3)\n"},
      {"#[doc = \"```\"]\n#[doc = \"x\"]\n#[doc = \"```\"]\nfn f() {}", "  1-3 doc test f (line 1)\n"},
      {"impl<'a, T: Copy> A<T> for &'a B<T> {\n/// ```\n/// ```\nfn f() {}\n}",
       "  2-3 doc test &'aB<T>::f (line 2)\n"},
      {"fn f() {\n/// ```\n/// ```\nfn g() {}\n}", "  2-3 doc test f::g (line 2)\n"},
      {"struct S {\n/// ```\n/// ```\na: u8 }", "  2-3 doc test S::a (line 2)\n"},
      {"/// ```\n/// ```\npub use a::B as C;", "  1-2 doc test C (line 1)\n"},
      {"mod m {\n//! ```\n//! ```\n}", "  2-3 doc test m (line 2)\n"},
      {"//// ```\n//// ```\nfn f() {}", ""},
      {"// ```\n// ```\nfn f() {}", ""},
      {"#[cfg(test)]\n/// ```\n/// ```\nfn f() {}", ""},
      {"#![cfg(test)]\n/// ```\n/// ```\nfn f() {}", ""},
      {"/// ```\n/// ```\n#[test]\nfn f() {}", "  3-4 test f\n"},
      {"m! {\n/// ```\n/// ```\npub fn f() {}\n}", "  2-3 doc test dynamic f (line 2)\n"},
  };
  for (const auto& [text, expected] : table) BOOST_TEST(listed(text) == expected, text);
}

BOOST_AUTO_TEST_CASE(only_libraries_have_examples) {
  const std::pair<const char*, bool> table[]{
      {"src/lib.rs", true},          {"src/a/b.rs", true},
      {"crates/a/src/lib.rs", true}, {"lib.rs", true},
      {"src/tests/a.rs", true},      {"src/domain.rs", true},
      {"src/main.rs", false},        {"crates/a/src/main.rs", false},
      {"src/bin/a.rs", false},       {"crates/a/src/bin/a/b.rs", false},
      {"tests/a.rs", false},         {"examples/a.rs", false},
      {"benches/a.rs", false},       {"build.rs", false},
  };
  for (const auto& [path, has] : table)
    BOOST_TEST(listed("/// ```\n/// ```\nfn f() {}\n", path).empty() != has, path);
}

BOOST_AUTO_TEST_CASE(infos_say_what_is_an_example) {
  for (const auto* info : {"", "rust", "no_run", "should_panic", "compile_fail", "edition2021", "rust,no_run",
                           "compile_fail,E0277", "rust (comment)", "{.class}", "ignore-windows",
                           "test_harness", "standalone_crate", "text,rust"})
    BOOST_TEST(is_example_code(info), info);
  for (const auto* info : {"ignore", "text", "rust,ignore", "sh", "E0277", "console", "text,no_run", "toml"})
    BOOST_TEST(!is_example_code(info), info);
}

BOOST_AUTO_TEST_CASE(markdown_has_fenced_and_indented_code) {
  using lines = std::vector<std::string>;
  const auto found = [](const lines& text) {
    std::string out;
    for (const auto& code : find_markdown_code(text))
      out += std::to_string(code.first) + "-" + std::to_string(code.last) + (code.fenced ? "f" : "i") +
             (code.info.empty() ? "" : "(" + code.info + ")") + " ";
    return out;
  };
  const std::pair<lines, const char*> table[]{
      {{"```", "a", "```"}, "0-2f "},
      {{"~~~ sh ", "```", "~~~~"}, "0-2f(sh) "},
      {{"````", "```", "````"}, "0-2f "},
      {{"```", "a"}, "0-1f "},
      {{"``` a`b", "a"}, ""},
      {{"   ```", "a", "   ```"}, "0-2f "},
      {{"a", "    b"}, ""},
      {{"a", "", "    b", "", "    c", "", "d"}, "2-4i "},
      {{"# a", "    b"}, "1-1i "},
      {{"\tb"}, "0-0i "},
      {{"- a", "", "  ```", "  b", "  ```"}, "2-4f "},
      {{"- ```", "  b", "  ```"}, "0-2f "},
      {{"1. a", "", "       b"}, "2-2i "},
      {{"1. a", "", "   b"}, ""},
      {{"- a", "  - b", "    ```", "    c", "    ```"}, "2-4f "},
      {{"- ```", "b", "", "    c"}, "0-0f 3-3i "},
      {{"> ```", "> a", "> ```", "b"}, "0-2f "},
      {{"> ```", "> a", "b"}, "0-1f "},
      {{"a", "```", "b", "```"}, "1-3f "},
      {{"    a", "```", "b", "```"}, "0-0i 1-3f "},
      {{}, ""},
      {{""}, ""},
  };
  for (const auto& [text, expected] : table)
    BOOST_TEST(found(text) == expected, (text.empty() ? "" : text.front()) << " … " << expected);
}

BOOST_AUTO_TEST_CASE(the_quick_look_never_misses_what_parsing_finds) {
  for (const auto* text :
       {"#[test_case(1)] fn a() {}", "quickcheck! { fn a() {} }", "#[rstest] fn a() {}",
        "/// a\n///\n///     b\nfn f() {}", "/// a\n///\n///\t\tb\nfn f() {}", "/**a\n\n    b\n*/ fn f() {}",
        "#[ doc = \"a\\n\\n    b\"] fn f() {}", "#[parameterized(a = {1})] fn f() {}"}) {
    BOOST_TEST(!finder()->blocks("src/lib.rs", text).blocks.empty(), text);
    BOOST_TEST(finder()->may_hold_blocks(text), text);
  }
  BOOST_TEST(!finder()->may_hold_blocks("fn main() {\n    println!(\"hello\");\n}\n"));
}

BOOST_AUTO_TEST_CASE(nesting_has_no_end_that_is_reached) {
  std::string modules, trees = "m! ", blocks = "fn f() ";
  constexpr int depth = 50'000;
  for (int i = 0; i < depth; ++i) {
    modules += "mod a {";
    trees += "{";
    blocks += "{";
  }
  for (const auto& text :
       {modules + "#[test] fn t() {}" + std::string(depth, '}'),
        trees + "#[test] fn t() {}" + std::string(depth, '}'), blocks + "/// ```" + std::string(depth, '}')})
    expect_lines_within(text, text.substr(0, 10));
  std::string few;
  for (int i = 0; i < 50; ++i) few += "mod a {";
  BOOST_TEST(finder()->blocks("src/lib.rs", few + "#[test] fn t() {}" + std::string(50, '}')).blocks.size() ==
             51U);
}

BOOST_AUTO_TEST_CASE(any_bytes_give_blocks_within_the_file) {
  constexpr std::size_t step = 47;
  for (const auto& entry :
       fs::recursive_directory_iterator{covey::testing::test_data() / "languages/rust/listing/tree"}) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in{entry.path(), std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    for (std::size_t size = 0; size < text.size(); size += step)
      expect_lines_within(std::string_view{text}.substr(0, size), entry.path().filename().string());
  }
  std::minstd_rand random{5};
  constexpr std::string_view literals[]{
      "#[test]", "fn ", "a",  "{",    "}",  "/// ```\n",     "mod ",      "m!",     "(",    ")",
      "/**",     "*/",  "\n", "\xff", "\"", "#[case::x(0)]", "#[rstest]", "//! - ", "    ", "'"};
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (int i = 0; i < 60; ++i) text += literals[random() % std::size(literals)];
    expect_lines_within(text, text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::rust
