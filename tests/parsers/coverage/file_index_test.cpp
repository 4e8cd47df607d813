#include "parsers/coverage/file_index.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <functional>
#include <random>

namespace covey::parsers {
namespace {

using names = std::vector<std::string>;

coverage report_of(const names& files) {
  coverage out;
  for (const auto& name : files) out.files[name].lines = {{1, 1}};
  return out;
}

// The rule and the file found, or "none", or what it could be.
std::string words(const file_answer& answer) {
  if (std::holds_alternative<no_such_file>(answer)) return "none";
  if (const auto* found = std::get_if<found_file>(&answer)) {
    constexpr const char* rules[] = {"name ", "path ", "end ", "long "};
    return rules[static_cast<std::size_t>(found->by)] + found->file->first;
  }
  std::string out = "one of";
  for (const auto& candidate : std::get<ambiguous_file>(answer).candidates) out += " " + candidate;
  return out;
}

struct report {
  names files;
  std::string root = "/w";
  std::string folder = "";  // of the report
};

struct asked {
  std::string text;
  std::string found;
};

void check(const report& given, const std::vector<asked>& rows) {
  const auto data = report_of(given.files);
  const file_index index{data, given.root, given.folder};
  for (const auto& row : rows)
    BOOST_TEST_CONTEXT(row.text << " in a report in \"" << given.folder << "\", root " << given.root)
  BOOST_TEST(words(index.find(row.text)) == row.found);
}

BOOST_AUTO_TEST_SUITE(file_index_suite)

BOOST_AUTO_TEST_CASE(a_name_of_the_report_goes_first) {
  check({{"src/a.ts", "lib/src/a.ts", R"(src\a.ts)"}}, {
                                                           {"src/a.ts", "name src/a.ts"},
                                                           {R"(src\a.ts)", R"(name src\a.ts)"},
                                                       });
}

BOOST_AUTO_TEST_CASE(a_file_that_is_spelt_in_two_ways_is_one) {
  check({{"./src/b.ts", "src/b.ts", "/w/src/c.ts", "src/c.ts", "/w/d.ts", "./d.ts", "/x/src/b.ts"}},
        {{"src/b.ts", "name src/b.ts"},
         {"./src/b.ts", "name src/b.ts"},
         {"src//b.ts", "path src/b.ts"},
         {"/w/src/c.ts", "name src/c.ts"},
         {"./src/c.ts", "path src/c.ts"},
         {"d.ts", "path ./d.ts"},
         {"/x/src/b.ts", "name /x/src/b.ts"}});
  coverage data;
  data.files["/w/a.ts"].lines = {{1, 1}, {2, 0}};
  data.files["a.ts"].lines = {{1, 0}, {2, 1}};
  const file_index index{data, "/w"};
  const auto found = index.find("a.ts");
  const line_list both = {{1, 1}, {2, 1}};
  BOOST_TEST((std::get<found_file>(found).file->second.lines == both));
}

BOOST_AUTO_TEST_CASE(a_source_of_the_jvm_begins_at_its_package) {
  const names files{"shop/core/Cart.java", "shop/core/Tax.kt", "shop/index.ts"};
  check({files, "/w", "target/site/jacoco"},
        {{"src/main/java/shop/core/Cart.java", "path shop/core/Cart.java"},
         {"/w/src/main/kotlin/shop/core/Tax.kt", "path shop/core/Tax.kt"},
         {"src/main/java/shop/other/Cart.java", "none"},
         {"lib/src/main/java/shop/core/Cart.java", "none"},  // of another module, for all that is known
         {"old/shop/core/Cart.java", "none"},
         {"src/shop/index.ts", "none"}});
  check({files, "/w", "app/build/reports/jacoco/test"},
        {{"app/src/main/java/shop/core/Cart.java", "path shop/core/Cart.java"},
         {"lib/src/main/java/shop/core/Cart.java", "none"}});
}

BOOST_AUTO_TEST_CASE(relative_names_are_found_by_every_spelling_of_their_path) {
  check({{"src/a.ts", "src/deep/b.ts", "main.ts", "src/with space.ts", "src/50%25.ts"}},
        {
            {"./src/a.ts", "path src/a.ts"},
            {"src//a.ts", "path src/a.ts"},
            {"src/a.ts/", "path src/a.ts"},
            {"src/deep/../a.ts", "path src/a.ts"},
            {"src/./a.ts", "path src/a.ts"},
            {"x/../../w/src/a.ts", "path src/a.ts"},
            {R"(src\a.ts)", "path src/a.ts"},
            {R"(.\src\deep\b.ts)", "path src/deep/b.ts"},
            {R"(src\deep/b.ts)", "path src/deep/b.ts"},
            {"/w/src/a.ts", "path src/a.ts"},
            {"//w//src/./a.ts", "path src/a.ts"},
            {"/w/../w/src/a.ts", "path src/a.ts"},
            {"file:///w/src/a.ts", "path src/a.ts"},
            {"FILE:///w/src/a.ts", "path src/a.ts"},
            {"file://localhost/w/src/a.ts", "path src/a.ts"},
            {"file:///w/src/with%20space.ts", "path src/with space.ts"},
            {"file:///w/src/50%2525.ts", "path src/50%25.ts"},
            {"/w/src/50%25.ts", "path src/50%25.ts"},
            {"/w/src/with%20space.ts", "none"},
            {"/w/main.ts", "path main.ts"},
            {"SRC/a.ts", "none"},
            {"src/A.ts", "none"},
            {"src", "none"},
            {"src/deep", "none"},
            {"/w", "none"},
            {"/", "none"},
            {".", "none"},
            {"..", "none"},
            {"../a.ts", "none"},
        });
}

BOOST_AUTO_TEST_CASE(names_that_are_not_normal_are_found_by_their_path) {
  check({{"./src/a.ts", "src/../lib//b.ts", "/w/src/c.ts", "file:///w/src/d%20d.ts", "src/e.ts/.",
          R"(lib\f.ts)", R"(C:\p\src\g.ts)", "d:/p/h.ts", R"(\\?\E:\p\i.ts)", R"(\\server\share\j.ts)",
          "/out/k.ts", "../sib/l.ts"}},
        {
            {"src/a.ts", "path ./src/a.ts"},
            {"lib/b.ts", "path src/../lib//b.ts"},
            {"src/c.ts", "path /w/src/c.ts"},
            {"src/d d.ts", "path file:///w/src/d%20d.ts"},
            {"src/e.ts", "path src/e.ts/."},
            {"lib/f.ts", R"(path lib\f.ts)"},
            {"/w/lib/f.ts", R"(path lib\f.ts)"},
            {"c:/p/src/g.ts", R"(path C:\p\src\g.ts)"},
            {R"(c:\p\src\x\..\g.ts)", R"(path C:\p\src\g.ts)"},
            {"file:///C:/p/src/g.ts", R"(path C:\p\src\g.ts)"},
            {"c:/P/src/g.ts", "none"},
            {"e:/p/src/g.ts", "none"},
            {R"(D:\p\h.ts)", "path d:/p/h.ts"},
            {R"(e:\p\i.ts)", R"(path \\?\E:\p\i.ts)"},
            {"//server/share/j.ts", R"(path \\server\share\j.ts)"},
            {"/out/x/../k.ts", "path /out/k.ts"},
            {"../out/k.ts", "path /out/k.ts"},
            {"/sib/l.ts", "path ../sib/l.ts"},
            {"../sib/l.ts", "name ../sib/l.ts"},
            {"./../sib/l.ts", "path ../sib/l.ts"},
        });
}

BOOST_AUTO_TEST_CASE(a_backslash_may_be_a_part_of_a_name) {
  check({{R"(src/a\b.ts)", "src/a/b.ts", R"(lib\c.ts)"}},
        {
            {R"(src/a\b.ts)", R"(name src/a\b.ts)"},
            {R"(./src/a\b.ts)", R"(path src/a\b.ts)"},
            {R"(/w/src/a\b.ts)", R"(path src/a\b.ts)"},
            {"./src/a/b.ts", "path src/a/b.ts"},
            {R"(src\a\b.ts)", R"(one of src/a/b.ts src/a\b.ts)"},
            {"c.ts", R"(end lib\c.ts)"},
        });
}

BOOST_AUTO_TEST_CASE(names_relative_to_a_package_are_found_from_the_root) {
  const names jest{"src/a.ts", "src/b.ts", "../bar/src/c.ts"};
  const std::vector<asked> rows{
      {"packages/foo/src/a.ts", "path src/a.ts"},
      {"/w/packages/foo/src/a.ts", "path src/a.ts"},
      {"./packages/foo/src/../src/b.ts", "path src/b.ts"},
      {"src/a.ts", "name src/a.ts"},
      {"/w/src/a.ts", "path src/a.ts"},  // a report may as well be written from the root
      {"packages/bar/src/a.ts", "none"},
      {"/w/packages/bar/src/a.ts", "none"},
      {"packages/bar/src/c.ts", "path ../bar/src/c.ts"},
      {"packages/foo/a.ts", "none"},
  };
  check({jest, "/w", "packages/foo/coverage"}, rows);
  check({jest, "/w", "/w/packages/foo/coverage/"}, rows);
  check({jest, "/w/", "./packages/foo//coverage"}, rows);
}

BOOST_AUTO_TEST_CASE(names_relative_to_a_repository_are_found_from_a_package_in_it) {
  check({{"packages/a/src/x.ts", "packages/b/src/x.ts", "packages/b/src/y.ts"}, "/w/packages/b", "coverage"},
        {
            {"src/x.ts", "end packages/b/src/x.ts"},
            {"./src/x.ts", "end packages/b/src/x.ts"},
            {R"(src\y.ts)", "end packages/b/src/y.ts"},
            {"/w/packages/b/src/x.ts", "end packages/b/src/x.ts"},
            {"/w/packages/a/src/x.ts", "long packages/a/src/x.ts"},
            {"packages/a/src/x.ts", "name packages/a/src/x.ts"},
            {"x.ts", "one of packages/a/src/x.ts packages/b/src/x.ts"},
            {"/w/packages/b/x.ts", "none"},
        });
  // What has only the root's own name before it may as well be a folder in the root.
  check({{"shop/conftest.py", "other/shop/setup.py"}, "/w/shop"},
        {
            {"conftest.py", "end shop/conftest.py"},
            {"/w/shop/conftest.py", "none"},
            {"/w/shop/shop/conftest.py", "path shop/conftest.py"},
            {"/w/shop/setup.py", "none"},
        });
}

BOOST_AUTO_TEST_CASE(a_name_that_begins_at_the_root_goes_before_one_that_begins_below) {
  check({{"src/a.ts", "packages/foo/src/a.ts", "foo/src/b.ts", "src/b.ts"}, "/w", "packages/foo/coverage"},
        {
            {"./packages/foo/src/a.ts", "path packages/foo/src/a.ts"},
            {"packages/foo/src/b.ts", "one of foo/src/b.ts src/b.ts"},
        });
}

BOOST_AUTO_TEST_CASE(a_report_outside_of_the_root_may_name_files_from_its_own_folder) {
  check({{"src/a.ts", "b.ts"}, "/w", "/ci/job/coverage"}, {
                                                              {"/ci/job/src/a.ts", "path src/a.ts"},
                                                              {"/ci/b.ts", "path b.ts"},
                                                              {"/b.ts", "none"},
                                                              {"/else/src/a.ts", "long src/a.ts"},
                                                          });
}

BOOST_AUTO_TEST_CASE(a_path_may_be_the_end_of_one_name) {
  check({{"/app/src/a.ts", "/app/src/u/index.ts", "/app/src/v/index.ts", "sub/src/b.ts", "/w/sub/src/c.ts",
          "example.com/m/x/y.go", "My.App/src/d.cs", R"(C:\agent\1\s\src\e.cs)"}},
        {
            {"src/a.ts", "end /app/src/a.ts"},
            {"a.ts", "end /app/src/a.ts"},
            {"./src/a.ts", "end /app/src/a.ts"},
            {"/w/src/a.ts", "end /app/src/a.ts"},
            {"file:///w/src/a.ts", "end /app/src/a.ts"},
            {"rc/a.ts", "none"},
            {"index.ts", "one of /app/src/u/index.ts /app/src/v/index.ts"},
            {"u/index.ts", "end /app/src/u/index.ts"},
            {"src/b.ts", "end sub/src/b.ts"},
            {"src/c.ts", "end /w/sub/src/c.ts"},
            {"c.ts", "end /w/sub/src/c.ts"},
            // An absolute path inside the root is not another file inside it.
            {"/w/src/b.ts", "none"},
            {"/w/src/c.ts", "none"},
            {"/w/src/d.cs", "none"},
            {"/w/x/y.go", "end example.com/m/x/y.go"},
            {"/w/src/e.cs", R"(end C:\agent\1\s\src\e.cs)"},
            {"src/e.cs", R"(end C:\agent\1\s\src\e.cs)"},
            // One outside of it is not a file of a container either.
            {"/elsewhere/src/a.ts", "none"},
            {"../src/a.ts", "none"},
        });
}

BOOST_AUTO_TEST_CASE(a_relative_name_may_be_the_end_of_a_path_outside_of_the_root) {
  check({{"src/a.ts", "foo/src/b.ts", "src/b.ts", "main.ts", "/w/src/c.ts", "/out/src/d.ts"}},
        {
            {"/elsewhere/src/a.ts", "long src/a.ts"},
            {R"(C:\work\p\src\a.ts)", "long src/a.ts"},
            {"file:///elsewhere/src/a.ts", "long src/a.ts"},
            {"/elsewhere/xsrc/a.ts", "none"},
            {"/elsewhere/main.ts", "none"},
            {"/elsewhere/foo/src/b.ts", "one of foo/src/b.ts src/b.ts"},
            {"/elsewhere/bar/src/b.ts", "long src/b.ts"},
            {"/elsewhere/src/c.ts", "long /w/src/c.ts"},
            {"/elsewhere/out/src/d.ts", "none"},
            {"../elsewhere/src/a.ts", "none"},
            {"/wx/src/a.ts", "long src/a.ts"},
        });
}

BOOST_AUTO_TEST_CASE(roots_may_be_of_any_kind) {
  const std::vector<asked> rows{{"/src/a.ts", "path src/a.ts"}, {"src/../src/a.ts", "path src/a.ts"}};
  check({{"src/a.ts"}, "/", ""}, rows);
  check({{"src/a.ts"}, "/", "coverage"}, rows);
  check({{"src/a.ts"}, "", ""}, {{"/src/a.ts", "long src/a.ts"}, {"./src/a.ts", "path src/a.ts"}});
  check({{}, "/w", "coverage"}, {{"src/a.ts", "none"}});
}

BOOST_AUTO_TEST_CASE(text_that_is_no_path_is_no_file) {
  using namespace std::string_literals;
  const std::string long_name(64 * 1024, 'a');
  check({{"src/a.ts", long_name}}, {{"", "none"},
                                    {"src/a.ts\0"s, "none"},
                                    {"\0"s, "none"},
                                    {long_name, "none"},
                                    {"./" + std::string(32 * 1024, '/') + "src/a.ts", "none"},
                                    {"\xff\xfe", "none"},
                                    {"file://", "none"},
                                    {"file://%", "none"},
                                    {"C:", "none"},
                                    {R"(C:\)", "none"},
                                    {R"(\)", "none"},
                                    {R"(\\?\)", "none"}});
  BOOST_TEST(words(file_index{}.find("a")) == "none");
}

BOOST_AUTO_TEST_CASE(a_file_with_two_names_is_one_file) {
  auto data = report_of({"x/y.go", "z.go"});
  data.aliases["example.com/m/x/y.go"] = "x/y.go";
  data.aliases["example.com/m/gone.go"] = "gone.go";
  file_index index{data, "/w"};
  const auto moved = std::move(index);
  const auto found = [&](std::string_view text) { return words(moved.find(text)); };
  BOOST_TEST(found("example.com/m/x/y.go") == "name x/y.go");
  BOOST_TEST(found("./example.com/m/x/y.go") == "path x/y.go");
  BOOST_TEST(found("m/x/y.go") == "end x/y.go");
  BOOST_TEST(found("y.go") == "end x/y.go");
  BOOST_TEST(found("/go/src/example.com/m/x/y.go") == "long x/y.go");
  BOOST_TEST(found("example.com/m/gone.go") == "none");
}

BOOST_AUTO_TEST_CASE(any_text_gives_an_answer_and_every_name_gives_its_file) {
  std::mt19937 random{11};
  const auto some_text = [&random] {
    constexpr const char* parts[] = {"/", "/",  "/", "..",      ".",  R"(\)", "a",
                                     "b", "C:", "w", "file://", "%2", "%2f",  "\xff"};
    std::string out;
    for (auto n = random() % 12; n > 0; --n) out += parts[random() % std::size(parts)];
    return out;
  };
  for (int round = 0; round < 300; ++round) {
    names files;
    for (int i = 0; i < 30; ++i) files.push_back(some_text());
    const auto data = report_of(files);
    const file_index index{data, "/w", some_text()};
    for (const auto& name : files)
      if (!name.empty()) {
        const auto found = std::get<found_file>(index.find(name));  // or another name of the same path
        BOOST_TEST((found.by == file_match::name &&
                    std::get<found_file>(index.find(found.file->first)).file == found.file));
      }
    for (int i = 0; i < 100; ++i) {
      const auto text = some_text();
      const auto answer = index.find(text);
      const auto* several = std::get_if<ambiguous_file>(&answer);
      if (several == nullptr) continue;
      const auto& all = several->candidates;
      BOOST_TEST(all.size() > 1u);
      BOOST_TEST((std::adjacent_find(all.begin(), all.end(), std::greater_equal<>{}) == all.end()), text);
      for (const auto& one : all) BOOST_TEST(data.files.count(one) == 1u);
    }
  }
}

// A report of a checkout in another place: its own root is the folder that all of its names are in.
BOOST_AUTO_TEST_CASE(a_path_from_the_root_of_the_report_is_that_file_whatever_else_ends_with_it) {
  const auto container = report_of({"/app/libs/env.ts", "/app/ui/libs/env.ts", "/app/main.ts"});
  const file_index index{container, "/w"};
  BOOST_TEST(words(index.find("libs/env.ts")) == "end /app/libs/env.ts");
  BOOST_TEST(words(index.find("./libs/env.ts")) == "end /app/libs/env.ts");
  BOOST_TEST(words(index.find("ui/libs/env.ts")) == "end /app/ui/libs/env.ts");
  BOOST_TEST(words(index.find("env.ts")) == "one of /app/libs/env.ts /app/ui/libs/env.ts");
  // Beside names that begin elsewhere it is the same: each kind has a root of its own.
  const auto mixed =
      report_of({"/app/libs/env.ts", "/app/ui/libs/env.ts", "/app/main.ts", "gen/x.ts", "y.ts"});
  BOOST_TEST(words(file_index{mixed, "/w"}.find("libs/env.ts")) == "end /app/libs/env.ts");
}

// Cobertura with a <source> below the workspace.
BOOST_AUTO_TEST_CASE(the_root_of_the_report_may_lie_within_the_workspace) {
  const auto data = report_of({"/w/sub/libs/env.ts", "/w/sub/ui/libs/env.ts", "/w/sub/a.ts"});
  const file_index index{data, "/w"};
  BOOST_TEST(words(index.find("libs/env.ts")) == "end /w/sub/libs/env.ts");
  BOOST_TEST(words(index.find("sub/ui/libs/env.ts")) == "path /w/sub/ui/libs/env.ts");
  BOOST_TEST(words(index.find("/w/libs/env.ts")) == "none");
}

BOOST_AUTO_TEST_CASE(of_many_candidates_the_first_are_named_and_all_are_counted) {
  names files;
  for (int i = 10'000; i < 15'000; ++i) files.push_back("p" + std::to_string(i) + "/src/index.ts");
  const auto data = report_of(files);
  const auto answer = file_index{data, "/w"}.find("src/index.ts");
  const auto& several = std::get<ambiguous_file>(answer);
  BOOST_TEST(several.total == 5000u);
  BOOST_REQUIRE(several.candidates.size() == max_candidates);
  BOOST_TEST(several.candidates.front() == "p10000/src/index.ts");
  BOOST_TEST(several.candidates.back() == "p10019/src/index.ts");
}

BOOST_AUTO_TEST_CASE(a_question_to_a_large_report_looks_at_a_few_names) {
  names files;
  for (int i = 0; i < 100'000; ++i)
    files.push_back("packages/p" + std::to_string(i % 1000) + "/src/f" + std::to_string(i) + ".ts");
  const auto data = report_of(files);
  const file_index index{data, "/w", "coverage/all"};
  std::size_t max = 0;
  for (int i = 0; i < 100'000; i += 997) {
    const auto& name = files[static_cast<std::size_t>(i)];
    for (const auto& text : {name, "./" + name, "/w/" + name, "f" + std::to_string(i) + ".ts", "/ci/" + name,
                             "/w/packages/none/f" + std::to_string(i) + ".ts"}) {
      std::size_t compared = 0;
      const auto answer = index.find(text, &compared);
      BOOST_TEST(std::holds_alternative<found_file>(answer) == (text.find("none") == std::string::npos));
      max = std::max(max, compared);
    }
  }
  BOOST_TEST(max <= 6u);  // one name, by each rule
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
