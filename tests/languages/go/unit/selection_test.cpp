#include "parsers/languages/go/selection.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

namespace covey::parsers::languages::go {
namespace {

using texts = std::vector<std::string>;

// "a" holds cart_test.go and other_test.go, the root root_test.go.
const package_list& packages() {
  static const auto all = package_list::parse(
      "m/a\t/w/a\tcart.go//cart_test.go/other_test.go\t2\t0\nm\t/w\troot_test.go\t1\t0\nm/b\t/w/"
      "b\tb_test.go\t1\t0\n",
      "/w");
  return all;
}

// Names are split at " > "; "*" is a hole.
test_block block(const std::string& label, bool dynamic = false) {
  test_block out;
  out.label = label;
  out.dynamic = dynamic;
  for (std::size_t at = 0; at != std::string::npos;) {
    const auto end = label.find(" > ", at);
    auto name = label.substr(at, end == std::string::npos ? end : end - at);
    at = end == std::string::npos ? end : end + 3;
    texts literals;
    for (auto star = name.find('*'); star != std::string::npos; star = name.find('*')) {
      literals.push_back(name.substr(0, star));
      name.erase(0, star + 1);
    }
    literals.push_back(name);
    out.path.emplace_back(std::move(literals));
  }
  return out;
}

file_selection of(const std::string& file, std::vector<test_block> blocks, bool whole_file = false) {
  return {file, whole_file, std::move(blocks)};
}

resolved_selections select(const std::vector<file_selection>& selections,
                           const std::set<std::string>& modules = {}) {
  return resolve_selections(selections, packages(), modules);
}

// "pattern: package package"
texts shown(const resolved_selections& selections) {
  texts out;
  for (const auto& set : selections.sets) {
    out.push_back(set.pattern + ":");
    for (const auto& package : set.packages) out.back() += " " + package;
  }
  return out;
}

bool is_selected(const resolved_selections& selections, std::size_t which, const std::string& group,
                 const std::string& name) {
  test_record test;
  test.id = {group, name};
  const auto& all = selections.selectors.at(which);
  return std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.matches(test); });
}

BOOST_AUTO_TEST_SUITE(go_selections_of_blocks)

BOOST_AUTO_TEST_CASE(a_path_is_a_pattern_of_its_elements) {
  const struct {
    const char* label;
    bool dynamic;
    const char* pattern;
  } cases[] = {
      {"TestA", false, "^TestA$"},
      {"ExampleNew", false, "^ExampleNew$"},
      {"FuzzParse", false, "^FuzzParse$"},
      {"TestA > with_space", false, "^TestA$/^with_space$"},
      {"TestA > a.b > (c|d)", false, "^TestA$/^a\\.b$/^\\(c\\|d\\)$"},
      {"TestA > with/slash", false, "^TestA$/^with$/^slash$"},
      {"TestA > trailing/", false, "^TestA$/^trailing$/^$"},
      {"TestA > case", true, "^TestA$/^case(#[0-9]+)?$"},
      {"TestA > a/b", true, "^TestA$/^a$/^b(#[0-9]+)?$"},
      {"TestA > #00", false, "^TestA$/^#00$"},
      {"TestA > #00", true, "^TestA$/^#[0-9]+$"},
      {"TestA > *", true, "^TestA$/^.*$"},
      {"TestA > adds_*_and_[*]", true, "^TestA$/^adds_.*_and_\\[.*\\]$"},
      {"TestA > a/b_*/c", true, "^TestA$/^a$/^b_.*$/^c$"},
      {"TestA > * > inner", true, "^TestA$/^.*$/^inner(#[0-9]+)?$"},
      {"* > TestAdd", true, "^Test.*$/^TestAdd(#[0-9]+)?$"},
      {"TestA > größe", false, "^TestA$/^größe$"},
  };
  for (const auto& one : cases) BOOST_TEST_CONTEXT(one.label)
  BOOST_TEST(run_pattern(pattern_of(block(one.label).path, one.dynamic)) == one.pattern);
}

BOOST_AUTO_TEST_CASE(a_block_is_itself_with_what_is_below_it) {
  const auto selections = select({of("a/cart_test.go", {block("TestA > with_space")})});
  BOOST_TEST(shown(selections) == texts{"^TestA$/^with_space$: m/a"}, boost::test_tools::per_element());
  BOOST_TEST(selections.notes.empty());
  BOOST_TEST(is_selected(selections, 0, "m/a", "TestA/with_space"));
  BOOST_TEST(is_selected(selections, 0, "m/a", "TestA/with_space/below"));
  BOOST_TEST(!is_selected(selections, 0, "m/a", "TestA/with_space#01"));
  BOOST_TEST(!is_selected(selections, 0, "m/a", "TestA/with_space_too"));
  BOOST_TEST(!is_selected(selections, 0, "m/a", "TestA"));
  BOOST_TEST(!is_selected(selections, 0, "m/b", "TestA/with_space"));
}

