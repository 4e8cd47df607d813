#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/go/language.hpp"
#include "parsers/languages/go/packages.hpp"
#include "tests/support/run_targets.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

namespace covey::parsers::languages::go {
namespace {

using namespace std::chrono_literals;
using strings = std::vector<std::string>;

constexpr const char* go_1_26 = "go1.26.8\n\n\nlinux\nlinux\namd64\namd64\n";
constexpr const char* two_packages = "m/a\t/w/a\ta.go/a_test.go\t1\t0\nm/b\t/w/b\tb.go/b_test.go\t1\t0\n";
const strings env_probe{"go",       "env",    "GOVERSION",  "GOWORK",   "GOFLAGS", "GOOS",
                        "GOHOSTOS", "GOARCH", "GOHOSTARCH", "GOTMPDIR", "GOROOT",  "GOMODCACHE"};

plan_request request() {
  plan_request out;
  out.root = "/w";
  out.scratch = "/s";
  out.self = "/opt/covey";
  out.timeout = 300s;
  return out;
}

plan_request rerun(std::initializer_list<test_id> tests) {
  auto out = request();
  auto& tests_again = testing::rerun_set_in(out.target);
  for (const auto& id : tests) tests_again.emplace_back().id = id;
  return out;
}

plan_request selected(std::vector<file_selection> selections) {
  auto out = request();
  out.coverage = false;
  out.target = run_selected{std::move(selections)};
  return out;
}

file_selection selection_of(const std::string& file, const std::string& test) {
  test_block block;
  block.label = test;
  block.path = {block_name{test}};
  return {file, false, {block}};
}

// The command line of `go test` itself, behind `covey __go-test`.
strings go_test_of(const command& whole) {
  const auto mark = std::ranges::find(whole.argv.rbegin(), whole.argv.rend(), "--");
  return {mark.base(), whole.argv.end()};
}

// A planner that is asked and answered by hand.
struct conversation {
  explicit conversation(plan_request about) : planner(language_definition.plan(std::move(about))) {}

  conversation& expect(const strings& argv, probe_answer reply) {
    auto step = next();
    BOOST_REQUIRE(std::holds_alternative<command>(step));
    BOOST_TEST(std::get<command>(step).argv == argv, boost::test_tools::per_element());
    BOOST_TEST(std::get<command>(step).cwd == "/w");
    planner->answer(reply);
    return *this;
  }

  conversation& expect_list(const strings& patterns, probe_answer reply) {
    strings argv{"go", "list", "-e", "-test", "-f", package_list::list_format()};
    argv.insert(argv.end(), patterns.begin(), patterns.end());
    return expect(argv, std::move(reply));
  }

  // The sources of the tests, which change no plan, are not there.
  plan_step next() {
    auto step = planner->next();
    const auto* asked = std::get_if<path_request>(&step);
    if (asked == nullptr || asked->paths.empty() || !asked->paths.front().ends_with(".go")) return step;
    planner->answer(path_states(asked->paths.size()));
    return planner->next();
  }

  run_plan plan() {
    auto step = next();
    BOOST_REQUIRE(std::holds_alternative<run_plan>(step));
    return std::get<run_plan>(std::move(step));
  }

