// Which changed lines ran, by runs and by reports.
#include "parsers/coverage/changed_coverage.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <string>

using namespace covey::parsers;

namespace {

using ranges = std::vector<line_range>;

// Sources by path. A statement begins on each line that does not begin with a blank, a comment with "#".
class made_sources : public present_sources {
 public:
  explicit made_sources(std::map<std::string, std::string> texts) : texts_(std::move(texts)) {}

  const source* read(const std::string& path) override {
    const auto text = texts_.find(path);
    if (text == texts_.end()) return nullptr;
    auto& out = known_[path];
    out = {.text = text->second, .lines = hashes_of_lines(text->second)};
    if (!is_source(path)) return &out;
    out.language = "python";
    return &out;
  }
  const source_structure& structure(const std::string& path) override {
    std::string_view rest = texts_.at(path), line;
    auto& out = structure_ = {};
    for (std::uint32_t number = 1, start = 0; next_line(rest, line); ++number) {
      if (!line.starts_with(' ')) start = number;
      out.statements.push_back(line.empty() || line.starts_with('#') ? 0 : start);
      if (line.starts_with("def "))
        out.functions.push_back({.name = std::string{line.substr(4)}, .first = number, .last = number + 1});
    }
    return out;
  }
  bool is_test(const std::string& path) override { return path.starts_with("tests/"); }
  bool is_source(std::string_view path) override { return path.ends_with(".py"); }

 private:
  std::map<std::string, std::string> texts_;
  std::map<std::string, source> known_;
  source_structure structure_;
};

fingerprint_ptr state_of(const std::map<std::string, std::string>& texts) {
  auto out = std::make_shared<fingerprint>();
  for (const auto& [path, text] : texts)
    out->files.push_back({shared_text{path}, std::hash<std::string>{}(text) | 1, 0});
  return out;
}

using texts = std::map<std::string, std::string>;

// A run that saw these sources.
measured_run run_of(std::uint64_t id, const texts& saw, coverage data, bool is_whole = true) {
  auto lines = std::make_shared<hashed_sources>();
  for (const auto& [path, text] : saw) lines->emplace(path, hashes_of_lines(text));
  data.lines = lines;
  const auto state = state_of(saw);
  return {.id = id,
          .language = "python",
          .fingerprints = {state, state},
          .is_whole = is_whole,
          .data = std::make_shared<const coverage>(std::move(data))};
}

struct workspace {
  texts now;
  measured_runs runs = {};
  std::optional<measured_run> before = {};