BOOST_AUTO_TEST_CASE(a_name_may_be_written_as_the_source_has_it) {
  const auto one = select({of("a/cart_test.go", {block("TestA > sub case > two  blanks", true)})});
  BOOST_TEST(is_selected(one, 0, "m/a", "TestA/sub_case/two__blanks"));
  BOOST_TEST(shown(one).front().starts_with("^TestA$/^sub_case(#[0-9]+)?$/^two__blanks(#[0-9]+)?$:"));
}

BOOST_AUTO_TEST_CASE(a_name_that_may_be_there_twice_means_both) {
  const auto selections = select({of("a/cart_test.go", {block("TestA > same > inner", true)})});
  for (const auto* name :
       {"TestA/same/inner", "TestA/same#01/inner", "TestA/same/inner#02", "TestA/same#01/inner#10/x"})
    BOOST_TEST(is_selected(selections, 0, "m/a", name), name);
  for (const auto* name : {"TestA/same", "TestA/sameness/inner", "TestA/same/innermost"})
    BOOST_TEST(!is_selected(selections, 0, "m/a", name), name);
  BOOST_TEST(
      is_selected(select({of("a/cart_test.go", {block("TestA > #00", true)})}), 0, "m/a", "TestA/#07"));
}

BOOST_AUTO_TEST_CASE(holes_are_said_in_a_note) {
  const auto selections = select({of("a/cart_test.go", {block("TestA > adds_*", true)})});
  BOOST_TEST(is_selected(selections, 0, "m/a", "TestA/adds_1_and_2/x"));
  BOOST_TEST(!is_selected(selections, 0, "m/a", "TestA/removes_1"));
  BOOST_TEST(
      selections.notes == texts{"the names of TestA > adds_* are only known when its tests run: all that fit "
                                "-run='^TestA$/^adds_.*$' are its own."},
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(blocks_of_several_packages_are_a_command_for_each_pattern) {
  const auto selections = select({of("a/cart_test.go", {block("TestX")}), of("b/b_test.go", {block("TestX")}),
                                  of("a/other_test.go", {block("TestX > covered")}),
                                  of("root_test.go", {block("TestX > alone"), block("TestY")})});
  BOOST_TEST(shown(selections) == (texts{"^TestX$: m/a m/b", "^TestX$/^alone$|^TestY$: m"}),
             boost::test_tools::per_element());
  BOOST_REQUIRE(selections.selectors.size() == 4U);
  BOOST_TEST(selections.selectors[3].size() == 2U);
  BOOST_TEST(is_selected(selections, 3, "m", "TestY"));
}

BOOST_AUTO_TEST_CASE(a_file_is_its_test_functions) {
  // A table that stands before its test is no reason to run its cases apart.
  const auto selections =
      select({of("a/cart_test.go",
                 {block("TestA > case", true), block("TestA"), block("TestA > x"), block("ExampleNew"),
                  block("FuzzParse"), block("TestSuite > TestAdd > sub"), block("TestSuite > TestAdd")},
                 true)});
  BOOST_TEST(shown(selections) == texts{"^ExampleNew$|^FuzzParse$|^TestA$|^TestSuite$/^TestAdd$: m/a"},
             boost::test_tools::per_element());
  BOOST_TEST(selections.selectors.at(0).size() == 4U);
  BOOST_TEST(is_selected(selections, 0, "m/a", "TestA/anything"));
  BOOST_TEST(!is_selected(selections, 0, "m/a", "TestSuite/TestRemove"));
}

BOOST_AUTO_TEST_CASE(a_suites_method_that_nobody_runs_is_looked_for_or_left_out) {
  const auto method = block("* > TestAdd", true);
  const auto alone = select({of("a/cart_test.go", {method})});
  BOOST_TEST(shown(alone) == texts{"^Test.*$/^TestAdd(#[0-9]+)?$: m/a"}, boost::test_tools::per_element());
  BOOST_TEST(is_selected(alone, 0, "m/a", "TestCartSuite/TestAdd"));
  BOOST_REQUIRE(alone.notes.size() == 1U);
  BOOST_TEST(alone.notes[0].find("all that begin with Test were started") != std::string::npos);

  const auto beside = select({of("a/cart_test.go", {method, block("TestA")}, true)});
  BOOST_TEST(shown(beside) == texts{"^TestA$: m/a"}, boost::test_tools::per_element());
  BOOST_REQUIRE(beside.notes.size() == 1U);
  BOOST_TEST(beside.notes[0].find("was left out") != std::string::npos);

  const auto other = block("* > TestRemove", true);
  const auto several = select({of("a/cart_test.go", {method, other, block("TestA")}, true)});
  BOOST_REQUIRE(several.notes.size() == 1U);
  BOOST_TEST(several.notes[0].find(" and 1 more of a/cart_test.go") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_the_go_command_does_not_reach_is_said_with_a_remedy) {
  const auto selections =
      select({of("tool/deep/x_test.go", {block("TestX")}), of("gone/x_test.go", {block("TestX")}, true),
              of("a/cart_windows_test.go", {block("TestW")}), of("a/cart_test.go", {block("TestA")})},
             {"tool"});
  BOOST_TEST(shown(selections) == texts{"^TestA$: m/a"}, boost::test_tools::per_element());
  BOOST_REQUIRE(selections.selectors.size() == 4U);
  BOOST_TEST(selections.selectors[0].empty());
  BOOST_REQUIRE(selections.notes.size() == 3U);
  BOOST_TEST(
      selections.notes[0] ==
      "tool is a module of its own, which go commands at the workspace root do not reach: name it in a "
      "go.work (`go work use ./tool`), or call activate_package for it.");
  BOOST_TEST(
      selections.notes[1] ==
      "go list names no package in gone: build constraints, file names, GOFLAGS or covey.toml's `packages` "
      "leave all of it out.");
  BOOST_TEST(selections.notes[2] ==
             "a/cart_windows_test.go is left out of this build by its build constraint or its "
             "name; `args` [\"-tags=…\"] sets tags.");
}

BOOST_AUTO_TEST_CASE(a_file_without_tests_in_this_build_is_no_failure) {
  const auto selections =
      select({of("a/cart_test.go", {}, true), of("a/cart_test.go", {block("TestA")}, true),
              of("a/cart_windows_test.go", {block("TestW")}, true),
              of("a/cart_windows_test.go", {block("TestW")}), of("gone/x_test.go", {block("TestG")}, true)});
  BOOST_TEST(selections.testless == (std::vector<std::uint32_t>{0, 2}), boost::test_tools::per_element());
  BOOST_TEST(shown(selections) == texts{"^TestA$: m/a"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(notes_are_bounded) {
  std::vector<file_selection> many;
  for (int i = 0; i < 50; ++i)
    many.push_back(of("gone" + std::to_string(i) + "/x_test.go", {block("TestX")}, true));
  const auto selections = select(many);
  BOOST_TEST(selections.notes.size() == 11U);
  BOOST_TEST(selections.notes.back() == "40 more notes of this kind.");
}

BOOST_AUTO_TEST_CASE(only_folders_without_a_package_are_asked_about) {
  const auto asked = module_question({of("a/cart_test.go", {}), of("tool/deep/x_test.go", {})}, packages());
  BOOST_TEST(asked.paths == (texts{"/w/tool/go.mod", "/w/tool/deep/go.mod"}),
             boost::test_tools::per_element());
  const path_states seen{{path_state::kind_type::file, "module x", {}}, {}};
  BOOST_TEST(find_own_modules(asked, seen, "/w") == std::set<std::string>{"tool"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(without_a_list_of_packages_the_go_command_is_asked_by_folder) {
  const auto selections = resolve_selections({of("a/cart_test.go", {block("TestA")})}, {}, {});
  BOOST_TEST(shown(selections) == texts{"^TestA$: ./a"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(odd_blocks_are_survived) {
  test_block empty;
  const auto selections =
      select({of("a/cart_test.go", {empty}), of("a/cart_test.go", {}, true), of("", {block("TestA")}),
              of("a/cart_test.go", {block(std::string(pattern_limit, 'T'))})});
  BOOST_TEST(selections.sets.empty());
  BOOST_TEST(selections.selectors.size() == 4U);
}

// Names are all that the go command selects by: a test whose name is not known would never be judged.
BOOST_AUTO_TEST_CASE(of_a_file_that_could_not_be_read_whole_all_of_its_package_runs) {
  for (const auto& known : {std::vector<test_block>{}, {block("TestA")}}) {
    auto selection = of("a/cart_test.go", known, true);
    selection.complete = false;
    const auto out = select({selection});
    BOOST_TEST(shown(out) == texts{"^(Test|Fuzz|Example).*$: m/a"}, boost::test_tools::per_element());
    BOOST_TEST(out.testless.empty());
    for (const auto* name : {"TestA", "TestUnknown", "TestUnknown/sub"})
      BOOST_TEST(is_selected(out, 0, "m/a", name));
    BOOST_TEST(!is_selected(out, 0, "m", "TestA"));
    BOOST_TEST(
        out.notes == texts{"a/cart_test.go could not be read whole: all tests of its package were run."},
        boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::go
