#include "parsers/languages/rust/language.hpp"
#include "parsers/languages/rust/job.hpp"
#include "tests/support/run_targets.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::rust {
namespace {

using strings = std::vector<std::string>;

constexpr const char* rustc_said =
    "rustc 1.95.0\nbinary: rustc\nhost: x86_64-unknown-linux-gnu\nrelease: 1.95.0\nLLVM version: 22.1.2\n";
constexpr const char* one_package = R"({"workspace_root":"/w","target_directory":"/w/target","packages":[
  {"name":"a","version":"0.1.0","manifest_path":"/w/Cargo.toml","targets":[
    {"kind":["lib"],"name":"a","src_path":"/w/src/lib.rs","test":true,"doctest":true},
    {"kind":["test"],"name":"api","src_path":"/w/tests/api.rs","test":true}]}]})";

plan_request request() {
  plan_request out;
  out.root = "/w";
  out.scratch = "/s";
  out.self = "/opt/covey";
  out.environment = {{"PATH", "/usr/bin:/usr/bin:relative"}, {"HOME", "/h"}};
  return out;
}

probe_answer said(std::string out, int code = 0) {
  probe_answer answer;
  answer.exit_code = code;
  answer.out = std::move(out);
  return answer;
}

std::string variable(const command& of, std::string_view name) {
  for (const auto& [key, value] : of.set_env)
    if (key == name) return value;
  return {};
}

// A planner that is asked and answered by hand.
struct conversation {
  explicit conversation(plan_request about) : planner(language_definition.plan(std::move(about))) {}

  conversation& expect(const strings& argv, probe_answer reply) {
    auto step = planner->next();
    BOOST_REQUIRE(std::holds_alternative<command>(step));
    BOOST_TEST(std::get<command>(step).argv == argv, boost::test_tools::per_element());
    BOOST_TEST(variable(std::get<command>(step), "RUSTUP_AUTO_INSTALL") == "0");
    planner->answer(std::move(reply));
    return *this;
  }

  // The manifests and configurations; then the folders with tools.
  conversation& expect_looks(std::size_t count, const strings& tools, const std::string& manifest = {}) {
    auto step = planner->next();
    BOOST_REQUIRE(std::holds_alternative<path_request>(step));
    BOOST_TEST(std::get<path_request>(step).paths.size() == count);
    path_states seen(count);
    if (!seen.empty()) seen[0].text = manifest;
    planner->answer(std::move(seen));
    step = planner->next();
    BOOST_REQUIRE(std::holds_alternative<path_request>(step));
    BOOST_TEST(std::get<path_request>(step).paths ==
                   (strings{"/rust/lib/rustlib/x86_64-unknown-linux-gnu/bin", "/usr/bin",
                            "/rust/lib/rustlib/x86_64-unknown-linux-gnu/lib"}),
               boost::test_tools::per_element());
    seen.assign(3, {});
    seen[1].entries = tools;
    seen[2].entries = libraries;
    planner->answer(std::move(seen));
    return *this;
  }

  run_plan plan() {
    auto step = planner->next();
    BOOST_REQUIRE(std::holds_alternative<run_plan>(step));
    return std::get<run_plan>(std::move(step));
  }

  std::unique_ptr<parsers::planner> planner;
  strings libraries;  // of the toolchain
};

conversation asked(plan_request about, const strings& tools, const std::string& manifest = {},
                   const strings& libraries = {"libprofiler_builtins-5f2.rlib"}) {
  conversation talk{std::move(about)};
  talk.libraries = libraries;
  talk.expect({"rustc", "--print", "sysroot"}, said("/rust\n"))
      .expect({"rustc", "-vV"}, said(rustc_said))
      .expect({"cargo", "-V"}, said("cargo 1.95.0 (f2d3ce0bd 2026-03-21)\n"))
      .expect({"cargo", "metadata", "--no-deps", "--format-version", "1"}, said(one_package))
      .expect_looks(7, tools, manifest);
  return talk;
}

cargo_job job_in(const run_plan& plan) {
  BOOST_REQUIRE(plan.files.size() == 1U);
  const auto job = read_job(plan.files[0].text);
  BOOST_REQUIRE(job.has_value());
  return *job;
}

BOOST_AUTO_TEST_SUITE(rust_plan)