  changed_coverage find(const edited_files& edits, const std::vector<std::string>& only = {}) {
    made_sources sources{now};
    const measured_by by{.runs = std::make_shared<const measured_runs>(runs),
                         .before = before ? &*before : nullptr,
                         .now = state_of(now)};
    return find_changed_coverage(edits, by, sources, only, true);
  }
};

file_edits lines(ranges added, edit_kind kind = edit_kind::modified) {
  return {.any = true, .lines = std::vector<std::uint32_t>{}, .added = std::move(added), .kind = kind};
}

ranges missed(const changed_file_lines& of) {
  ranges out;
  for (const auto& part : of.missed) out.push_back(part.lines);
  return out;
}

// Two tests; the first ran the lines, the second none.
coverage by_first(ranges ran, std::vector<line_hits> all) {
  coverage out;
  out.unit_kind = attribution::test;
  out.units = {{"t.py", {"a"}}, {"t.py", {"b"}}};
  auto& file = out.files["a.py"];
  for (const auto& line : all) file.lines.push_back(line);
  file.by_unit = {{0, std::move(ran)}};
  return out;
}

const std::string four = "one\ntwo\nthree\nfour\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(changed_lines_that_ran)

BOOST_AUTO_TEST_CASE(a_changed_line_ran_did_not_or_cannot) {
  workspace of{{{"a.py", "one\ntwo\n# three\n\nfive\n  behind it\n"}}};
  of.runs.runs = {run_of(7, of.now, by_first({{1, 1}}, {{1, 1}, {2, 0}, {5, 0}}))};
  const auto found = of.find({{"a.py", lines({{1, 6}})}});
  BOOST_REQUIRE(found.files.size() == 1u);
  const auto& file = found.files[0];
  BOOST_TEST((file.ran == ranges{{1, 1}}));
  BOOST_TEST((missed(file) == ranges{{2, 6}}));  // what stands between cannot run
  BOOST_TEST(file.missed_count == 3u);           // with the second line of a statement
  BOOST_TEST(file.no_code == 2u);
  BOOST_TEST(file.missed[0].text == "two\n# three\n\nfive\n  behind it");
  BOOST_TEST(found.ran == 1u);
  BOOST_TEST(found.missed == 3u);
  BOOST_REQUIRE(file.tests.size() == 1u);
  BOOST_TEST(file.tests[0].all == 1u);
  BOOST_TEST(file.tests[0].tests[0].second == "a");
}

// A function within it may not have been called, or a part of it not reached.
BOOST_AUTO_TEST_CASE(a_line_without_a_count_behind_others_that_disagree_says_nothing) {
  workspace of{{{"a.py", "table\n a\n b\nother\n c\n d\n e\n"}}};
  of.runs.runs = {run_of(7, of.now, by_first({{1, 1}, {6, 6}}, {{1, 1}, {2, 0}, {5, 0}, {6, 1}}))};
  const auto found = of.find({{"a.py", lines({{1, 7}})}});
  BOOST_TEST((found.files.at(0).ran == ranges{{1, 1}, {6, 6}}));
  BOOST_TEST((missed(found.files.at(0)) == ranges{{2, 5}}));
  BOOST_TEST(found.no_code == 2u);
}

BOOST_AUTO_TEST_CASE(a_range_goes_on_over_few_lines_without_code) {
  workspace of{{{"a.py", "one\n#\n#\n#\n#\n#\nseven\n#\n#\n#\n#\n#\n#\nend\n"}}};
  of.runs.runs = {run_of(7, of.now, by_first({{1, 14}}, {{1, 1}, {7, 1}, {14, 1}}))};
  BOOST_TEST((of.find({{"a.py", lines({{1, 14}})}}).files.at(0).ran == ranges{{1, 7}, {14, 14}}));
}

BOOST_AUTO_TEST_CASE(a_line_that_is_newer_than_the_run_is_unknown) {
  workspace of{{{"a.py", "one\nnew\ntwo\nthree\nfour\n"}}};
  of.runs.runs = {run_of(7, {{"a.py", four}}, by_first({{1, 4}}, {{1, 1}, {2, 1}, {3, 1}, {4, 0}}))};
  const auto found = of.find({{"a.py", lines({{1, 5}})}});
  const auto& file = found.files.at(0);
  BOOST_TEST((file.unknown == ranges{{2, 2}}));
  BOOST_TEST(file.older_in == 7u);
  BOOST_TEST((file.ran == ranges{{1, 1}, {3, 4}}));
  BOOST_TEST((missed(file) == ranges{{5, 5}}));
}

// Run 7 is of all, 8 of test a alone, with another second line: test b last ran with the old one.
BOOST_AUTO_TEST_CASE(what_a_test_ran_in_an_older_form_does_not_say_that_the_line_did_not_run) {
  workspace of{{{"a.py", "one\nTWO\nthree\nfour\n"}}};
  auto whole = run_of(7, {{"a.py", four}}, by_first({{1, 2}}, {{1, 1}, {2, 1}, {3, 0}, {4, 0}}));
  whole.left = {{0, std::nullopt}};  // test a has run since
  coverage some;
  some.unit_kind = attribution::test;
  some.units = {{"t.py", {"a"}}};
  for (const line_hits& line : {line_hits{1, 1}, {2, 0}, {3, 0}, {4, 0}})
    some.files["a.py"].lines.push_back(line);
  some.files["a.py"].by_unit = {{0, {{1, 1}}}};
  of.runs.runs = {run_of(8, of.now, some, false), whole};
  const auto found = of.find({{"a.py", lines({{1, 4}})}});
  const auto& file = found.files.at(0);
  BOOST_TEST((file.ran == ranges{{1, 1}}));
  BOOST_TEST((file.unknown == ranges{{2, 2}}));
  BOOST_TEST((missed(file) == ranges{{3, 4}}));         // both ran with them as they are
  whole.left = {{0, std::nullopt}, {1, std::nullopt}};  // now b has, too
  of.runs.runs = {of.runs.runs[0], whole};
  BOOST_TEST((missed(of.find({{"a.py", lines({{1, 4}})}}).files.at(0)) == ranges{{2, 4}}));
}

BOOST_AUTO_TEST_CASE(a_file_that_no_run_has_is_unknown_and_a_test_or_a_text_does_not_count) {
  workspace of{{{"a.py", four}, {"new.py", "x\n\n# no\ny\n"}, {"tests/t.py", "x\n"}, {"README.md", "x\n"}}};
  of.runs.runs = {run_of(7, {{"a.py", four}}, by_first({{1, 4}}, {{1, 1}}))};
  const file_edits whole{.any = true, .kind = edit_kind::created};
  const auto found = of.find({{"new.py", whole},
                              {"tests/t.py", whole},
                              {"README.md", whole},
                              {"gone.py", {.any = true, .kind = edit_kind::removed}}});
  BOOST_REQUIRE(found.files.size() == 1u);
  BOOST_TEST(!found.files[0].is_measured);
  BOOST_TEST(found.files[0].unknown_count == 2u);
  BOOST_TEST(found.others == 2u);
  BOOST_TEST(found.ran + found.missed == 0u);
}

BOOST_AUTO_TEST_CASE(a_new_file_may_be_run_by_tests_that_last_ran_before_it_was_there) {
  workspace of{{{"a.py", four}, {"new.py", "x\ny\n"}}};
  const auto whole = run_of(7, {{"a.py", four}}, by_first({{1, 4}}, {{1, 1}}));
  coverage some;
  some.unit_kind = attribution::test;
  some.units = {{"t.py", {"c"}}};
  some.files["new.py"].lines.push_back({1, 1});
  some.files["new.py"].lines.push_back({2, 0});
  some.files["new.py"].by_unit = {{0, {{1, 1}}}};
  of.runs.runs = {run_of(8, of.now, some, false), whole};
  const auto found = of.find({{"new.py", {.any = true, .kind = edit_kind::created}}});
  BOOST_TEST((found.files.at(0).ran == ranges{{1, 1}}));
  BOOST_TEST((found.files.at(0).unknown == ranges{{2, 2}}));
  BOOST_TEST(found.files.at(0).older_in == 7u);
}

// V8: a line that a part of the blanks before it makes one that ran.
BOOST_AUTO_TEST_CASE(a_line_that_ran_in_nobodys_name_is_unknown) {
  workspace of{{{"a.py", four}}};
  of.runs.runs = {run_of(7, of.now, by_first({{1, 1}, {3, 3}}, {{1, 1}, {2, 1}, {3, 1}, {4, 0}}))};
  const auto found = of.find({{"a.py", lines({{1, 4}})}});
  BOOST_TEST((found.files.at(0).ran == ranges{{1, 1}, {3, 3}}));
  BOOST_TEST((found.files.at(0).unknown == ranges{{2, 2}}));
  BOOST_TEST((missed(found.files.at(0)) == ranges{{4, 4}}));
  auto whole = by_first({}, {{1, 1}, {2, 1}, {3, 1}, {4, 0}});
  whole.unit_kind = attribution::run;  // who ran what is not known at all
  of.runs.runs = {run_of(7, of.now, whole)};
  BOOST_TEST(of.find({{"a.py", lines({{1, 4}})}}).ran == 3u);
}

BOOST_AUTO_TEST_CASE(before_all_tests_have_run_no_line_is_known_not_to) {
  workspace of{{{"a.py", four}}};
  of.runs.runs = {run_of(7, of.now, by_first({{1, 1}}, {{1, 1}, {2, 0}, {3, 0}, {4, 0}}), false)};
  const auto found = of.find({{"a.py", lines({{1, 4}})}});
  BOOST_TEST(found.missed == 0u);
  BOOST_TEST((found.files.at(0).unknown == ranges{{2, 4}}));
  BOOST_TEST(!found.files.at(0).is_of_all);
  of.runs.runs[0].is_whole = true;
  BOOST_TEST(of.find({{"a.py", lines({{1, 4}})}}).missed == 3u);
  of.runs.runs[0].options = std::make_shared<const run_options>();  // which may choose tests
  BOOST_TEST(of.find({{"a.py", lines({{1, 4}})}}).missed == 0u);
}

BOOST_AUTO_TEST_CASE(what_did_not_run_is_told_function_by_function) {
  workspace of{{{"a.py", "def a\n  one\n\ndef b\n  two\n"}}};
  of.runs.runs = {run_of(7, of.now, by_first({}, {{1, 0}, {2, 0}, {4, 0}, {5, 0}}))};
  const auto found = of.find({{"a.py", lines({{1, 5}})}});
  BOOST_REQUIRE(found.files.at(0).missed.size() == 2u);
  BOOST_TEST(found.files[0].missed[1].function == "b");
  BOOST_TEST((missed(found.files[0]) == ranges{{1, 2}, {4, 5}}));
}

BOOST_AUTO_TEST_CASE(lines_that_git_and_runners_count_otherwise_are_unknown) {
  workspace of{{{"a.py", "one\rtwo\nthree\n"}}};
  of.runs.runs = {run_of(7, of.now, by_first({{1, 3}}, {{1, 1}, {2, 1}, {3, 1}}))};
  const auto found = of.find({{"a.py", lines({{1, 2}})}});
  BOOST_TEST(found.ran == 0u);
  BOOST_TEST(found.files.at(0).is_untold);
}

BOOST_AUTO_TEST_CASE(a_name_at_which_nothing_has_changed_is_said) {
  workspace of{{{"a.py", four}}};
  of.runs.runs = {run_of(7, of.now, by_first({{1, 4}}, {{1, 1}}))};
  BOOST_TEST((of.find({{"a.py", lines({{1, 1}})}}, {"b.py"}).notes ==
              std::vector<std::string>{"nothing that has changed is at b.py"}));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_left_out_is_said) {
  workspace of{{{"a.py", four}}};
  of.runs.runs = {run_of(7, of.now, by_first({{1, 4}}, {{1, 1}}))};
  const auto found = of.find({{"a.py", lines({{1, 1}})}, {"huge.py", lines({{1, 1}})}, {"huge.txt", lines({{1, 1}})}});
  BOOST_TEST(found.is_cut);
  BOOST_TEST(found.others == 1u);
  BOOST_TEST((found.notes ==
              std::vector<std::string>{"huge.py cannot be read, or is too large: it is left out"}));
  edited_files many{{"000.py", lines({{1, 1}})}};  // cannot be read
  for (std::size_t i = 0; i < max_changed_files + 2; ++i) {
    const auto name = std::to_string(100'000 + i) + ".py";
    of.now[name] = "one\n";
    many[name] = lines({{1, 1}});
  }
  const auto notes = of.find(many).notes;
  BOOST_REQUIRE(notes.size() == 2u);
  BOOST_TEST(notes[1] == "more than 10000 files have changed: the 2 behind 109999.py are left out; pass files");
}

BOOST_AUTO_TEST_CASE(only_named_files_and_folders_count) {
  workspace of{{{"a.py", four}, {"b/c.py", four}, {"bc.py", four}}};
  of.runs.runs = {run_of(7, of.now, by_first({{1, 4}}, {{1, 1}}))};
  const edited_files edits{
      {"a.py", lines({{1, 1}})}, {"b/c.py", lines({{1, 1}})}, {"bc.py", lines({{1, 1}})}};
  BOOST_TEST(of.find(edits, {"b"}).files.at(0).file == "b/c.py");
  BOOST_TEST(of.find(edits, {"b/", "a.py"}).files.size() == 2u);
  BOOST_TEST(of.find(edits, {"."}).files.size() == 3u);
}

BOOST_AUTO_TEST_CASE(moved_files_and_modes_change_no_line_and_what_git_hides_all) {
  workspace of{{{"a.py", four}, {"b.py", four}}};
  of.runs.runs = {run_of(7, of.now, by_first({{1, 4}}, {{1, 1}, {2, 1}}))};
  const auto found = of.find({{"a.py", {.any = true, .is_binary = true}},
                              {"b.py", {.any = true, .kind = edit_kind::renamed, .was = "c.py"}}});
  BOOST_REQUIRE(found.files.size() == 1u);
  BOOST_TEST(found.files[0].is_untold);
  BOOST_TEST(found.unknown == 4u);
}

BOOST_AUTO_TEST_CASE(unchanged_lines_that_ran_in_the_whole_run_before_and_do_not_now) {
  workspace of{{{"a.py", "one\nTWO\nthree\nfour\n"}}};
  of.before = run_of(6, {{"a.py", four}}, by_first({{1, 4}}, {{1, 1}, {2, 1}, {3, 1}, {4, 1}}));
  of.runs.runs = {run_of(7, of.now, by_first({{1, 1}}, {{1, 1}, {2, 0}, {3, 0}, {4, 0}}))};
  const auto found = of.find({{"a.py", lines({{2, 3}})}});
  BOOST_REQUIRE(found.regressed.size() == 1u);
  BOOST_TEST((found.regressed[0].second == ranges{{4, 4}}));  // 2 and 3 are among the changed ones
  BOOST_TEST(found.regressed_since == 6u);
  of.runs.runs = {run_of(7, of.now, by_first({{1, 4}}, {{1, 1}, {2, 1}, {3, 1}, {4, 1}}))};
  BOOST_TEST(of.find({}).regressed.empty());
}

BOOST_AUTO_TEST_CASE(the_last_run_is_the_newest_that_saw_other_sources) {
  workspace of{{{"a.py", "one\ntwo\nTHREE\nfour\n"}, {"b.py", "x\n"}}};
  const texts then{{"a.py", four}, {"log.txt", "1"}};
  of.before = run_of(3, then, by_first({{1, 4}}, {{1, 1}}));
  of.runs.runs = {run_of(5, of.now, by_first({{1, 4}}, {{1, 1}, {3, 1}}))};
  made_sources sources{of.now};
  const measured_by by{
      .runs = std::make_shared<const measured_runs>(of.runs), .before = &*of.before, .now = state_of(of.now)};
  const auto* last = last_other_run(by, [&](std::string_view path) { return sources.is_source(path); });
  BOOST_REQUIRE(last != nullptr);
  BOOST_TEST(last->id == 3u);
  const auto edits = edits_since(*last, by, sources);
  BOOST_TEST((edits.at("a.py").added == ranges{{3, 3}}));
  BOOST_TEST((edits.at("b.py").kind == edit_kind::created));
  of.before.reset();
  const measured_by alone{.runs = by.runs, .now = by.now};
  BOOST_TEST(last_other_run(alone, [](std::string_view) { return true; }) == nullptr);
}

BOOST_AUTO_TEST_CASE(a_report_of_another_folder_has_a_file_if_only_that_folder_stands_before_it) {
  const texts now{{"main.py", "one\ntwo\n"}, {"src/a.py", "one\n"}, {"src/main.py", "two\n"}};
  coverage report;
  report.files["/app/main.py"].lines.push_back({2, 0});
  report.files["/app/src/a.py"].lines.push_back({1, 1});
  const auto found_in = [&](const coverage& in, const edited_files& edits) {
    made_sources sources{now};
    const file_index index{in, "/w"};
    const measured_by by{.report = &in, .files = &index};
    return find_changed_coverage(edits, by, sources, {}, true);
  };
  const edited_files edits{{"main.py", lines({{1, 2}})}, {"src/a.py", lines({{1, 1}})}};
  const auto found = found_in(report, edits);
  BOOST_TEST(found.missed == 1u);
  BOOST_TEST(found.ran == 1u);
  coverage other;  // the name may lead to another file of the workspace
  other.files["/app/build/src/main.py"].lines.push_back({2, 1});
  BOOST_TEST(found_in(other, {{"main.py", lines({{1, 2}})}}).ran == 0u);
  other.files.clear();
  other.files["src/main.py"].lines.push_back({2, 1});
  BOOST_TEST(found_in(other, {{"main.py", lines({{1, 2}})}}).ran == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