  std::unique_ptr<parsers::planner> planner;
};

BOOST_AUTO_TEST_SUITE(go_plan)

BOOST_AUTO_TEST_CASE(go_is_in_the_catalogue) {
  BOOST_REQUIRE(!all_languages().empty());
  BOOST_TEST(all_languages().front() == &language_definition);
  BOOST_TEST(find_language("go") == &language_definition);
  BOOST_TEST(find_language("Go") == nullptr);
  BOOST_TEST(find_language("") == nullptr);
}

BOOST_AUTO_TEST_CASE(the_whole_suite_is_one_command_with_coverage_across_packages) {
  conversation talk{request()};
  talk.expect(env_probe, {0, go_1_26, ""}).expect_list({"./..."}, {0, two_packages, ""});
  const auto plan = talk.plan();
  BOOST_REQUIRE(plan.commands.size() == 1U);
  BOOST_TEST(
      go_test_of(plan.commands[0]) == (strings{"go", "test", "-json", "-count=1", "-timeout=295s",
                                               "-fullpath", "-coverprofile=/s/profiles/merged-0.out",
                                               "-coverpkg=./...", "-exec=/opt/covey __go-exec", "./..."}),
      boost::test_tools::per_element());
  BOOST_TEST(plan.commands[0].cwd == "/w");
  BOOST_CHECK((plan.commands[0].set_env ==
               std::vector<std::pair<std::string, std::string>>{
                   {"PWD", "/w"}, {"GOTMPDIR", "/s"}, {"COVEY_GO_PROFILES", "/s/profiles"}}));
  BOOST_TEST(plan.notes.empty());
  BOOST_TEST(plan.folders == strings{"/s/profiles"}, boost::test_tools::per_element());
  BOOST_TEST(plan.coverage_dir == "/s/profiles");
  BOOST_CHECK(plan.own_timeout == 295s);
  BOOST_TEST((plan.make_parser() != nullptr));
  BOOST_TEST((plan.make_collector() != nullptr));
}

// What compiles for minutes is part of the run, where its time-out is told and a cancel reaches it.
BOOST_AUTO_TEST_CASE(the_run_itself_finds_out_what_compiles_and_no_question_does) {
  conversation talk{rerun({{"m/b", ""}, {"m/a", "TestX"}})};
  talk.expect(env_probe, {0, go_1_26, ""}).expect_list({"./..."}, {0, two_packages, ""});
  const auto plan = talk.plan();
  BOOST_REQUIRE(plan.commands.size() == 2U);
  for (const auto& one : plan.commands) {
    const strings before{one.argv.begin(),
                         std::ranges::find(one.argv.rbegin(), one.argv.rend(), "--").base()};
    BOOST_TEST(
        before == (strings{"/opt/covey", "__go-test", "/s/built", "--", "go", "list", "-e", "-export",
                           "-cover", "-coverpkg=./...", "-f",
                           "{{if or .GoFiles .CgoFiles .InvalidGoFiles}}{{if .Export}}+{{else}}-{{end}}"
                           "{{.ImportPath}}{{end}}",
                           "m/b", "m/a", "--"}),
        boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(without_coverage_nothing_of_it_is_left) {
  auto about = request();
  about.coverage = false;
  conversation talk{about};
  talk.expect(env_probe, {0, go_1_26, ""}).expect_list({"./..."}, {0, two_packages, ""});
  const auto plan = talk.plan();
  BOOST_TEST(go_test_of(plan.commands.at(0)) == (strings{"go", "test", "-json", "-count=1", "-timeout=295s",
                                                         "-fullpath", "-exec=/opt/covey __go-exec", "./..."}),
             boost::test_tools::per_element());
  BOOST_TEST(plan.commands[0].set_env.size() == 2U);
  BOOST_TEST(!plan.make_collector);
  BOOST_TEST(plan.coverage_dir.empty());
  BOOST_TEST(plan.folders.empty());
}

BOOST_AUTO_TEST_CASE(go_1_19_gets_no_flag_that_it_does_not_know) {
  conversation talk{request()};
  talk.expect(env_probe, {0, "go1.19.8\n\n\nlinux\nlinux\namd64\namd64\n", ""})
      .expect_list({"./..."}, {0, two_packages, ""});
  const auto plan = talk.plan();
  BOOST_TEST(go_test_of(plan.commands.at(0)) ==
                 (strings{"go", "test", "-json", "-count=1", "-timeout=295s",
                          "-coverprofile=/s/profiles/merged-0.out", "-exec=/opt/covey __go-exec", "./..."}),
             boost::test_tools::per_element());
  BOOST_TEST(plan.notes.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_users_own_work_folder_stays) {
  for (const std::string own : {"", "/fast"}) {
    conversation talk{request()};
    talk.expect(env_probe, {0, go_1_26 + own + "\n", ""}).expect_list({"./..."}, {0, two_packages, ""});
    const auto plan = talk.plan();
    bool set = false;
    for (const auto& [name, value] : plan.commands.at(0).set_env) set = set || name == "GOTMPDIR";
    BOOST_TEST(set == own.empty());
  }
}

// What a planner is told of the sources of package m/a: it runs specs of Ginkgo's.
run_plan plan_with_specs(plan_request about, const char* environment) {
  about.coverage = false;
  conversation talk{std::move(about)};
  talk.expect(env_probe, {0, environment, ""}).expect_list({"./..."}, {0, two_packages, ""});
  auto step = talk.planner->next();
  BOOST_REQUIRE(std::holds_alternative<path_request>(step));
  path_states seen(std::get<path_request>(step).paths.size());
  seen.at(0) = {path_state::kind_type::file,
                "package a\nimport . \"github.com/onsi/ginkgo/v2\"\nfunc TestOther(t *testing.T) {}\n"
                "func TestCart(t *testing.T) { RunSpecs(t, \"Cart\") }\n",
                {}};
  talk.planner->answer(std::move(seen));
  return talk.plan();
}

BOOST_AUTO_TEST_CASE(ginkgos_specs_have_a_channel_and_are_chosen_by_focus) {
  const auto all = plan_with_specs(request(), go_1_26);
  BOOST_TEST(all.events == "/s/events");
  const auto again = plan_with_specs(rerun({{"m/a", "TestCart/Cart/adds"}}), go_1_26);
  BOOST_REQUIRE(again.commands.size() == 1U);
  const auto& environment = again.commands[0].set_env;
  const std::pair<std::string, std::string> focus{"COVEY_GO_FOCUS", "(^| )(?:Cart[ /]adds)( |$)"};
  BOOST_TEST((std::ranges::find(environment, focus) != environment.end()));
  BOOST_TEST((std::ranges::find(again.commands[0].argv, "-run=^TestCart$") != again.commands[0].argv.end()));
}

BOOST_AUTO_TEST_CASE(specs_behind_another_exec_are_one_test_and_a_note_says_so) {
  const auto plan = plan_with_specs(request(), "go1.26.8\n\n-exec=wine\nlinux\nlinux\namd64\namd64\n");
  BOOST_REQUIRE(!plan.notes.empty());
  BOOST_TEST(plan.notes.back().ends_with("the specs of each package are one test."));
}

BOOST_AUTO_TEST_CASE(a_users_own_exec_stays) {
  conversation talk{request()};
  talk.expect(env_probe, {0, "go1.26.8\n\n-exec=sudo\nlinux\nlinux\namd64\namd64\n", ""})
      .expect_list({"./..."}, {0, two_packages, ""});
  const auto plan = talk.plan();
  for (const auto& argument : go_test_of(plan.commands.at(0)))
    BOOST_TEST(argument.find("-exec") == std::string::npos);
  BOOST_REQUIRE(plan.notes.size() == 1U);
  BOOST_TEST(plan.notes[0].find("started by another -exec") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_workspace_is_asked_for_its_modules) {
  conversation talk{request()};
  talk.expect(env_probe, {0, "go1.26.8\n/w/go.work\n\nlinux\nlinux\namd64\namd64\n", ""})
      .expect({"go", "list", "-m", "-f", "{{.Dir}}"}, {0, "/w/a\n/other\n", ""})
      .expect_list({"./a/...", "../other/..."}, {0, two_packages, ""});
  const auto argv = go_test_of(talk.plan().commands.at(0));
  BOOST_TEST(strings(argv.end() - 2, argv.end()) == (strings{"./a/...", "../other/..."}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(questions_that_fail_are_no_refusal) {
  conversation talk{request()};
  talk.expect(env_probe, {1, "", "go: cannot find GOROOT\n"})
      .expect_list({"./..."}, {1, "", "go: errors in go.mod\n"});
  const auto plan = talk.plan();
  BOOST_TEST(go_test_of(plan.commands.at(0)) ==
                 (strings{"go", "test", "-json", "-count=1", "-timeout=295s",
                          "-coverprofile=/s/profiles/merged-0.out", "-exec=/opt/covey __go-exec", "./..."}),
             boost::test_tools::per_element());
  BOOST_TEST(plan.notes == (strings{"go env failed with exit code 1; planned without its answer.",
                                    "go list failed with exit code 1; planned without its answer."}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(without_go_there_is_no_plan) {
  conversation talk{request()};
  talk.expect(env_probe, {.exit_code = 127, .out = "", .err = "", .found = false});
  const auto step = talk.next();
  BOOST_REQUIRE(std::holds_alternative<plan_refusal>(step));
  BOOST_TEST(std::get<plan_refusal>(step).reason == "go: not found on PATH");
}

BOOST_AUTO_TEST_CASE(a_rerun_is_a_command_for_each_pattern) {
  conversation talk{rerun({{"m/a", "TestT/with_space"}, {"m/b", ""}, {"m/a", "TestX"}})};
  talk.expect(env_probe, {0, go_1_26, ""}).expect_list({"./..."}, {0, two_packages, ""});
  const auto plan = talk.plan();
  BOOST_REQUIRE(plan.commands.size() == 2U);
  const strings whole{"go",
                      "test",
                      "-json",
                      "-count=1",
                      "-timeout=295s",
                      "-fullpath",
                      "-coverprofile=/s/profiles/merged-0.out",
                      "-coverpkg=./...",
                      "-exec=/opt/covey __go-exec",
                      "m/b"};
  const strings some{"go",
                     "test",
                     "-json",
                     "-count=1",
                     "-timeout=295s",
                     "-fullpath",
                     "-coverprofile=/s/profiles/merged-1.out",
                     "-coverpkg=./...",
                     "-exec=/opt/covey __go-exec",
                     "-run=^TestT$/^with_space$|^TestX$",
                     "m/a"};
  BOOST_TEST(go_test_of(plan.commands[0]) == whole, boost::test_tools::per_element());
  BOOST_TEST(go_test_of(plan.commands[1]) == some, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_failure_before_any_package_reruns_everything) {
  conversation talk{rerun({{"go", ""}, {"m/a", "TestX"}})};
  talk.expect(env_probe, {0, go_1_26, ""}).expect_list({"./..."}, {0, two_packages, ""});
  const auto plan = talk.plan();
  BOOST_REQUIRE(plan.commands.size() == 1U);
  BOOST_TEST(plan.commands[0].argv.back() == "./...");
}

BOOST_AUTO_TEST_CASE(a_rerun_of_nothing_selectable_is_refused_with_the_reason) {
  conversation talk{rerun({{"m/a", "TestT/two\nlines"}})};
  talk.expect(env_probe, {0, go_1_26, ""}).expect_list({"./..."}, {0, two_packages, ""});
  const auto step = talk.next();
  BOOST_REQUIRE(std::holds_alternative<plan_refusal>(step));
  BOOST_TEST(std::get<plan_refusal>(step).reason ==
             "The name of test TestT/two… holds a line end or NUL, which -run cannot select.");
}

BOOST_AUTO_TEST_CASE(selected_blocks_run_alone) {
  conversation talk{selected({selection_of("a/a_test.go", "TestX"), selection_of("b/b_test.go", "TestY")})};
  talk.expect(env_probe, {0, go_1_26, ""}).expect_list({"./..."}, {0, two_packages, ""});
  const auto plan = talk.plan();
  BOOST_REQUIRE(plan.commands.size() == 2U);
  BOOST_TEST(go_test_of(plan.commands[0]) ==
                 (strings{"go", "test", "-json", "-count=1", "-timeout=295s", "-fullpath",
                          "-exec=/opt/covey __go-exec", "-run=^TestX$", "m/a"}),
             boost::test_tools::per_element());
  BOOST_TEST(plan.commands[1].argv.back() == "m/b");
  BOOST_REQUIRE(plan.selected.size() == 2U);
  BOOST_REQUIRE(plan.selected[1].size() == 1U);
  BOOST_TEST(plan.selected[1][0].group == "m/b");
}

BOOST_AUTO_TEST_CASE(in_a_run_of_everything_selections_are_told_apart_only) {
  auto about = selected({selection_of("a/a_test.go", "TestX")});
  about.target = run_all{selections_of(about.target)};
  test_block unrooted;  // a suite's method: nothing has to be known of who runs it
  unrooted.label = "Cart > TestAdd";
  unrooted.path = {block_name{std::vector<std::string>{"", ""}}, block_name{"TestAdd"}};
  testing::selections_in(about.target)[0].blocks.push_back(unrooted);
  conversation talk{about};
  talk.expect(env_probe, {0, go_1_26, ""}).expect_list({"./..."}, {0, two_packages, ""});
  const auto plan = talk.plan();
  BOOST_REQUIRE(plan.commands.size() == 1U);
  BOOST_TEST(plan.commands[0].argv.back() == "./...");
  for (const auto& argument : plan.commands[0].argv) BOOST_TEST(!argument.starts_with("-run"));
  BOOST_REQUIRE(plan.selected.size() == 1U);
  BOOST_TEST(plan.selected[0].size() == 2U);
  BOOST_TEST(plan.notes.empty());
}

BOOST_AUTO_TEST_CASE(a_selected_file_of_another_module_is_refused_with_the_remedy) {
  conversation talk{selected({selection_of("tool/x_test.go", "TestX")})};
  talk.expect(env_probe, {0, go_1_26, ""}).expect_list({"./..."}, {0, two_packages, ""});
  auto step = talk.next();
  BOOST_REQUIRE(std::holds_alternative<path_request>(step));
  BOOST_TEST(std::get<path_request>(step).paths == strings{"/w/tool/go.mod"},
             boost::test_tools::per_element());
  talk.planner->answer(path_states{{path_state::kind_type::file, "module tool\n", {}}});
  step = talk.next();
  BOOST_REQUIRE(std::holds_alternative<plan_refusal>(step));
  BOOST_TEST(std::get<plan_refusal>(step).reason.find("go work use ./tool") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::go
