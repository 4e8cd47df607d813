#include "parsers/coverage/formats/lcov/writer.hpp"
#include "parsers/coverage/formats/lcov/reader.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/coverage/formats/any_report.hpp"
#include "tests/support/skip.hpp"
#include "tests/support/test_data.hpp"
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace covey::parsers {
namespace {

namespace fs = std::filesystem;

std::string written(const coverage& data, const lcov_options& options = {}) {
  std::string out;
  write_lcov(data, options, [&](std::string_view bytes) {
    if (bytes.empty() || bytes.size() > 64 * 1024) BOOST_ERROR("a piece of " << bytes.size() << " bytes");
    out += bytes;
  });
  return out;
}

using files = decltype(coverage::files);

// What the text says, and that nothing in it was wrong.
files read(const std::string& text) {
  files out;
  lcov_reader reader{[&](lcov_record&& record) { merge_into(out[record.file], std::move(record.data)); }};
  reader.feed(text);
  reader.finish();
  for (const auto& diagnostic : reader.wrong().all())
    BOOST_ERROR("line " << diagnostic.first_line << ": " << diagnostic.what);
  return out;
}

// All of a file that LCOV says, names in place of their numbers: a sorted list.
std::multiset<std::string> facts(const file_coverage& file, bool end_lines) {
  std::multiset<std::string> out;
  const auto add = [&out](const auto&... parts) {
    std::ostringstream text;
    ((text << parts << '|'), ...);
    out.insert(text.str());
  };
  for (const auto& line : file.lines) add("line", line.line, line.hits);
  for (const auto& one : file.branches) {
    const auto way = one.branch < named_branch ? std::to_string(one.branch)
                                               : "'" + file.branch_names.at(one.branch - named_branch) + "'";
    add("branch", one.line, one.block, one.exception, way, one.taken, one.evaluated);
  }
  for (const auto& one : file.functions)
    if (one.line > 0) add("function", one.name, one.line, end_lines ? one.end_line : 0, one.hits);
  for (const auto& one : file.conditions)
    add("condition", one.line, one.group, one.index, one.sense, one.hits, one.expression);
  return out;
}

void check_round_trip(const files& all) {
  coverage data;
  data.files = all;
  for (const bool end_lines : {false, true}) {
    const auto back = read(written(data, {"", end_lines, true}));
    BOOST_REQUIRE(back.size() == all.size());
    for (const auto& [path, file] : all) {
      const auto found = back.find(path);
      BOOST_REQUIRE_MESSAGE(found != back.end(), path << " is gone");
      BOOST_TEST_CONTEXT(path)
      BOOST_TEST(facts(found->second, end_lines) == facts(file, end_lines), boost::test_tools::per_element());
    }
  }
}

class generator {
 public:
  explicit generator(unsigned seed) : random_(seed) {}

  files some_files() {
    files out;
    for (const auto& name : {"src/a.ts", "/abs/b c.cpp", " begins with a blank", "SF:x", "end_of_record",
                             "ü.py", R"(C:\p\a.cs)", "comma,1.c"})
      if (below(2) == 0) out[name] = some_file();
    return out;
  }

 private:
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }

  std::uint64_t count() {
    constexpr std::uint64_t counts[] = {0, 0, 1, 2, 9, 12345678, 123456789, max_hits};
    return counts[below(std::size(counts))];
  }

  std::uint32_t line() { return below(20) == 0 ? max_line_number - below(5) : 1 + below(60); }

  file_coverage some_file() {
    constexpr const char* names[] = {"f",       "operator,",     ", ,",      "end_of_record", "12",
                                     "a<b, c>", " a blank here", "FN:1,f",   "\u4e16\u754c",  "größe",
                                     ",",       "12x,f",         "-1,4.5 f", "#no comment",   R"(\x0a)"};
    constexpr const char* ways[] = {"if (a, b)",  "else",  "x", "3,x", "-",
                                    "4294967295", "e1,2 ", " ", ",",   "99999999999"};
    file_coverage out;
    for (auto n = below(40); n > 0; --n) out.lines.emplace_back(line(), count());
    for (const auto* way : ways) out.branch_names.emplace_back(way);
    for (auto n = below(40); n > 0; --n)
      out.branches.emplace_back(line(), below(3) * below(max_block),
                                below(2) == 0 ? below(4) : named_branch + below(std::size(ways)), count(),
                                below(3) > 0, below(4) == 0);
    for (const auto* name : names)
      if (below(2) == 0) out.functions.push_back({name, line(), below(2) * line(), count()});
    for (auto n = below(20); n > 0; --n)
      out.conditions.push_back(
          {line(), 1 + below(3), below(3), below(2) == 0, count(), n % 2 == 0 ? "a && b, c" : "'x'"});
    put_in_order(out.lines);
    put_in_order(out.branches);
    put_in_order(out.conditions);
    return out;
  }

  std::mt19937 random_;
};

BOOST_AUTO_TEST_SUITE(lcov_writer_suite)

BOOST_AUTO_TEST_CASE(every_record_has_its_place) {
  coverage data;
  auto& a = data.files["src/a.c"];
  a.lines = {{1, 5}, {2, 0}, {3, max_hits}};
  a.branch_names = {"else, if"};
  a.branches = {
      {2, 0, 0, 7}, {2, 0, 1, 0}, {2, 0, named_branch, 1}, {2, 1, 0, 0, false}, {2, 1, 0, 3, true, true}};
  a.functions = {{"main", 1, 3, 5}, {"f(int, int)", 2, 0, 0}};
  a.conditions = {{2, 2, 0, false, 0, "a"}, {2, 2, 0, true, 4, "a"}};
  data.files["b.c"];
  const std::string b = "TN:my_test\nSF:b.c\nFNF:0\nFNH:0\nLF:0\nLH:0\nend_of_record\n";
  const auto expected = [&](const std::string& main) {
    return b + "TN:my_test\nSF:src/a.c\nFN:" + main +
           "\nFN:2,f(int, int)\nFNDA:5,main\nFNDA:0,f(int, int)\nFNF:2\nFNH:1\n"
           "BRDA:2,0,0,7\nBRDA:2,0,1,0\nBRDA:2,0,else, if,1\nBRDA:2,1,0,-\nBRDA:2,e1,0,3\nBRF:5\nBRH:3\n"
           "MCDC:2,2,f,0,0,a\nMCDC:2,2,t,4,0,a\nMCF:2\nMCH:1\n"
           "DA:1,5\nDA:2,0\nDA:3,1099511627775\nLF:3\nLH:2\nend_of_record\n";
  };
  BOOST_TEST(written(data, {"my test", false, true}) == expected("1,main"));
  BOOST_TEST(written(data, {"my\ntest", true, true}) == expected("1,3,main"));
  BOOST_TEST(written({}).empty());
}

BOOST_AUTO_TEST_CASE(what_lcov_cannot_say_is_left_out) {
  coverage data;
  data.files[""].lines = {{1, 1}};
  data.files[std::string(40'000, 'x')].lines = {{1, 1}};
  auto& file = data.files["a"];
  file.functions = {{"without a line", 0, 0, 3},
                    {"", 1, 0, 1},
                    {std::string(40'000, 'x'), 1, 0, 1},
                    {"beyond", max_line_number + 1, 0, 1},
                    {"kept", 4, 0, 1}};
  file.lines = {{0, 1}, {4, 1}};
  file.branches = {{0, 0, 0, 1}, {0, 0, 1, 1}, {4, 0, 0, 1}};
  file.conditions = {
      {0, 1, 0, true, 1, "a"}, {4, 1, 0, true, 1, std::string(40'000, 'x')}, {4, 1, 1, true, 1, ""}};
  BOOST_TEST(written(data) ==
             "TN:\nSF:a\nFN:4,kept\nFNDA:1,kept\nFNF:1\nFNH:1\nBRDA:4,0,0,1\nBRF:1\nBRH:1\n"
             "MCDC:4,1,t,1,1,1\nMCF:1\nMCH:1\nDA:4,1\nLF:1\nLH:1\nend_of_record\n");
}

BOOST_AUTO_TEST_CASE(a_name_stays_on_its_line_and_in_its_field) {
  const std::pair<std::string, std::string> cases[] = {
      {"a\nb", R"(a\x0ab)"},
      {"\r", R"(\x0d)"},
      {"a\tb\x7f", R"(a\x09b\x7f)"},
      {"end ", R"(end\x20)"},
      {"two  ", R"(two \x20)"},
      {" ", R"(\x20)"},
      {std::string(1, '\0'), R"(\x00)"},
      {"x\nend_of_record", R"(x\x0aend_of_record)"},
  };
  for (const auto& [name, text] : cases) {
    coverage data;
    auto& file = data.files[name];
    file.lines = {{1, 1}};
    file.functions = {{name, 1, 0, 1}};
    file.conditions = {{1, 1, 0, true, 1, name}};
    const auto back = read(written(data));
    BOOST_REQUIRE(back.size() == 1u);
    BOOST_TEST(back.begin()->first == text);
    BOOST_TEST(back.begin()->second.functions.at(0).name == text);
    BOOST_TEST(back.begin()->second.conditions.at(0).expression == text);
  }
}

BOOST_AUTO_TEST_CASE(a_function_that_begins_like_an_end_line_stays_one) {
  coverage data;
  data.files["a"].functions = {{"7,f", 1, 9, 2}, {"12,", 3, 0, 4}};
  for (const bool end_lines : {false, true}) {
    const auto back = read(written(data, {"", end_lines})).at("a").functions;
    BOOST_REQUIRE(back.size() == 2u);
    BOOST_TEST((back[0] == function_hits{R"(\x37,f)", 1, end_lines ? 9u : 0u, 2}));
    BOOST_TEST((back[1] == function_hits{R"(\x312,)", 3, 0, 4}));
  }
}

BOOST_AUTO_TEST_CASE(branches_whose_names_do_not_read_as_names_get_free_numbers) {
  coverage data;
  auto& file = data.files["a"];
  file.branch_names = {"7", "a\nb", "3,4", "5,-", "", "kept", std::string(40'000, 'x')};
  for (const std::uint32_t way : {0u, 2u, 3u}) file.branches.emplace_back(1, 0, way, 1);
  for (std::uint32_t i = 0; i < 8; ++i) file.branches.emplace_back(1, 0, named_branch + i, i);  // 7: no name
  file.branches.emplace_back(1, 0, named_branch, 9, true, true);
  file.branches.emplace_back(2, 0, named_branch, 5);
  const auto text = written(data, {"", false, true});
  for (const auto* line :
       {"BRDA:1,0,0,1\n", "BRDA:1,0,2,1\n", "BRDA:1,0,3,1\n", "BRDA:1,0,1,4\n", "BRDA:1,0,4,7\n",
        "BRDA:1,0,5,2\n", "BRDA:1,0,6,3\n", "BRDA:1,0,7,0\n", "BRDA:1,0,8,1\n", "BRDA:1,0,kept,5\n",
        "BRDA:1,0,9,6\n", "BRDA:1,e0,0,9\n", "BRDA:2,0,0,5\n", "BRF:13\n"})
    BOOST_TEST(text.find(line) != std::string::npos, line);
  BOOST_TEST(read(text).at("a").branches.size() == file.branches.size());
}

// So that lcov 1.x and those who want numbers count them, and two reports of the same code can be added up.
BOOST_AUTO_TEST_CASE(named_branches_get_the_same_numbers_in_whatever_order_a_report_has_them) {
  const auto text_of = [](std::vector<std::string> names, std::vector<std::uint64_t> taken) {
    coverage data;
    auto& file = data.files["a.py"];
    file.branch_names = std::move(names);
    file.branches = {{3, 0, 1, 9}, {3, 0, named_branch, taken[0]}, {3, 0, named_branch + 1, taken[1]}};
    return written(data);
  };
  const std::string expected =
      "TN:\nSF:a.py\nFNF:0\nFNH:0\nBRDA:3,0,1,9\nBRDA:3,0,0,7\nBRDA:3,0,2,0\nBRF:3\nBRH:2\n"
      "LF:0\nLH:0\nend_of_record\n";
  BOOST_TEST(text_of({"jump to line 4", "jump to line 6"}, {7, 0}) == expected);
  BOOST_TEST(text_of({"jump to line 6", "jump to line 4"}, {0, 7}) == expected);
}

BOOST_AUTO_TEST_CASE(generated_coverage_is_read_back_the_same) {
  for (unsigned seed = 1; seed <= 300; ++seed)
    BOOST_TEST_CONTEXT("seed " << seed) check_round_trip(generator{seed}.some_files());
}

BOOST_AUTO_TEST_CASE(a_large_file_comes_in_pieces) {
  files all;
  auto& file = all["large"];
  for (std::uint32_t line = 1; line <= 200'000; ++line)
    file.lines.emplace_back(line, line % 3 * 1'000'000'007ull);
  for (std::uint32_t i = 0; i < 10; ++i) file.functions.push_back({std::string(32 * 1024 - i, 'f'), 1, 2, i});
  check_round_trip(all);
}

std::optional<coverage> report_in(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  const std::string bytes{std::istreambuf_iterator<char>{file}, {}};
  any_report_parser reader;
  reader.feed(bytes);
  auto result = reader.finish();
  if (auto* report = std::get_if<coverage_report>(&result)) return std::move(report->data);
  return std::nullopt;
}

BOOST_AUTO_TEST_CASE(every_recorded_report_is_read_back_the_same) {
  std::size_t reports = 0;
  for (const auto* folder : {"fixtures", "languages"})
    for (const auto& entry : fs::recursive_directory_iterator{covey::testing::test_data() / folder}) {
      if (!entry.is_regular_file()) continue;
      const auto data = report_in(entry.path());
      if (!data) continue;
      ++reports;
      BOOST_TEST_CONTEXT(entry.path().string()) check_round_trip(data->files);
    }
  BOOST_TEST(reports > 0u);
}

struct outcome_of {
  int exit = 0;
  std::string out;
};

outcome_of shell(const std::string& command) {
  outcome_of out;
  FILE* pipe = ::popen(("LC_ALL=C " + command + " 2>&1").c_str(), "r");
  BOOST_REQUIRE(pipe != nullptr);
  char block[4096];
  while (const auto n = std::fread(block, 1, sizeof block, pipe)) out.out.append(block, n);
  const auto status = ::pclose(pipe);
  out.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return out;
}

// "(3 of 4 lines)" -> 4 and 3.
found_and_hit said_of(const std::string& what, const std::string& summary) {
  const auto end = summary.find(" " + what + ")");
  const auto begin = end == std::string::npos ? end : summary.rfind('(', end);
  if (begin == std::string::npos) return {};
  found_and_hit out;
  std::string of;
  std::istringstream{summary.substr(begin + 1, end)} >> out.hit >> of >> out.found;
  return out;
}

// What lcov's checks of consistency accept: nothing ran in a function or a line that did not run, and one
// branch of a line that did.
coverage plausible() {
  coverage out;
  std::mt19937 random{7};
  for (const auto* name : {"/p/a.c", "/p/b b.c", "/p/ü.c"}) {
    auto& file = out.files[name];
    file.branch_names = {"else", "jump to line 7"};
    for (std::uint32_t line = 1; line <= 400; ++line) {
      if (line % 20 == 1)
        file.functions.push_back({"f" + std::to_string(line), line, line + 19, random() % 3});
      const auto calls = file.functions.back().hits;
      const auto hits = line % 20 == 1 ? calls : calls * (random() % 4);
      file.lines.emplace_back(line, hits);
      if (line % 7 != 0) continue;
      for (std::uint32_t block = 0; block < 2; ++block)
        for (std::uint32_t way = 0; way < 3; ++way)
          file.branches.emplace_back(line, block, way, (way == 0 ? 1 : random() % 2) * hits, hits > 0);
      for (const auto way : {named_branch, named_branch + 1})
        file.branches.emplace_back(line, 2, way, random() % 2 * hits, hits > 0);
      for (const bool sense : {false, true})
        file.conditions.push_back({line, 1, 0, sense, random() % 2 * hits, "a"});
    }
  }
  out.files["/p/none.c"];
  return out;
}

BOOST_AUTO_TEST_CASE(lcov_reads_the_same_totals, *boost::unit_test::label("own")) {
  using namespace std::string_literals;
  const auto version = shell("lcov --version");
  if (version.exit != 0) {
    covey::testing::skip("no lcov on PATH");
    return;
  }
  const auto data = plausible();
  const auto file = fs::temp_directory_path() / ("covey-lcov-writer-" + std::to_string(::getpid()) + ".info");
  std::ofstream{file, std::ios::binary} << written(data, {"all"});
  const auto* setting =
      version.out.find("version 1.") != std::string::npos ? "lcov_branch_coverage" : "branch_coverage";
  const auto summary = shell("lcov --rc "s + setting + "=1 --summary '" + file.string() + "'");
  fs::remove(file);
  const auto expected = totals(data);
  BOOST_TEST_CONTEXT(summary.out) {
    BOOST_TEST(summary.exit == 0);
    BOOST_TEST((said_of("lines", summary.out) == expected.lines));
    BOOST_TEST((said_of("functions", summary.out) == expected.functions));
    BOOST_TEST((said_of("branches", summary.out) == expected.branches));
    BOOST_TEST(summary.out.find("ERROR") == std::string::npos);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
