// Rust, end to end with the real cargo.
#include "tests/languages/common/e2e/language_fixture.hpp"
#include "tests/languages/common/e2e/outcome_table.hpp"
#include "tests/languages/rust/e2e/crates.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>

using namespace covey::testing;
namespace utf = boost::unit_test;
namespace fs = std::filesystem;

namespace {

// The first llvm-cov that covey would try, by its number: "-22"; "none" without one.
std::string llvm_suffix() {
  const auto said = said_by("rustc -vV 2>/dev/null");
  const auto at = said.find("LLVM version: ");
  if (at == std::string::npos) return "none";
  const auto major = "-" + said.substr(at + 14, said.find('.', at) - at - 14);
  return is_on_path("llvm-cov" + major) && is_on_path("llvm-profdata" + major) ? major : "none";
}

// Debian's Rust lacks the library that instrumented code is linked with.
bool can_measure() {
  return llvm_suffix() != "none" &&
         !said_by("ls \"$(rustc --print sysroot)\"/lib/rustlib/*/lib 2>/dev/null | grep profiler").empty();
}

// Asked when the test is to run, not when the tests are listed.
precondition asked_late(bool (*there)(), std::string reason) {
  return [there, reason](utf::test_unit_id id) { return needs(there(), reason)(id); };
}

struct rust_fixture : language_fixture {
  rust_fixture() {
    // What cargo leaves in its target folder is looked at by one test of its own.
    set_environment("CARGO_TARGET_DIR", outside("target"));
    set_environment("RUST_BACKTRACE", "0");
  }

  static std::vector<present_case> outcomes() {
    std::vector<present_case> out;
    for (const std::string label : {"passes", "fails_equal", "fails_text", "raises", "raises_in_source",
                                    "is_skipped", "param_1", "param_2", "param_3", "noisy", "日本語"})
      out.push_back({label, "outcomes::shop " + label});
    for (const std::string label : {"deep_passes", "deep_fails"})
      out.push_back({label, "outcomes::shop outer::inner::" + label});
    return out;
  }

