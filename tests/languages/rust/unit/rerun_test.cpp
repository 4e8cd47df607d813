#include "parsers/languages/rust/steps.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::rust {
namespace {

using strings = std::vector<std::string>;

job_target target(std::string group, std::string kind, std::string name, const std::string& package = "a") {
  job_target out;
  out.group = std::move(group);
  out.kind = std::move(kind);
  out.name = std::move(name);
  out.package = package + "@0.1.0";
  out.package_name = package;
  out.folder = "/w/" + package;
  return out;
}

std::vector<job_target> targets() {
  return {target("a", "lib", "a"), target("a::api", "test", "api"), target("a::bin/tool", "bin", "tool"),
          target("b", "lib", "b", "b"), target("a (doc)", "doc", "a")};
}

failure wanted(std::string group, std::string name, strings also_failed = {}) {
  failure out;
  out.id = {std::move(group), std::move(name), " "};
  out.also_failed = std::move(also_failed);
  return out;
}

cargo_job job() {
  cargo_job out;
  out.root = "/w";
  out.packages = {"--workspace"};
  out.targets = targets();
  for (auto& one : out.targets) one.chosen.whole = true;
  return out;
}

built_artifact built(const std::string& package, std::string kind, std::string name, bool test = true) {
  return {"/w/" + package + "/Cargo.toml", kind, name,
          kind == "lib" && !test ? "" : "/t/" + kind + "-" + name, test};
}

build_error error(const std::string& package, std::string kind, std::string name) {
  return {"/w/" + package + "/Cargo.toml",           std::move(kind), name, "wrong",
          {"/w/" + package + "/" + name + ".rs", 1}, "error: wrong\n"};
}

BOOST_AUTO_TEST_SUITE(rust_selection)

BOOST_AUTO_TEST_CASE(failures_choose_their_tests) {
  auto all = targets();
  BOOST_TEST(!select_rerun({wanted("a", "tests::x"), wanted("a", "tests::y"), wanted("a::api", ""),
                            wanted("a (doc)", "a/src/lib.rs - add (line 3)"), wanted("a::removed", "gone")},
                           all));
  BOOST_CHECK((all[0].chosen == chosen_tests{false, {"tests::x", "tests::y"}}));
  BOOST_CHECK((all[1].chosen == chosen_tests{true, {}}));
  BOOST_TEST(all[2].chosen.empty());
  BOOST_TEST(all[3].chosen.empty());
  BOOST_TEST(all[4].chosen.names.size() == 1U);
}

BOOST_AUTO_TEST_CASE(what_waited_for_a_broken_library_runs_with_it) {
  auto all = targets();
  BOOST_TEST(!select_rerun({wanted("a", "", {"a::api", "a (doc)"})}, all));
  BOOST_TEST(all[0].chosen.whole);
  BOOST_TEST(all[1].chosen.whole);
  BOOST_TEST(all[4].chosen.whole);
  BOOST_TEST(all[2].chosen.empty());
}

BOOST_AUTO_TEST_CASE(what_no_target_can_be_named_for_needs_the_whole_suite) {
  for (const auto* group : {"cargo", "nobody", "a::example/broken", "a::custom-build/build-script-build"}) {
    auto all = targets();
    BOOST_TEST(select_rerun({wanted(group, "")}, all), group);
  }
}

BOOST_AUTO_TEST_CASE(arguments_name_packages_and_targets_once) {
  const auto all = targets();
  BOOST_TEST(target_arguments({&all[0], &all[1], &all[2], &all[3]}) ==
                 (strings{"-p", "a@0.1.0", "-p", "b@0.1.0", "--bin", "tool", "--lib", "--test", "api"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rustdocs_filters_are_pieces_of_names) {
  const strings all{"src/lib.rs - add (line 6)", "src/lib.rs - add (line 16)", "src/lib.rs - sub (line 116)",
                    "src/other.rs - add (line 16)"};
  const auto runs = [&](const strings& filters) {
    strings out, skips, selections;
    for (std::size_t i = 0; i < filters.size(); ++i)
      filters[i] == "--skip" ? skips.push_back(filters[++i]) : selections.push_back(filters[i]);
    const auto any = [](const strings& literals, const std::string& name) {
      return std::any_of(literals.begin(), literals.end(),
                         [&](const auto& piece) { return name.find(piece) != std::string::npos; });
    };
    for (const auto& name : all)
      if (any(selections, name) && !any(skips, name)) out.push_back(name);
    return out;
  };
  for (const auto& one : all)
    BOOST_TEST(runs(doc_filters({one}, all)) == strings{one}, boost::test_tools::per_element());
  for (const auto& filter : doc_filters({all[1], all[3]}, all))
    BOOST_TEST(filter.find(' ') == std::string::npos);
  for (const auto& one : all) BOOST_TEST(count_doc_others(doc_filters({one}, all), {one}, all) == 0U);
  BOOST_TEST(count_doc_others({"add", "--skip", "other"}, {all[1]}, all) == 1U);
  BOOST_TEST(count_doc_others({}, {all[1]}, all) == 3U);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(rust_steps)

BOOST_AUTO_TEST_CASE(a_build_that_works_runs_all_in_one_command) {
  const auto all = job();
  BOOST_TEST(build_arguments(all) == (strings{"test", "--no-run", "--message-format=json", "--workspace"}),
             boost::test_tools::per_element());
  const auto outcome = build_outcome(
      all, true, {built("a", "lib", "a", false), built("a", "lib", "a"), built("a", "bin", "tool", false)},
      {}, "");
  BOOST_TEST(outcome.tests.size() == 1U);
  BOOST_TEST(outcome.programs == strings{"/t/bin-tool"}, boost::test_tools::per_element());
  BOOST_TEST(outcome.doc_tests.size() == 1U);
  BOOST_TEST(outcome.problems.empty());
  BOOST_CHECK((test_commands(all, true, outcome) ==
               std::vector<strings>{{"test", "--no-fail-fast", "--workspace", "--tests"}}));
}

// A package that another's build script uses is compiled otherwise when only tests are asked for, and has another name then.
BOOST_AUTO_TEST_CASE(where_there_are_build_scripts_the_tests_are_built_as_they_run) {
  auto all = job();
  auto script = built("a", "custom-build", "build-script-build", false);
  script.manifest = all.root + "/a/Cargo.toml";
  BOOST_TEST(tests_build_arguments(all, {built("a", "lib", "a")}).empty());
  BOOST_TEST(tests_build_arguments(all, {script}) ==
                 (strings{"test", "--no-run", "--message-format=json", "--workspace", "--tests"}),
             boost::test_tools::per_element());
  script.manifest = "/elsewhere/Cargo.toml";
  BOOST_TEST(tests_build_arguments(all, {script}).empty());
}

BOOST_AUTO_TEST_CASE(kinds_of_targets_are_for_cargo_to_resolve) {
  auto all = job();
  all.kinds = {"--lib", "--examples"};
  BOOST_TEST(build_arguments(all) ==
                 (strings{"test", "--no-run", "--message-format=json", "--workspace", "--lib", "--examples"}),
             boost::test_tools::per_element());
  const auto outcome = build_outcome(all, true, {built("a", "lib", "a")}, {}, "");
  BOOST_CHECK((test_commands(all, true, outcome) ==
               std::vector<strings>{{"test", "--no-fail-fast", "--workspace", "--lib", "--examples"}}));
  BOOST_TEST(rescue_commands(all).size() == 4U);  // one for each target
}

BOOST_AUTO_TEST_CASE(an_example_that_did_not_compile_is_not_awaited) {
  const auto all = job();
  std::vector<rerun_test> wanted(4);
  wanted[0].id = {"a::example/tour", ""};
  wanted[1].id = {"a::api", ""};
  wanted[2].id = {"a::gone", ""};
  wanted[3].id = {"a::example/tour", "x"};
  const auto left = awaited(wanted, all.targets);
  BOOST_REQUIRE(left.size() == 3u);
  BOOST_TEST(left[0].id.group == "a::api");
}

BOOST_AUTO_TEST_CASE(a_rerun_builds_only_what_it_runs) {
  auto some = job();
  some.everything = false;
  for (auto& one : some.targets) one.chosen = {};
  some.targets[1].chosen.names = {"x"};
  BOOST_TEST(build_arguments(some) ==
                 (strings{"test", "--no-run", "--message-format=json", "-p", "a@0.1.0", "--test", "api"}),
             boost::test_tools::per_element());
  const auto outcome = build_outcome(some, true, {built("a", "test", "api")}, {}, "");
  BOOST_CHECK((test_commands(some, true, outcome) ==
               std::vector<strings>{{"test", "--no-fail-fast", "-p", "a@0.1.0", "--test", "api"}}));
  auto both = some;
  both.targets[3].chosen.whole = true;
  const strings of_both{"-p", "a@0.1.0", "-p", "b@0.1.0", "--lib", "--test", "api"};
  auto build = build_arguments(both), run = test_commands(both, true, outcome).at(0);
  build.erase(build.begin(), build.begin() + 3);
  run.erase(run.begin(), run.begin() + 2);
  BOOST_TEST(build == of_both, boost::test_tools::per_element());
  BOOST_TEST(run == of_both, boost::test_tools::per_element());
  some.targets[1].chosen = {};
  BOOST_TEST(build_arguments(some).empty());
  some.targets[4].chosen.whole = true;
  BOOST_TEST(build_arguments(some) == (strings{"build", "--lib", "--message-format=json", "-p", "a@0.1.0"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_target_that_does_not_compile_stops_only_itself) {
  const auto all = job();
  const auto outcome = build_outcome(all, false,
                                     {built("a", "lib", "a", false), built("a", "lib", "a"),
                                      built("a", "bin", "tool"), built("b", "lib", "b")},
                                     {error("a", "test", "api")}, "");
  BOOST_REQUIRE(outcome.problems.size() == 1U);
  BOOST_TEST(outcome.problems[0].group == "a::api");
  BOOST_TEST(outcome.problems[0].why.also_failed.empty());
  BOOST_TEST(outcome.doc_tests.size() == 1U);
  BOOST_CHECK((test_commands(all, false, outcome) ==
               std::vector<strings>{{"test", "--no-fail-fast", "-p", "a@0.1.0", "--bin", "tool", "--lib"},
                                    {"test", "--no-fail-fast", "-p", "b@0.1.0", "--lib"}}));
}

BOOST_AUTO_TEST_CASE(a_cargo_that_stops_at_the_first_error_builds_one_target_at_a_time) {
  auto all = job();
  all.version = "1.74.0";
  const strings build{"build", "--tests", "--keep-going", "--message-format=json", "-p"};
  const auto rescue = rescue_commands(all);
  BOOST_REQUIRE_EQUAL(rescue.size(), 2U);  // what `cargo test -p` will run
  for (const auto& [command, package] : {std::pair{rescue[0], "a@0.1.0"}, {rescue[1], "b@0.1.0"}}) {
    auto expected = build;
    expected.emplace_back(package);
    BOOST_TEST(command == expected, boost::test_tools::per_element());
  }
  all.version = "1.73.0";
  const auto commands = rescue_commands(all);
  BOOST_REQUIRE(commands.size() == 4U);
  BOOST_TEST(
      commands[1] == (strings{"test", "--no-run", "--message-format=json", "-p", "a@0.1.0", "--test", "api"}),
      boost::test_tools::per_element());
  BOOST_TEST(cargo_minor("1.63.0-nightly") == 63);
  BOOST_TEST(cargo_minor("2.0.0") > 1000);
}

BOOST_AUTO_TEST_CASE(a_broken_library_answers_for_what_needs_it) {
  const auto outcome = build_outcome(job(), false, {built("b", "lib", "b")},
                                     {error("b", "bench", "slow"), error("a", "lib", "a")}, "");
  BOOST_REQUIRE(outcome.problems.size() == 2U);
  BOOST_TEST(outcome.problems[0].group == "b::bench/slow");
  BOOST_TEST(outcome.problems[1].group == "a");
  BOOST_TEST(outcome.problems[1].why.also_failed == (strings{"a::api", "a::bin/tool", "a (doc)"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_source_that_targets_have_in_common_is_wrong_once) {
  auto first = error("a", "test", "api"), second = error("a", "bin", "tool");
  second.where = first.where = {"/w/a/tests/common/mod.rs", 7};
  const auto outcome = build_outcome(
      job(), false, {built("a", "lib", "a", false), built("a", "lib", "a"), built("b", "lib", "b")},
      {first, second}, "");
  BOOST_REQUIRE(outcome.problems.size() == 1U);
  BOOST_TEST(outcome.problems[0].group == "a::api");
  BOOST_TEST(outcome.problems[0].why.also_failed == strings{"a::bin/tool"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_cargo_leaves_out_for_want_of_features_is_said) {
  auto all = job();
  all.targets[1].needs = {"net", "tls"};
  const std::vector<built_artifact> made{built("a", "lib", "a"), built("a", "bin", "tool"),
                                         built("b", "lib", "b")};
  const auto outcome = build_outcome(all, true, made, {}, "");
  BOOST_TEST(outcome.problems.empty());
  BOOST_TEST(left_out_note(outcome.left_out) ==
             "Left out, as by cargo itself: a::api needs the features net,tls.");
  const auto red = build_outcome(all, false, made, {error("b", "test", "x")}, "");
  BOOST_REQUIRE(red.problems.size() == 1U);
  BOOST_TEST(red.problems[0].why.also_failed.empty());
  BOOST_TEST(red.left_out.size() == 1U);
  auto with_feature = made;
  with_feature.push_back(built("a", "test", "api"));
  BOOST_TEST(left_out_note(build_outcome(all, true, with_feature, {}, "").left_out).empty());
}

BOOST_AUTO_TEST_CASE(a_target_that_cargo_refuses_is_found_by_its_name) {
  const auto refused = read_unavailable(
      "   Updating x\nerror: target `api` in package `a` requires the features: `net`, `tls`\nConsider "
      "enabling "
      "them by passing, e.g., `--features=\"net tls\"`\n");
  BOOST_REQUIRE(refused.has_value());
  BOOST_TEST(refused->why ==
             "target `api` in package `a` requires the features: `net`, `tls`; it was not built");
  auto all = job();
  BOOST_TEST(find_unavailable(all, *refused) == &all.targets[1]);
  all.targets[1].chosen = {};
  BOOST_TEST(find_unavailable(all, *refused) == nullptr);
  BOOST_TEST(!read_unavailable("error: could not compile `a` (lib)\n").has_value());
}

BOOST_AUTO_TEST_CASE(an_error_of_cargo_itself_is_told_in_its_words) {
  const auto outcome = build_outcome(job(), false, {}, {}, "error: no matching package named `x` found\n");
  BOOST_REQUIRE(outcome.problems.size() == 1U);
  BOOST_TEST(outcome.problems[0].group == "cargo");
  BOOST_TEST(outcome.problems[0].why.message == "no matching package named `x` found");
}

BOOST_AUTO_TEST_CASE(a_build_script_that_fails_stops_only_its_package) {
  const auto outcome = build_outcome(
      job(), false, {built("b", "lib", "b")}, {},
      "   Compiling a v0.1.0 (/w/a)\nerror: failed to run custom build command for `a v0.1.0 (/w/a)`\n\n"
      "Caused by:\n  --- stderr\n  no header\nwarning: build failed, waiting for other jobs to finish...\n");
  BOOST_REQUIRE(outcome.problems.size() == 1U);
  BOOST_TEST(outcome.problems[0].group == "a");
  BOOST_TEST(
      outcome.problems[0].why.message ==
      "failed to run custom build command for `a v0.1.0 (/w/a)`\n\nCaused by:\n  --- stderr\n  no header");
  BOOST_TEST(outcome.problems[0].why.also_failed.front() == "a::api");
  BOOST_TEST(outcome.tests.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_build_script_that_panics_has_its_line) {
  const std::string said =
      " v0.1.0 (/w/a)`\n\nCaused by:\n  --- stderr\n\n  thread 'main' (29974) panicked at build.rs:2:46:\n"
      "  table: NotFound\n  stack backtrace:\n     0: core::panicking::panic_fmt\n"
      "               at /rustc/5980/library/core/src/panicking.rs:80:14\n";
  const auto outcome = [&](const std::string& package) {
    const auto text = "error: failed to run custom build command for `" + package + said;
    return build_outcome(job(), false, {}, {}, text).problems.at(0).why.where;
  };
  BOOST_TEST((outcome("a") == location{"/w/build.rs", 2}));
  BOOST_TEST(outcome("of_another").file.empty());
}

BOOST_AUTO_TEST_CASE(a_job_and_a_session_come_back_as_they_were) {
  auto all = job();
  all.runner = {"env", "A=b c"};
  all.measuring = {"-Ca", "-Cb"};
  all.live_profiles = true;
  all.targets[1].needs = {"net"};
  all.targets[0].chosen = {false, {"日本語", "a\"b"}, {{block_name{strings{"a::", "::b"}}, true, 3, 7}}};
  const auto again = read_job(write_job(all));
  BOOST_REQUIRE(again.has_value());
  BOOST_TEST(write_job(*again) == write_job(all));
  BOOST_CHECK((again->targets[0].chosen == all.targets[0].chosen));
  cargo_session session;
  session.events = "/s/events";
  session.live_profiles = true;
  session.programs = {"/t/tool"};
  session.binaries["/t/a"] = {"a", "a", "/w/a/src/lib.rs", false, {false, {"x"}}, "/s/0"};
  const auto read = read_session(write_session(session));
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(write_session(*read) == write_session(session));
  BOOST_TEST(!read_job("[]").has_value());
  BOOST_TEST(!read_session("{").has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::rust
