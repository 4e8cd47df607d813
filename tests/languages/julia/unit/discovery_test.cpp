// Julia's testsets, as its grammar shows them. The labels and lines of the tree's blocks were checked against
// those that Julia's own parser gives.
#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/julia/discovery/outline.hpp"
#include "tests/languages/common/unit/listing.hpp"
#include "tests/support/test_data.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

using namespace covey::parsers;
using namespace covey::parsers::languages::julia;
using covey::testing::expect_listing;

namespace {

std::unique_ptr<const test_finder> finder() {
  return find_language("julia")->make_finder({});
}

std::string listed(std::string_view text) {
  return covey::testing::listed("julia", "test/a.jl", text);
}

std::vector<std::vector<std::string>> pieces_of(std::string_view text) {
  std::vector<std::vector<std::string>> out;
  for (const auto& block : finder()->blocks("test/a.jl", text).blocks)
    out.push_back(block.path.back().literals);
  return out;
}

void expect_sound(std::string_view text) {
  const auto found = finder()->blocks("test/a.jl", text);
  const auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const auto& block : found.blocks) {
    BOOST_TEST(block.line_start >= 1u);
    BOOST_TEST(block.line_start <= block.line_end);
    BOOST_TEST(block.line_end <= lines);
    BOOST_TEST(!block.path.empty());
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(julia_listing)

BOOST_AUTO_TEST_CASE(a_tree_of_test_files) {
  expect_listing("julia");
}

BOOST_AUTO_TEST_CASE(every_source_below_test_is_a_test_file) {
  const std::pair<const char*, file_role> cases[] = {
      {"test/runtests.jl", file_role::test}, {"test/deep/er/a.jl", file_role::test},
      {"test/a.jl.cov", file_role::none},    {"test/data.json", file_role::none},
      {"src/Ledger.jl", file_role::none},    {"lib/Part/test/a.jl", file_role::none},
      {"contest/a.jl", file_role::none},     {"test.jl", file_role::none},
  };
  for (const auto& [path, role] : cases) BOOST_TEST((finder()->role(path) == role), path);
}

BOOST_AUTO_TEST_CASE(labels_are_read_as_julia_reads_them) {
  const std::pair<const char*, const char*> cases[] = {
      {R"(plain)", "plain"},
      {R"(a\tb\\c\"d\$e)", "a\tb\\c\"d$e"},
      {R"(\u00e9\U1F600\x41\101\e)", "é😀AA\x1b"},
      {"one \\\n    line", "one line"},
      {R"(\q\')", "q'"},
      {"ends with \\", "ends with \\"},
      {R"(\xff)", "\xef\xbf\xbd"},
  };
  for (const auto& [source, read] : cases) BOOST_TEST(unescaped(source) == read);
}

BOOST_AUTO_TEST_CASE(holes_are_where_the_program_decides) {
  const std::pair<const char*, std::vector<std::string>> cases[] = {
      {R"(@testset "x $n" begin end)", {"x ", ""}},
      {R"(@testset "$(f("a")) and $b." begin end)", {"", " and ", "."}},
      {R"(@testset "\$5" begin end)", {"$5"}},
      {R"(@testset for a in 1:2 end)", {"a = ", ""}},
      {R"(@testset for a in 1:2, (b, c) in d end)", {"a = ", ", (b, c) = ", ""}},
      {R"(@testset for _ in 1:2 end)", {"_ = ", ""}},
      {R"(@testset for (a,) in d end)", {"(a,) = ", ""}},
      {R"(@testset for (; a) in d, b in e end)", {"", ", b = ", ""}},
      {R"(@testset begin end)", {"test set"}},
      {R"(@testset f(1))", {"f"}},
      {R"(@testset A.f(1))", {"A.f"}},
      {R"(@testset n=2 "x" begin end)", {"x"}},
      {"@testset \"\"\"\n  a\n  \"\"\" begin end", {"", ""}},
      {R"(@testset """a "b" c""" begin end)", {R"(a "b" c)"}},
      {R"(@testset "" begin end)", {""}},
  };
  for (const auto& [source, literals] : cases) {
    BOOST_TEST_CONTEXT(source) {
      const auto found = pieces_of(source);
      BOOST_REQUIRE_EQUAL(found.size(), 1u);
      BOOST_TEST(found.front() == literals, boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(blocks_that_are_arguments_of_outer_macros_are_of_the_testset) {
  BOOST_TEST(listed("@time @testset \"a\" begin\n  @testset \"b\" begin\n  @test 1\n  end\nend\n") ==
             "  1-5 group a\n  2-4 test a > b\n");
  BOOST_TEST(
      listed("@time @elapsed @testset \"a\" for i in 1:2\n  @test i\nend\n@testset \"c\" begin\nend\n") ==
      "  1-3 test a\n  4-5 test c\n");
}

BOOST_AUTO_TEST_CASE(tests_of_its_own_make_a_testset_a_test) {
  BOOST_TEST(listed("@testset \"a\" begin\n@testset \"b\" begin\n@test 1\nend\nend") ==
             "  1-5 group a\n  2-4 test a > b\n");
  BOOST_TEST(listed("@testset \"a\" begin\n@testset \"b\" begin\n@test 1\nend\n@test 2\nend") ==
             "  1-6 test a\n  2-4 test a > b\n");
}

BOOST_AUTO_TEST_CASE(what_a_dynamic_testset_holds_is_dynamic) {
  BOOST_TEST(listed("@testset \"$a\" begin\n@testset \"b\" begin\n@test 1\nend\nend") ==
             "  1-5 group dynamic $a\n  2-4 test dynamic $a > b\n");
}

BOOST_AUTO_TEST_CASE(helpers_are_said_to_be_such) {
  BOOST_TEST(listed("f(x) = x\n") == "  note: a helper: it holds no tests\n");
  BOOST_TEST(listed("") == "  note: a helper: it holds no tests\n");
}

BOOST_AUTO_TEST_CASE(deep_nesting_is_no_matter) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "@testset \"a\" begin\n";
  expect_sound(text);
  text = std::string(20000, '(') + "@testset \"a\" begin end";
  expect_sound(text);
}

BOOST_AUTO_TEST_CASE(any_bytes_are_listed) {
  namespace fs = std::filesystem;
  std::mt19937 random{7};  // NOLINT: the same bytes each time
  for (const auto& entry :
       fs::recursive_directory_iterator{covey::testing::test_data() / "languages/julia/listing/tree"}) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in{entry.path(), std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    for (std::size_t size = 0; size <= text.size(); size += 49) expect_sound(text.substr(0, size));
    auto changed = text;
    for (int i = 0; i < 20 && !changed.empty(); ++i) {
      changed[random() % changed.size()] = static_cast<char>(random());
      expect_sound(changed);
    }
  }
  for (int i = 0; i < 50; ++i) {
    std::string noise = "@test";
    for (int k = 0; k < 400; ++k) noise += static_cast<char>(random());
    expect_sound(noise);
  }
}

BOOST_AUTO_TEST_SUITE_END()