  void write_package(const std::string& name, file_map files) {
    files.emplace("Cargo.toml",
                  "[package]\nname = \"" + name + "\"\nversion = \"0.1.0\"\nedition = \"2021\"\n");
    write_files(workspace(), files);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(rust, rust_fixture, *utf::precondition(needs_program("cargo")))

BOOST_AUTO_TEST_CASE(every_outcome_is_told, *utf::label("sample")) {
  use_project("rust/outcomes");
  remember_workspace();
  const auto run = run_tests();
  expect_table(run, workspace(), "outcomes", outcomes());
  for (const auto& failure : run.at("failures").as_array()) BOOST_TEST(failure.at("file") == "tests/shop.rs");
  const auto again = run_failing_tests();
  BOOST_TEST(failed_names(again) == failed_names(run), boost::test_tools::per_element());
  BOOST_TEST(counted(again) == "passed 0, failed 6, skipped 0, errors 0");
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_CASE(a_configuration_that_is_in_the_way_changes_nothing) {
  use_project("rust/outcomes");
  write_files(workspace(), {{".cargo/config.toml",
                             "[term]\nverbose = true\ncolor = \"always\"\n\n[env]\nRUST_TEST_NOCAPTURE = "
                             "\"1\"\n\n[alias]\ntest = \"build\"\n\n[build]\nrustflags = [\"--cfg\", "
                             "\"own_flag\"]\n"}});
  set_environment("RUST_TEST_THREADS", "1");
  set_environment("CARGO_TERM_COLOR", "always");
  remember_workspace();
  expect_table(run_tests(), workspace(), "outcomes", outcomes());
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_CASE(a_target_that_does_not_compile_keeps_no_other_from_running) {
  use_project("rust/broken");
  remember_workspace();
  expect_table(run_tests(), workspace(), "broken",
               {{"passes", "broken::passes passes"},
                {"missing_import", "broken::missing_import"},
                {"syntax_error", "broken::syntax_error"}});
  write_file(workspace() + "/tests/syntax_error.rs", "#[test]\nfn runs_now() {}\n");
  const auto again = run_failing_tests();
  BOOST_TEST(failed_names(again) == std::vector<std::string>{"broken::missing_import"},
             boost::test_tools::per_element());
  BOOST_TEST(counted(again) == "passed 1, failed 0, skipped 0, errors 1");
}

BOOST_AUTO_TEST_CASE(what_waits_for_a_broken_library_runs_again_with_it) {
  const std::string good = "pub fn one() -> i32 {\n    1\n}\n";
  write_package("waits", {{"src/lib.rs", "pub fn one() -> i32 {\n    \"one\"\n}\n"},
                          {"tests/api.rs", "#[test]\nfn works() {\n    assert_eq!(waits::one(), 1);\n}\n"}});
  const auto first = run_tests();
  BOOST_TEST(failed_names(first) == std::vector<std::string>{"waits"}, boost::test_tools::per_element());
  BOOST_TEST(at_path(first, "failures.0.file") == "src/lib.rs");
  BOOST_TEST(at_path(first, "failures.0.line") == 2);
  write_file(workspace() + "/src/lib.rs", good);
  BOOST_TEST(counted(run_failing_tests()) == "passed 1, failed 0, skipped 0, errors 0");
}

BOOST_AUTO_TEST_CASE(a_process_that_leaves_is_no_green_run) {
  use_project("rust/crash");
  expect_table(run_tests(), workspace(), "crash",
               {{"passes", "crash::a_passes passes"}, {"crashes", "crash::b_crashes crashes"}});
  write_file(workspace() + "/tests/b_crashes.rs", "#[test]\nfn crashes() {\n    std::process::abort();\n}\n");
  const auto again = run_failing_tests();
  BOOST_TEST(counted(again) == "passed 0, failed 1, skipped 0, errors 0");
  BOOST_TEST(at_path(again, "failures.0.kind") == "crash");
  BOOST_TEST(at_path(again, "failures.0.message").as_string().find("SIGABRT") != json::string::npos);
}

BOOST_AUTO_TEST_CASE(after_a_crash_the_other_tests_of_the_binary_run) {
  write_package("falls", {{"src/lib.rs",
                           "#[test]\nfn a() {}\n#[test]\nfn b_aborts() {\n    std::process::abort();\n}\n"
                           "#[test]\nfn c_leaves() {\n    std::process::exit(0);\n}\n#[test]\nfn d() {}\n"
                           "#[test]\nfn e() {\n    panic!(\"no\");\n}\n#[test]\n#[ignore]\nfn f() {}\n"}});
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 2, failed 3, skipped 1, errors 0");
  BOOST_TEST(failed_names(run) == (std::vector<std::string>{"falls b_aborts", "falls c_leaves", "falls e"}),
             boost::test_tools::per_element());
  for (const auto& failure : run.at("failures").as_array())
    BOOST_TEST(failure.at("kind") == (failure.at("name") == "falls e" ? "panic" : "crash"));
  const auto again = run_failing_tests();
  BOOST_TEST(counted(again) == "passed 0, failed 3, skipped 0, errors 0");
}

BOOST_AUTO_TEST_CASE(
    dependencies_are_taken_from_the_users_own_builds,
    *utf::precondition(asked_late(can_measure, "no llvm-cov of rustc's version, or no profiler runtime"))) {
  write_package("uses", {{"src/lib.rs", "#[test]\nfn runs() {\n    assert_eq!(far::far(), 1);\n}\n"}});
  write_files(outside("far"), {{"Cargo.toml", "[package]\nname = \"far\"\nversion = \"0.1.0\"\n"},
                               {"src/lib.rs", "pub fn far() -> u8 {\n    1\n}\n"}});
  write_file(workspace() + "/Cargo.toml",
             "[package]\nname = \"uses\"\nversion = \"0.1.0\"\n\n[dependencies]\n"
             "far = { path = \"" +
                 outside("far") + "\" }\n");
  said_by("cd '" + workspace() + "' && CARGO_TARGET_DIR='" + outside("target") + "' cargo test 2>&1");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 0, skipped 0, errors 0");
  std::uintmax_t shared = 0;
  for (const auto& entry : fs::directory_iterator{outside("target") + "/covey/debug/deps"})
    if (entry.path().filename().string().starts_with("libfar-") && entry.path().extension() == ".rlib")
      shared = entry.hard_link_count();
  BOOST_TEST(shared == 2U);
  BOOST_TEST(at_path(run, "coverage.lines_hit") == 3);
}

BOOST_AUTO_TEST_CASE(
    a_crate_below_the_root_is_measured_though_it_is_no_member,
    *utf::precondition(asked_late(can_measure, "no llvm-cov of rustc's version, or no profiler runtime"))) {
  write_package("top", {{"src/lib.rs", "#[test]\nfn runs() {\n    assert_eq!(low::low(), 1);\n}\n"},
                        {"low/Cargo.toml", "[package]\nname = \"low\"\nversion = \"0.1.0\"\n"},
                        {"low/src/lib.rs", "pub fn low() -> u8 {\n    1\n}\n"}});
  write_file(workspace() + "/Cargo.toml",
             "[package]\nname = \"top\"\nversion = \"0.1.0\"\n\n[dependencies]\n"
             "low = { path = \"low\" }\n");
  run_tests();
  BOOST_TEST(covering("low/src/lib.rs", 2) == std::vector<std::string>{"top: runs"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(tests_see_the_users_own_environment) {
  set_environment("RUSTC_WRAPPER", "/usr/bin/env");
  write_package("clean",
                {{"tests/sees.rs",
                  "#[test]\nfn sees() {\n    assert_eq!(std::env::var(\"RUSTC_WRAPPER\").unwrap(), "
                  "\"/usr/bin/env\");\n    assert_eq!(std::env::var(\"CARGO_TARGET_DIR\").unwrap(), \"" +
                      outside("target") +
                      "\");\n    for (name, _) in std::env::vars() {\n        "
                      "assert!(!name.starts_with(\"COVEY_RUSTC\"));\n    }\n}\n"}});
  BOOST_TEST(counted(run_tests()) == "passed 1, failed 0, skipped 0, errors 0");
}

BOOST_AUTO_TEST_CASE(each_name_is_selectable_alone, *utf::precondition(needs_crates("names"))) {
  use_project("rust/names");
  // The crates are compiled once for all runs of this test.
  set_environment("CARGO_TARGET_DIR", (fs::path{COVEY_BINARY}.parent_path() / "tools/rust").string());
  remember_workspace();
  const auto mimic = [](const std::string& name) {
    return language_fixture::named_test{name, "names::mimic " + name};
  };
  expect_each_selectable({mimic("a.*b"),
                          mimic("-x"),
                          mimic("with space/slash"),
                          mimic("[wrong::one[x]]"),
                          mimic("it's \"quoted\" (1)"),
                          mimic("日本語"),
                          {"plain wanted", "names::plain wanted"},
                          {"plain match", "names::plain r#match"},
                          {"plain 名前", "names::plain deep::名前"}});
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_CASE(documentation_tests_run_and_run_again_alone) {
  write_package("docs", {{"src/lib.rs", R"(/// ```
/// assert_eq!(docs::add(1, 1), 2);
/// ```
pub fn add(a: i32, b: i32) -> i32 {
    a + b
}

/// ```
/// assert_eq!(docs::add(1, 1), 3);
/// ```
///
/// ```compile_fail
/// let number: i32 = "text";
/// ```
///
/// ```ignore
/// never
/// ```
pub fn wrong() {}
)"}});
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 2, failed 1, skipped 1, errors 0");
  const std::vector<std::string> only{"docs (doc) src/lib.rs - wrong (line 8)"};
  BOOST_TEST(failed_names(run) == only, boost::test_tools::per_element());
  BOOST_TEST(at_path(run, "failures.0.kind") == "assertion");
  BOOST_TEST(at_path(run, "failures.0.right") == "3");
  BOOST_TEST(at_path(run, "failures.0.line") == 8);
  const auto again = run_failing_tests();
  BOOST_TEST(failed_names(again) == only, boost::test_tools::per_element());
  BOOST_TEST(counted(again) == "passed 0, failed 1, skipped 0, errors 0");
}

BOOST_AUTO_TEST_CASE(documentation_that_does_not_compile_is_told_beside_a_failed_test) {
  write_package("docs",
                {{"src/lib.rs",
                  "#[cfg(doctest)]\ncompile_error!(\"docs broken\");\n\n/// ```\n/// docs::one();\n/// "
                  "```\npub fn one() {}\n\n#[test]\nfn fails() {\n    panic!(\"no\");\n}\n"}});
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 0, failed 1, skipped 0, errors 1");
  BOOST_TEST(failed_names(run) == (std::vector<std::string>{"docs (doc)", "docs fails"}),
             boost::test_tools::per_element());
  for (const auto& failure : run.at("failures").as_array())
    if (failure.at("group") == "docs (doc)") BOOST_TEST(failure.at("line") == 2);
  BOOST_TEST(failed_names(run_failing_tests()) == failed_names(run), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_build_script_that_fails_stops_no_other_package) {
  const auto manifest = [](const std::string& name) {
    return "[package]\nname = \"" + name + "\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
  };
  write_files(workspace(), {{"Cargo.toml", "[workspace]\nmembers = [\"a\", \"b\"]\nresolver = \"2\"\n"},
                            {"a/Cargo.toml", manifest("a")},
                            {"a/build.rs", "fn main() {\n    panic!(\"no header\");\n}\n"},
                            {"a/src/lib.rs", "#[test]\nfn waits() {}\n"},
                            {"b/Cargo.toml", manifest("b")},
                            {"b/src/lib.rs",
                             "/// ```\n/// b::one();\n/// ```\npub fn one() {}\n\n#[test]\nfn runs() {}\n"}});
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 2, failed 0, skipped 0, errors 1");
  BOOST_TEST(failed_names(run) == std::vector<std::string>{"a"}, boost::test_tools::per_element());
  write_file(workspace() + "/a/build.rs", "fn main() {}\n");
  BOOST_TEST(counted(run_failing_tests()) == "passed 1, failed 0, skipped 0, errors 0");
}

BOOST_AUTO_TEST_CASE(a_workspace_with_every_kind_of_target) {
  write_files(
      workspace(),
      {{"Cargo.toml", "[workspace]\nmembers = [\"core\", \"tool\"]\nresolver = \"2\"\n"},
       {"core/Cargo.toml", "[package]\nname = \"core-lib\"\nversion = \"0.1.0\"\nedition = \"2021\"\n"},
       {"core/src/lib.rs", "#[cfg(test)]\nmod tests {\n    #[test]\n    fn same() {}\n}\n"},
       {"tool/Cargo.toml",
        "[package]\nname = \"tool\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[[test]]\nname = \"own\"\n"
        "harness = false\n"},
       {"tool/src/main.rs",
        "fn main() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn same() {\n        panic!(\"in the "
        "program\");\n    }\n}\n"},
       {"tool/tests/own.rs", "fn main() {\n    assert_eq!(1, 2, \"own harness\");\n}\n"},
       {"tool/examples/broken.rs", "fn main() {\n    nothing();\n}\n"}});
  const auto run = run_tests();
  BOOST_TEST(failed_names(run) == (std::vector<std::string>{"tool::bin/tool tests::same",
                                                            "tool::example/broken", "tool::own own"}),
             boost::test_tools::per_element());
  BOOST_TEST(counted(run) == "passed 1, failed 2, skipped 0, errors 1");
  for (const auto& failure : run.at("failures").as_array())
    if (failure.at("group") == "tool::own") BOOST_TEST(failure.at("file") == "tool/tests/own.rs");
  const auto again = run_failing_tests();
  BOOST_TEST(failed_names(again) == failed_names(run), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_users_own_runner_and_flags_stay) {
  use_project("rust/crash");
  fs::remove(workspace() + "/tests/b_crashes.rs");
  write_file(workspace() + "/tests/a_passes.rs",
             "#[test]\nfn passes() {\n    assert_eq!(std::env::var(\"WRAPPED\").unwrap(), \"yes\");\n    "
             "assert!(cfg!(own_flag));\n}\n");
  write_files(workspace(),
              {{".cargo/config.toml",
                "[target.'cfg(unix)']\nrunner = [\"env\", \"WRAPPED=yes\"]\n\n[build]\nrustflags = "
                "[\"--cfg\", \"own_flag\"]\n"}});
  BOOST_TEST(counted(run_tests()) == "passed 1, failed 0, skipped 0, errors 0");
}

BOOST_AUTO_TEST_CASE(a_manifest_that_cannot_be_read_is_an_error_with_its_file) {
  write_file(workspace() + "/Cargo.toml", "[package\nname = 1\n");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 0, failed 0, skipped 0, errors 1");
  BOOST_TEST(at_path(run, "failures.0.file") == "Cargo.toml");
  write_package("mended", {{"src/lib.rs", "#[test]\nfn runs() {}\n"}});
  write_file(workspace() + "/Cargo.toml", "[package]\nname = \"mended\"\nversion = \"0.1.0\"\n");
  BOOST_TEST(counted(run_failing_tests()) == "passed 1, failed 0, skipped 0, errors 0");
}

BOOST_AUTO_TEST_CASE(nothing_is_left_but_the_target_folder) {
  set_environment("CARGO_TARGET_DIR", workspace() + "/target");
  write_package("clean", {{"src/lib.rs", "#[test]\nfn runs() {}\n"}});
  remember_workspace();
  BOOST_TEST(counted(run_tests()) == "passed 1, failed 0, skipped 0, errors 0");
  BOOST_TEST(fs::is_directory(workspace() + "/target"));
  expect_workspace_unchanged({"target"});  // Cargo.lock was not there, and is not now
}

BOOST_AUTO_TEST_CASE(
    coverage_is_that_of_llvm_cov,
    *utf::precondition(asked_late(can_measure, "no llvm-cov of rustc's version, or no profiler runtime"))) {
  use_project("rust/outcomes");
  write_file(workspace() + "/src/main.rs", "fn main() {\n    println!(\"{}\", outcomes::add(1, 2));\n}\n");
  write_file(
      workspace() + "/tests/program.rs",
      "#[test]\nfn prints() {\n    let program = env!(\"CARGO_BIN_EXE_outcomes\");\n    let said = "
      "std::process::Command::new(program).output().unwrap();\n    assert_eq!(said.stdout, b\"3\\n\");\n}\n");
  const auto run = run_tests();
  const std::string in = "cd '" + workspace() + "' && export CARGO_TARGET_DIR='" + outside("bare") + "' ";
  said_by(in + "RUSTFLAGS=-Cinstrument-coverage LLVM_PROFILE_FILE='" + outside("raw") +
          "/%p-%m.profraw' && cargo test --no-fail-fast 2>&1");
  const auto objects =
      said_by("find '" + outside("bare") +
              "/debug' -maxdepth 2 -type f -executable -name '*-*' -path '*/deps/*' ! -name '*.so'");
  std::string arguments;
  for (std::size_t at = 0; at < objects.size(); at = objects.find('\n', at) + 1)
    arguments += (at == 0 ? " " : " --object ") + objects.substr(at, objects.find('\n', at) - at);
  said_by("llvm-profdata" + llvm_suffix() + " merge -sparse -o '" + outside("all.profdata") + "' '" +
          outside("raw") + "'/*.profraw 2>&1");
  const auto lcov =
      said_by("llvm-cov" + llvm_suffix() + " export --format=lcov --instr-profile='" +
              outside("all.profdata") + "' --ignore-filename-regex='^/rustc/'" + arguments + " 2>&1");
  std::uint64_t found = 0, hit = 0;
  for (const auto& [file, lines] : lines_of_lcov(lcov, workspace()))
    for (const auto& [line, ran] : lines) {
      ++found;
      hit += ran ? 1 : 0;
      BOOST_TEST(!covering(file, line).empty() == ran, file << ":" << line);
    }
  BOOST_TEST(found > 0u);
  BOOST_TEST(at_path(run, "coverage.lines_found") == found);
  BOOST_TEST(at_path(run, "coverage.lines_hit") == hit);
  BOOST_TEST(covering("src/main.rs", 2) == std::vector<std::string>{"outcomes::program: prints"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
