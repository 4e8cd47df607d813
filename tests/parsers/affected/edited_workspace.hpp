// A workspace in memory, with runs on record that say which lines each test ran and what it read.
#pragma once

#include "parsers/affected/failure_history.hpp"
#include "parsers/affected/selection.hpp"
#include "parsers/blocks/outline.hpp"
#include "parsers/coverage/unit_lines_collector.hpp"
#include "parsers/languages/catalogue.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <map>
#include <set>

namespace covey::parsers {

using texts = std::map<std::string, std::string>;
using names = std::set<std::string>;

inline std::uint64_t content_of(const std::string& text) {
  return std::hash<std::string>{}(text) | 1;
}

inline fingerprint_ptr fingerprint_of(const texts& files) {
  auto out = std::make_shared<fingerprint>();
  for (const auto& [path, text] : files) out->files.push_back({path, content_of(text), 1});
  return out;
}

inline workspace_reader reader_of(const language& of, const texts& files) {
  return {.outline = [&of, &files](std::string_view path, std::uint64_t content) -> file_outline_ptr {
            const auto found = files.find(std::string{path});
            if (found == files.end() || content_of(found->second) != content) return nullptr;
            return std::make_shared<const file_outline>(
                is_source_of(of, path) ? of.outline(path, found->second) : outline_in({}, found->second));
          },
          .content =
              [&files](std::string_view path) {
                const auto found = files.find(std::string{path});
                return found == files.end() ? 0 : content_of(found->second);
              }};
}

struct test_run {
  std::string group, name;  // without a name: what loading the group ran
  std::map<std::string, std::vector<line_range>> ran;
  outcome result = outcome::passed;
  std::vector<std::string> reads = {};
};

struct workspace {
  std::string_view language = "python";
  texts files = {};
  std::vector<recorded_run_ptr> runs = {};
  test_environment environment = {{"python3", 1}};
  edited_files since = {};
  std::vector<std::string> notes = {};
  bool reads_known = false;
  std::uint64_t variables = 1;
  std::map<std::string, std::map<std::string, std::vector<line_range>>> running = {};  // while an input was read
  std::map<std::string, std::map<std::string, std::vector<line_range>>> inside = {};   // likewise, functions alone
  std::map<std::string, std::map<std::string, std::vector<line_range>>> near = {};     // likewise, called by nobody who is known

  const parsers::language& of() const { return *find_language(language); }

  recorded_run_ptr record(const std::vector<test_run>& tests, bool whole = true, const texts* after = nullptr,
                          std::vector<std::string> whole_files = {}) {
    finished_run run;
    run.whole_files = std::move(whole_files);
    run.results.notes = notes;
    run.language = language;
    run.scope = whole ? run_scope::whole : run_scope::selected;
    run.ending.kind = run_ending::kind_type::exited;
    run.fingerprints = {.before = fingerprint_of(files),
                        .after = fingerprint_of(after == nullptr ? files : *after)};
    coverage data;
    data.unit_kind = attribution::test;
    if (language == "go") data.unmeasured = {"_test.go", "no coverage of them"};
    std::map<std::string, std::vector<unit_lines>> by_file;
    for (const auto& test : tests) {
      const auto unit = static_cast<std::uint32_t>(data.units.size());
      data.units.push_back(
          {test.group, test.name.empty() ? std::vector<std::string>{} : std::vector{test.name}});
      if (!test.name.empty())
        run.results.tests.push_back({.id = {test.group, test.name, "::"}, .result = test.result});
      for (const auto& [path, lines] : test.ran) by_file[path].push_back({unit, lines});
      for (const auto& path : test.reads) data.inputs[path].units.push_back(unit);
    }
    data.inputs_known = reads_known;
    for (const auto& [path, lines] : running) data.inputs[path].running = lines;
    for (const auto& [path, lines] : inside) data.inputs[path].inside = lines;
    for (const auto& [path, lines] : near) data.inputs[path].near = lines, data.inputs[path].astray = true;
    for (auto& [path, units] : by_file) {
      line_set_interner sets;
      std::vector<unit_set> all;
      for (const auto& one : units) all.push_back({one.unit, *sets.add(one.ran)});
      data.files[path].by_unit = {all, sets.take()};
    }
    auto made = record_of(run, &data, of(), reader_of(of(), after == nullptr ? files : *after));
    BOOST_TEST_REQUIRE(made.has_value());
    made->environment = environment;
    made->variables = variables;
    count_verdicts(*made, runs, affected());
    // All goes through bytes: so does the session.
    auto read = run_of_bytes(to_bytes(*made, "test"), "test");
    BOOST_TEST_REQUIRE(read.has_value());
    const auto out = std::make_shared<const recorded_run>(std::move(*read));
    if (whole) runs.clear();
    runs.insert(runs.begin(), out);
    return out;
  }

  affected_tests affected(const std::vector<affect_rule>& rules = {}) const {
    return select_affected(runs, of(),
                           {.files = fingerprint_of(files),
                            .environment = environment,
                            .read = reader_of(of(), files),
                            .edits = std::make_shared<const edited_files>(since)},
                           rules);
  }

  void edit(const std::string& path, const std::string& from, const std::string& to) {
    auto& text = files.at(path);
    const auto at = text.find(from);
    BOOST_TEST_REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
  }
};

inline names names_of(const affected_tests& of) {
  names out;
  for (const auto& test : of.tests)
    out.insert(test.name +
               (test.reasons.empty() ? "" : " " + std::string{to_string(test.reasons.front().kind)}));
  return out;
}

inline void check(const affected_tests& of, const names& expected) {
  BOOST_TEST(names_of(of) == expected, boost::test_tools::per_element());
}

// cart: total() 2-3, size() 5-6; text: shout() 1-2
inline workspace shop() {
  workspace out;
  out.files = {
      {"shop/__init__.py", ""},
      {"shop/cart.py",
       "from shop import rates\ndef total(items):\n    return sum(items) * rates.RATE\n\ndef size(items):\n    return len(items)\n"},
      {"shop/rates.py", "RATE = 2\n"},
      {"shop/text.py", "def shout(word):\n    return word.upper()\n"},
      {"tests/test_cart.py",
       "from shop.cart import total, size\ndef test_total():\n    assert total([1]) == 2\ndef test_size():\n    assert size([1]) == 1\n"},
      {"tests/test_text.py",
       "from shop.text import shout\ndef test_shout():\n    assert shout('a') == 'A'\n"},
      {"README.md", "# Shop\n"},
      {"pyproject.toml", "[tool.pytest.ini_options]\n"}};
  out.record(
      {{"",
        "",
        {{"shop/cart.py", {{1, 2}, {5, 5}}}, {"shop/rates.py", {{1, 1}}}, {"shop/text.py", {{1, 1}}}}},
       {"tests/test_cart.py", "test_total", {{"shop/cart.py", {{3, 3}}}, {"tests/test_cart.py", {{3, 3}}}}},
       {"tests/test_cart.py", "test_size", {{"shop/cart.py", {{6, 6}}}, {"tests/test_cart.py", {{5, 5}}}}},
       {"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}, {"tests/test_text.py", {{3, 3}}}}}});
  return out;
}

}  // namespace covey::parsers
