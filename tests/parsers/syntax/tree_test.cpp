// What no grammar is at fault for: sources that take tree-sitter itself to its limits.
#include "parsers/languages/catalogue.hpp"
#include "parsers/syntax/tree.hpp"
#include <boost/test/unit_test.hpp>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif
#include <map>
#include <string>

extern "C" {
const TSLanguage* tree_sitter_go();
const TSLanguage* tree_sitter_javascript();
const TSLanguage* tree_sitter_typescript();
const TSLanguage* tree_sitter_tsx();
const TSLanguage* tree_sitter_julia();
const TSLanguage* tree_sitter_python();
const TSLanguage* tree_sitter_rust();
}

using namespace covey::parsers;

namespace {

// A block that tree-sitter frees at a wrong address is kept (parsers/syntax/tree.cpp).
#ifdef __SANITIZE_ADDRESS__
using kept_blocks_are_no_leaks = __lsan::ScopedDisabler;
#else
struct kept_blocks_are_no_leaks {
  ~kept_blocks_are_no_leaks() {}
};
#endif

std::string times(std::size_t count, const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(syntax)

// tree-sitter 0.20 counts the children of a node with 16 bits; what it cannot put together is all one node's.
BOOST_AUTO_TEST_CASE(more_children_of_one_node_than_tree_sitter_counts) {
  const kept_blocks_are_no_leaks here;
  for (const auto language : {tree_sitter_go, tree_sitter_javascript, tree_sitter_typescript, tree_sitter_tsx,
                              tree_sitter_julia, tree_sitter_python, tree_sitter_rust})
    for (const std::size_t count : {60'000u, 65'530u, 65'536u, 70'000u, 131'072u, 200'000u})
      for (const std::string open : {"(", "[", "{"}) {
        const auto text = times(count, open);
        const auto tree = syntax_tree::parse(language, text);
        BOOST_TEST((!tree || tree->root().end() == text.size()));
      }
}

BOOST_AUTO_TEST_CASE(sources_without_an_end) {
  const kept_blocks_are_no_leaks here;
  const std::map<std::string, std::string> sources{
      {"go", "package a\nfunc TestA(t *testing.T) {" + times(70'000, "(")},
      {"rust", "#[test] fn a() {" + times(70'000, "(")},
      {"node", times(70'000, "test('a',()=>{")},
      {"python", "def test_a(): x=" + times(70'000, "(")},
      {"julia", "@test " + times(70'000, "(")}};
  for (const auto& [language, text] : sources)
    find_language(language)->make_finder({})->blocks("test/runtests.jl", text);
}

BOOST_AUTO_TEST_SUITE_END()