BOOST_AUTO_TEST_CASE(the_whole_suite_is_a_job_and_its_measurement) {
  const auto plan = asked(request(), {"llvm-cov-22", "llvm-profdata-22"}).plan();
  BOOST_REQUIRE(plan.commands.size() == 2U);
  BOOST_TEST(plan.commands[0].argv == (strings{"/opt/covey", "__cargo-test", "/s/cargo/job.json"}),
             boost::test_tools::per_element());
  BOOST_TEST(job_in(plan).target_dir == "/w/target");
  BOOST_TEST(job_in(plan).profiles == "/s/profiles");
  BOOST_TEST(variable(plan.commands[0], "INSTA_UPDATE") == "no");
  for (const auto* of_the_tests : {"CI", "NO_COLOR", "TERM"})
    BOOST_TEST(variable(plan.commands[0], of_the_tests) == "");
  BOOST_TEST(variable(plan.commands[0], "RUSTUP_AUTO_INSTALL") == "0");
  BOOST_TEST(plan.commands[1].argv == (strings{"/opt/covey", "__llvm-coverage", "/s/cargo", "/s/coverage",
                                               "^/rustc/|/registry/src/|/git/checkouts/|^/w/target/",
                                               "/usr/bin/llvm-profdata-22", "/usr/bin/llvm-cov-22"}),
             boost::test_tools::per_element());
  BOOST_CHECK(plan.commands[1].role == command_role::coverage);
  BOOST_TEST(plan.events == "/s/events");
  BOOST_TEST(plan.coverage_dir == "/s/coverage");
  BOOST_TEST((plan.make_collector() != nullptr));
  const auto job = job_in(plan);
  BOOST_TEST(job.packages == strings{"--workspace"}, boost::test_tools::per_element());
  BOOST_TEST(job.version == "1.95.0");
  BOOST_REQUIRE(job.targets.size() == 3U);
  BOOST_TEST(job.targets[1].group == "a::api");
  BOOST_TEST(job.targets[1].chosen.whole);
  BOOST_TEST(job.targets[2].group == "a (doc)");
  BOOST_REQUIRE(plan.decisions.size() == 3U);
  BOOST_TEST(plan.decisions[0].chosen == "rustc 1.95.0");
  BOOST_TEST(plan.decisions[2].chosen == "/usr/bin/llvm-cov-22");
}

BOOST_AUTO_TEST_CASE(without_coverage_the_users_own_builds_are_used) {
  auto about = request();
  about.coverage = false;
  const auto plan = asked(about, {"llvm-cov-22", "llvm-profdata-22"}).plan();
  BOOST_TEST(plan.commands.size() == 1U);
  BOOST_TEST(!plan.make_collector);
  BOOST_TEST(job_in(plan).profiles.empty());
  BOOST_TEST(plan.notes.empty());
}

BOOST_AUTO_TEST_CASE(without_llvm_there_is_no_coverage_and_a_remedy) {
  const auto plan = asked(request(), {"llvm-profdata-22"}).plan();
  BOOST_TEST(plan.commands.size() == 1U);
  BOOST_REQUIRE(plan.notes.size() == 1U);
  BOOST_TEST(plan.notes[0].find("rustup component add llvm-tools") != std::string::npos);
  BOOST_TEST(plan.decisions[2].chosen == "none");
}

// Debian 12's is such a Rust: `-C instrument-coverage` fails there with E0463.
BOOST_AUTO_TEST_CASE(a_rust_without_the_profiler_runtime_is_not_instrumented) {
  const auto plan = asked(request(), {"llvm-cov-14", "llvm-profdata-14"}, {}, {"libstd-a5a.rlib"}).plan();
  BOOST_TEST(plan.commands.size() == 1U);
  BOOST_TEST(!plan.make_collector);
  BOOST_REQUIRE(plan.notes.size() == 1U);
  BOOST_TEST(plan.notes[0].find("profiler runtime") != std::string::npos);
  BOOST_TEST(plan.decisions[2].chosen == "none");
}

BOOST_AUTO_TEST_CASE(a_rerun_names_its_tests) {
  auto about = request();
  testing::rerun_set_in(about.target).emplace_back().id = {"a::api", "works", " "};
  const auto job = job_in(asked(about, {}, "[[test]]\nname = \"api\"\nharness = false\n").plan());
  BOOST_TEST(!job.everything);
  BOOST_TEST(job.targets[0].chosen.empty());
  BOOST_CHECK((job.targets[1].chosen == chosen_tests{false, {"works"}}));
  BOOST_TEST(!job.targets[1].harness);
}

