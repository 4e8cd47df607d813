#include "parsers/languages/rust/selection.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/text/path.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::rust {
namespace {

using strings = std::vector<std::string>;
using texts = std::map<std::string, std::string, std::less<>>;

job_target target(std::string group, std::string kind, std::string source, std::string folder = "/w") {
  job_target out;
  out.group = std::move(group);
  out.kind = std::move(kind);
  out.source = std::move(source);
  out.folder = std::move(folder);
  return out;
}

// A library with a program, two integration tests, and a package within it.
std::vector<job_target> targets() {
  return {target("a", "lib", "/w/src/lib.rs"),
          target("a::bin/a", "bin", "/w/src/main.rs"),
          target("a::bin/tool", "bin", "/w/src/bin/tool.rs"),
          target("a::api", "test", "/w/tests/api.rs"),
          target("a::web", "test", "/w/tests/web.rs"),
          target("a (doc)", "doc", "/w/src/lib.rs"),
          target("b", "lib", "/w/crates/b/src/lib.rs", "/w/crates/b")};
}

file_selection file_of(std::string path, std::string_view text) {
  return {path, true, find_language("rust")->make_finder({})->blocks(path, text).blocks};
}

file_selection block_of(std::string path, std::string_view text, std::string_view label) {
  auto out = file_of(std::move(path), text);
  out.whole_file = false;
  std::erase_if(out.blocks, [&](const auto& block) { return block.label != label; });
  BOOST_REQUIRE(out.blocks.size() == 1U);
  return out;
}

struct resolved {
  std::vector<job_target> all = targets();
  resolved_selections result;
};

resolved resolve(std::vector<file_selection> selections, const texts& sources = {}, bool choose = true) {
  resolved out;
  const selected_targets selected{
      std::move(selections), "/w",
      [](const job_target&, const std::string& file) { return path_below("/w", file).value_or(file); }};
  out.result = resolve_selections(selected, sources, choose, out.all);
  return out;
}

// Those of the group that the selectors and, equally, the target's choice take of a binary's tests.
strings taken(const resolved& by, const std::string& group, const test_list& tests) {
  strings selected;
  for (const auto& [name, listed] : tests) {
    test_record test;
    test.id = {group, name};
    test.defined = listed.where;
    for (const auto& selectors : by.result.selectors)
      if (std::any_of(selectors.begin(), selectors.end(), [&](const auto& s) { return s.matches(test); }))
        selected.push_back(name);
  }
  for (const auto& target : by.all) {
    if (target.group != group) continue;
    const auto chosen = with_names(target.chosen, tests).names;
    BOOST_TEST(strings(chosen.begin(), chosen.end()) == selected, boost::test_tools::per_element());
  }
  return selected;
}

strings chosen_groups(const resolved& by) {
  strings out;
  for (const auto& target : by.all)
    if (!target.chosen.empty()) out.push_back(target.group + (target.chosen.whole ? " whole" : ""));
  return out;
}

test_list listing(const std::map<std::string, std::uint32_t>& tests) {
  test_list out;
  for (const auto& [name, line] : tests) out[name].where = {"/w/src/lib.rs", line};
  return out;
}

constexpr std::string_view source =
    "/// ```\n/// ```\npub fn f() {}\n"                       // 1-3
    "#[test]\nfn a() {}\n"                                    // 4-5
    "mod tests {\n#[test]\nfn a() {}\n#[test]\nfn ab() {}\n"  // 6-10
    "#[rstest]\n#[case::one(1)]\nfn c() {}\n}\n"              // 11-14
    "#[cfg(unix)]\n#[test]\nfn twin() {}\n"                   // 15-17
    "#[cfg(windows)]\n#[test]\nfn twin() {}\n";               // 18-20

const test_list in_root = listing({{"a", 5},
                                   {"tests::a", 8},
                                   {"tests::ab", 10},
                                   {"tests::c::case_1_one", 13},
                                   {"tests::c::case_2", 13},
                                   {"tests::made_by_a_macro", 3},
                                   {"testsuite::a", 8},
                                   {"twin", 17},
                                   {"other", 1}});

BOOST_AUTO_TEST_SUITE(rust_selections_of_files)

BOOST_AUTO_TEST_CASE(blocks_take_their_own_tests) {
  const std::pair<const char*, strings> table[]{
      {"a", {"a"}},
      {"tests",
       {"tests::a", "tests::ab", "tests::c::case_1_one", "tests::c::case_2", "tests::made_by_a_macro"}},
      {"tests > a", {"tests::a"}},
      {"tests > ab", {"tests::ab"}},
      {"tests > c", {"tests::c::case_1_one", "tests::c::case_2"}},
      {"tests > c > one", {"tests::c::case_1_one"}},
  };
  for (const auto& [label, expected] : table) {
    const auto by = resolve({block_of("src/lib.rs", source, label)});
    BOOST_TEST_CONTEXT(label) {
      BOOST_TEST(taken(by, "a", in_root) == expected, boost::test_tools::per_element());
      BOOST_TEST(chosen_groups(by) == strings{"a"}, boost::test_tools::per_element());
      BOOST_TEST(by.result.notes.empty());
    }
  }
}

// As `test = false` has it: another target beside it, with a harness of its own, must not pass in its place.
BOOST_AUTO_TEST_CASE(the_main_file_of_a_target_that_does_not_run_is_part_of_no_other) {
  const auto resolved_in = [](std::string left_out) {
    resolved out;
    out.all[3].harness = false;
    const selected_targets selected{{file_of("tests/off.rs", "")},
                                    "/w",
                                    [](const job_target&, const std::string& file) { return file; },
                                    {left_out}};
    out.result = resolve_selections(selected, {}, true, out.all);
    return out;
  };
  BOOST_TEST(chosen_groups(resolved_in("/w/tests/other.rs")) == strings{"a::api whole"},
             boost::test_tools::per_element());
  const auto none = resolved_in("/w/tests/off.rs");
  BOOST_TEST(chosen_groups(none).empty());
  BOOST_REQUIRE(none.result.notes.size() == 1U);
  BOOST_TEST(none.result.notes[0].find("tests/off.rs: `cargo test` runs no target") == 0u);
}

BOOST_AUTO_TEST_CASE(one_main_file_may_be_of_two_targets_and_one_of_them_run) {
  resolved out;
  const selected_targets selected{{file_of("tests/api.rs", "")},
                                  "/w",
                                  [](const job_target&, const std::string& file) { return file; },
                                  {"/w/tests/api.rs"}};
  out.result = resolve_selections(selected, {}, true, out.all);
  BOOST_TEST(chosen_groups(out) == strings{"a::api whole"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(lines_tell_twins_apart) {
  auto selection = file_of("src/lib.rs", source);
  selection.whole_file = false;
  for (const auto& block : file_selection{selection}.blocks) {
    if (block.label != "twin") continue;
    selection.blocks = {block};
    const auto expected = block.line_start == 15 ? strings{"twin"} : strings{};
    BOOST_TEST(taken(resolve({selection}), "a", in_root) == expected, boost::test_tools::per_element());
    // A list without places cannot.
    BOOST_TEST(taken(resolve({selection}), "a", {{"twin", {}}}).size() == 1U);
  }
}

BOOST_AUTO_TEST_CASE(a_file_takes_all_that_is_its_own) {
  const auto by = resolve({file_of("src/lib.rs", source)});
  BOOST_TEST(taken(by, "a", in_root) == (strings{"a", "tests::a", "tests::ab", "tests::c::case_1_one",
                                                 "tests::c::case_2", "tests::made_by_a_macro", "twin"}),
             boost::test_tools::per_element());
  BOOST_TEST(chosen_groups(by) == (strings{"a", "a (doc)"}), boost::test_tools::per_element());
  const test_list examples{{"src/lib.rs - f (line 1)", {}},
                           {"src/lib.rs - (line 7)", {}},
                           {"src/lib.rs.rs - f (line 1)", {}},
                           {"b/src/lib.rs - f (line 1)", {}}};
  BOOST_TEST(taken(by, "a (doc)", examples) == (strings{"src/lib.rs - (line 7)", "src/lib.rs - f (line 1)"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_example_is_known_by_its_line) {
  const auto by = resolve({block_of("src/lib.rs", source, "f (line 1)")});
  BOOST_TEST(chosen_groups(by) == strings{"a (doc)"}, boost::test_tools::per_element());
  const test_list examples{
      {"src/lib.rs - f (line 1)", {}}, {"src/lib.rs - f (line 11)", {}}, {"src/other.rs - f (line 1)", {}}};
  BOOST_TEST(taken(by, "a (doc)", examples) == strings{"src/lib.rs - f (line 1)"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_file_of_an_integration_test_is_all_of_it) {
  const auto by = resolve({file_of("tests/api.rs", "suite!();\n")});
  BOOST_TEST(chosen_groups(by) == strings{"a::api whole"}, boost::test_tools::per_element());
  BOOST_REQUIRE(by.result.selectors.at(0).size() == 1U);
  BOOST_TEST(by.result.selectors[0][0].path.empty());
  BOOST_TEST(by.result.selectors[0][0].group == "a::api");
}

BOOST_AUTO_TEST_CASE(a_module_has_its_path_before_its_tests) {
  const std::pair<const char*, const char*> table[]{
      {"src/net.rs", "net::a"},
      {"src/net/mod.rs", "net::a"},
      {"src/net/http/mod.rs", "net::http::a"},
      {"src/net/type.rs", "net::r#type::a"},
  };
  for (const auto& [path, name] : table) {
    const auto by = resolve({block_of(path, "#[test] fn a() {}", "a")}, {{"/w/src/lib.rs", "mod net;"}});
    BOOST_TEST(taken(by, "a", {{name, {}}, {"a", {}}, {"net::b", {}}}) == strings{name},
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(main_files_say_whose_module_a_file_is) {
  const auto in = [](const char* path, const texts& sources) {
    return chosen_groups(resolve({block_of(path, "#[test] fn a() {}", "a")}, sources));
  };
  const texts library{{"/w/src/lib.rs", "pub mod net;"}, {"/w/src/main.rs", "mod network;\nfn main() {}"}};
  BOOST_TEST(in("src/net.rs", library) == strings{"a"}, boost::test_tools::per_element());
  const texts both{{"/w/src/lib.rs", "pub mod net;"}, {"/w/src/main.rs", "mod net;"}};
  BOOST_TEST(in("src/net.rs", both) == (strings{"a", "a::bin/a"}), boost::test_tools::per_element());
  const texts common{{"/w/tests/api.rs", "mod  common ;"}, {"/w/tests/web.rs", "// uses mod_common;"}};
  BOOST_TEST(in("tests/common/mod.rs", common) == strings{"a::api"}, boost::test_tools::per_element());
  BOOST_TEST(in("src/main.rs", {}) == strings{"a::bin/a"}, boost::test_tools::per_element());
  BOOST_TEST(in("src/bin/tool.rs", {}) == strings{"a::bin/tool"}, boost::test_tools::per_element());
  BOOST_TEST(in("crates/b/src/net.rs", {}) == strings{"b"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_module_that_no_file_declares_is_looked_for_everywhere) {
  const auto by = resolve({block_of("src/net.rs", "#[test] fn a() {}", "a")},
                          {{"/w/src/lib.rs", "mod other { include!(\"net.rs\"); }"}, {"/w/src/main.rs", ""}});
  BOOST_TEST(chosen_groups(by) == (strings{"a", "a::bin/a"}), boost::test_tools::per_element());
  BOOST_REQUIRE(by.result.notes.size() == 1U);
  BOOST_TEST(by.result.notes[0].starts_with("src/net.rs: "));
}

BOOST_AUTO_TEST_CASE(what_cargo_does_not_run_is_told) {
  const auto elsewhere = resolve({file_of("examples/demo.rs", "#[test] fn a() {}")});
  BOOST_TEST(chosen_groups(elsewhere).empty());
  BOOST_REQUIRE(elsewhere.result.selectors.size() == 1U);
  BOOST_TEST(elsewhere.result.selectors[0].empty());
  BOOST_REQUIRE(elsewhere.result.notes.size() == 1U);
  const auto undocumented =
      resolve({block_of("crates/b/src/lib.rs", "/// ```\n/// ```\nfn f() {}", "f (line 1)")});
  BOOST_TEST(chosen_groups(undocumented).empty());
  BOOST_REQUIRE(undocumented.result.notes.size() == 1U);
  BOOST_TEST(undocumented.result.notes[0].find("libraries only") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(notes_name_a_few_files) {
  std::vector<file_selection> selections;
  for (const auto* name : {"a", "b", "c", "d", "e"})
    selections.push_back(file_of("examples/" + std::string{name} + ".rs", ""));
  const auto by = resolve(selections);
  BOOST_REQUIRE(by.result.notes.size() == 1U);
  BOOST_TEST(by.result.notes[0].starts_with("examples/a.rs, examples/b.rs, examples/c.rs and 2 more: "));
}

BOOST_AUTO_TEST_CASE(of_everything_selections_choose_nothing) {
  const auto by = resolve({file_of("src/lib.rs", source), file_of("tests/api.rs", "")}, {}, false);
  BOOST_TEST(chosen_groups(by).empty());
  BOOST_REQUIRE(by.result.selectors.size() == 2U);
  BOOST_TEST(!by.result.selectors[0].empty());
  BOOST_TEST(by.result.selectors[1].size() == 1U);
}

BOOST_AUTO_TEST_CASE(only_main_files_that_can_hold_a_selection_are_looked_at) {
  const auto all = targets();
  const auto sources = [&](const char* path) {
    return selection_sources({{{path, true, {}}}, "/w", {}}, all);
  };
  BOOST_TEST(sources("src/net.rs") == (strings{"/w/src/lib.rs", "/w/src/main.rs"}),
             boost::test_tools::per_element());
  BOOST_TEST(sources("src/lib.rs").empty());
  BOOST_TEST(sources("examples/demo.rs").empty());
}

BOOST_AUTO_TEST_CASE(declarations_of_modules_are_found_in_text) {
  const std::tuple<const char*, const char*, const char*> table[]{{"mod net;", "net", "net"},
                                                                  {"pub(crate) mod\n net\n;", "net", "net"},
                                                                  {"mod net {", "net", "net"},
                                                                  {"mod r#try;", "try", "r#try"},
                                                                  {"mod network;", "net", ""},
                                                                  {"mod_net; mymod net;", "net", ""},
                                                                  {"use net;", "net", ""},
                                                                  {"mod net", "net", ""},
                                                                  {"mod", "net", ""},
                                                                  {"", "net", ""},
                                                                  {"cfg! { mod net; }", "net", "net"}};
  for (const auto& [text, module, expected] : table)
    BOOST_TEST(declared_module(text, module) == expected, text);
}

// serde_json's tests/lexical.rs takes its modules from tests/lexical/ so.
BOOST_AUTO_TEST_CASE(a_path_attribute_names_a_files_module) {
  const std::vector<std::tuple<std::string, std::string>> table{
      {"#[path = \"web/float.rs\"]\nmod float;", "float"},
      {"#[ path=\"web/float.rs\" ] #[rustfmt::skip] pub(crate) mod r#f32;", "r#f32"},
      {"#[cfg_attr(x, path = \"web/float.rs\")] mod f;", "f"},
      {"include!(\"web/float.rs\");", ""},
      {"const path: &str = \"web/float.rs\"; mod float;", ""},
      {"#[path = \"other/web/float.rs\"] mod float;", ""},
      {"#[path = \"web/float.rs", ""}};
  for (const auto& [text, expected] : table)
    BOOST_TEST(module_placed_at(text, "web/float.rs") == expected, text);
  const auto by = resolve({block_of("tests/web/float.rs", "#[test]\nfn rounds() {}", "rounds")},
                          {{"/w/tests/web.rs", "mod web; #[path = \"web/float.rs\"] mod float;"},
                           {"/w/tests/api.rs", "mod net;"}});
  BOOST_TEST(chosen_groups(by) == strings{"a::web"}, boost::test_tools::per_element());
  BOOST_TEST(by.all[4].chosen.patterns.at(0).name.literals == strings{"float::rounds"},
             boost::test_tools::per_element());
}

// Its names are not all known: what surely holds them all runs.
BOOST_AUTO_TEST_CASE(of_a_file_that_could_not_be_read_whole_its_module_runs) {
  const auto tests = listing({{"sums::a", 1}, {"sums::tests::b", 2}, {"other::c", 3}});
  auto selection = file_of("src/sums.rs", "");
  selection.complete = false;
  const strings module{"sums::a", "sums::tests::b"};
  BOOST_TEST(taken(resolve({selection}, {{"/w/src/lib.rs", "mod sums;"}}), "a", tests) == module,
             boost::test_tools::per_element());
  selection.file = "src/lib.rs";
  const auto root = resolve({selection});
  BOOST_TEST(root.all.front().chosen.whole);
  BOOST_TEST(root.result.selectors.front().front().path.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::rust
