// What of a project decides on the answers of `go env` and `go list`.
#include "parsers/languages/go/environment.hpp"
#include "parsers/languages/go/sources.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

using namespace covey::parsers;
using namespace covey::parsers::languages::go;

namespace {

bool has(const answer_sources_ptr& sources, const std::string& path) {
  return std::any_of(sources->known.begin(), sources->known.end(),
                     [&](const auto& one) { return one.path == path; });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(go_list_sources)

BOOST_AUTO_TEST_CASE(a_header_ends_at_the_first_declaration) {
  const std::string header =
      "//go:build linux\n\n/*\nfunc no more\n*/\npackage a // type of it\n\nimport (\n\t\"x\"\n\ty `z/func`\n)\n";
  for (const std::string declaration : {"func F() {}\n", "type T struct{}\n", "var x = 1\n", "const c = 2\n"})
    BOOST_TEST(file_header(header + declaration + "import \"later\"") == header, declaration);
  BOOST_TEST(file_header(header) == header);
  BOOST_TEST(file_header("package a\nimport \"functions\"\nfunc f() {}") ==
             "package a\nimport \"functions\"\n");
  for (const std::string odd : {"", "package", "/*", "import \"", "`", "package a\nimport \"x\nfunc"})
    BOOST_TEST(odd.starts_with(file_header(odd)), odd);
}

BOOST_AUTO_TEST_CASE(the_version_is_decided_by_the_modules_above_and_the_users_settings) {
  const auto sources = sources_of_environment("/a/b", {{"HOME", "/h"}});
  for (const std::string path : {"/a/b/go.mod", "/a/go.work", "/go.mod", "/h/.config/go/env"})
    BOOST_TEST(has(sources, path), path);
  BOOST_TEST(has(sources_of_environment("/a", {{"GOENV", "/own"}}), "/own"));
  BOOST_TEST(!has(sources_of_environment("/a", {{"GOENV", "off"}}), "off"));
}

BOOST_AUTO_TEST_CASE(a_list_of_what_may_lie_anywhere_is_not_kept) {
  BOOST_TEST(has(sources_of_list("/a/b", {}, {"./..."}), "/a/b"));
  BOOST_TEST(has(sources_of_list("/a/b", {}, {"./..."}), "/a/b/vendor/modules.txt"));
  BOOST_TEST(has(sources_of_list("/a/b", {}, {"./...", "../c/..."}), "/a/c"));
  BOOST_TEST(!sources_of_list("/a/b", {}, {"example.com/x/..."}));
}

BOOST_AUTO_TEST_CASE(only_what_go_reads_counts) {
  const auto sources = sources_of_list("/a", {}, {"./..."});
  const auto tree = std::find_if(sources->known.begin(), sources->known.end(),
                                 [](const auto& one) { return one.below != nullptr; });
  BOOST_REQUIRE((tree != sources->known.end()));
  for (const std::string file : {"x.go", "p/x_test.go", "go.mod", "m/go.sum"})
    BOOST_TEST((tree->below(file) == source_part::text), file);
  BOOST_TEST((tree->below("p/data.json") == source_part::nothing));
  BOOST_TEST(tree->enters("internal"));
  for (const std::string folder : {".git", "_old", "testdata", "vendor"})
    BOOST_TEST(!tree->enters(folder), folder);
}

BOOST_AUTO_TEST_SUITE_END()