// Measured, the run would say that all its test processes were cut short.
BOOST_AUTO_TEST_CASE(examples_alone_are_not_measured) {
  auto about = request();
  testing::rerun_set_in(about.target).emplace_back().id = {"a (doc)", "src/lib.rs - adds (line 3)", " "};
  const auto plan = asked(about, {"llvm-cov-22", "llvm-profdata-22"}).plan();
  BOOST_TEST(plan.commands.size() == 1U);
  BOOST_TEST(!plan.make_collector);
  BOOST_TEST(job_in(plan).profiles.empty());
  BOOST_REQUIRE(plan.notes.size() == 1U);
  BOOST_TEST(plan.notes[0].find("examples in documentation") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_selected_module_is_looked_for_in_the_main_files) {
  auto about = request();
  test_block block;
  block.label = "adds";
  block.path = {block_name{"adds"}};
  block.line_start = block.line_end = 3;
  about.target = run_selected{{{"src/sums.rs", false, {block}}, {"tests/api.rs", true, {}}}};
  conversation talk{about};
  talk.libraries = {"libprofiler_builtins-5f2.rlib"};
  talk.expect({"rustc", "--print", "sysroot"}, said("/rust\n"))
      .expect({"rustc", "-vV"}, said(rustc_said))
      .expect({"cargo", "-V"}, said("cargo 1.95.0 (f2d3ce0bd 2026-03-21)\n"))
      .expect({"cargo", "metadata", "--no-deps", "--format-version", "1"}, said(one_package));
  auto step = talk.planner->next();
  BOOST_REQUIRE(std::holds_alternative<path_request>(step));
  talk.planner->answer(path_states(7));
  step = talk.planner->next();
  BOOST_REQUIRE(std::holds_alternative<path_request>(step));
  BOOST_TEST(std::get<path_request>(step).paths == strings{"/w/src/lib.rs"},
             boost::test_tools::per_element());
  talk.planner->answer(path_states{{path_state::kind_type::file, "mod sums;", {}}});
  step = talk.planner->next();
  BOOST_REQUIRE(std::holds_alternative<path_request>(step));
  talk.planner->answer(path_states(3));
  const auto plan = talk.plan();
  const auto job = job_in(plan);
  BOOST_TEST(!job.everything);
  BOOST_CHECK(
      (job.targets[0].chosen.patterns == std::vector<test_pattern>{{block_name{"sums::adds"}, false, 3, 3}}));
  BOOST_TEST(job.targets[1].chosen.whole);
  BOOST_TEST(job.targets[2].chosen.empty());
  BOOST_REQUIRE(plan.selected.size() == 2U);
  BOOST_TEST(plan.selected[0].front().group == "a");
  BOOST_TEST(plan.selected[1].front().group == "a::api");
}

BOOST_AUTO_TEST_CASE(a_workspace_that_cargo_cannot_read_is_no_refusal) {
  conversation talk{request()};
  talk.expect({"rustc", "--print", "sysroot"}, said("/rust\n"))
      .expect({"rustc", "-vV"}, said(rustc_said))
      .expect({"cargo", "-V"}, said("cargo 1.95.0\n"))
      .expect({"cargo", "metadata", "--no-deps", "--format-version", "1"}, said("", 101))
      .expect_looks(6, {});
  const auto plan = talk.plan();
  BOOST_TEST(plan.notes.front() == "`cargo metadata` failed with exit code 101; planned without its answer.");
  BOOST_TEST(job_in(plan).root == "/w");
}

BOOST_AUTO_TEST_CASE(without_a_toolchain_there_is_nothing_to_run) {
  probe_answer absent;
  absent.found = false;
  conversation talk{request()};
  talk.expect({"rustc", "--print", "sysroot"}, absent).expect({"rustc", "-vV"}, absent);
  auto step = talk.planner->next();
  BOOST_REQUIRE(std::holds_alternative<plan_refusal>(step));
  BOOST_TEST(std::get<plan_refusal>(step).reason.find("rustup.rs") != std::string::npos);
  auto broken = said("", 1);
  broken.err = "info: syncing\nerror: toolchain '1.2.3' is not installed\nhelp: …\n";
  conversation other{request()};
  other.expect({"rustc", "--print", "sysroot"}, broken).expect({"rustc", "-vV"}, broken);
  step = other.planner->next();
  BOOST_REQUIRE(std::holds_alternative<plan_refusal>(step));
  BOOST_TEST(
      std::get<plan_refusal>(step).reason ==
      "`rustc -vV` failed with exit code 1: error: toolchain '1.2.3' is not installed; `rustup toolchain "
      "install`, called in the project's folder, installs what it asks for");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::rust
