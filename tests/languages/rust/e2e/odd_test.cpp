// What cargo leaves out, harnesses of their own, and processes that end under their tests, with the real
// cargo.
#include "tests/languages/common/e2e/language_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <string>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

struct rust_odd_fixture : language_fixture {
  rust_odd_fixture() { set_environment("CARGO_TARGET_DIR", outside("target")); }

  void write_package(const std::string& name, file_map files, const std::string& manifest = {}) {
    files.emplace("Cargo.toml",
                  "[package]\nname = \"" + name + "\"\nversion = \"0.1.0\"\nedition = \"2021\"\n" + manifest);
    write_files(workspace(), files);
  }

  static std::string notes_of(const json::object& run) {
    std::string out;
    if (const auto* notes = run.if_contains("notes"))
      for (const auto& note : notes->as_array()) out += std::string{note.as_string()} + "\n";
    return out;
  }

  static bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
  }
};

const std::string two_targets =
    "[features]\nextra = []\n[[test]]\nname = \"needs\"\nrequired-features = [\"extra\"]\n";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(rust_odd, rust_odd_fixture, *utf::precondition(needs_program("cargo")))

BOOST_AUTO_TEST_CASE(a_target_that_needs_features_is_said_to_be_left_out) {
  write_package("a",
                {{"src/lib.rs", ""},
                 {"tests/needs.rs", "#[test]\nfn with_extra() {}\n"},
                 {"tests/plain.rs", "#[test]\nfn plain() {}\n"}},
                two_targets);
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 0, skipped 0, errors 0");
  BOOST_TEST(holds(notes_of(run), "a::needs needs the features extra"), notes_of(run));
  // Of several selected targets it is an error of its own.
  const auto selected = answer_of("run_testfiles", {{"query", "tests/needs.rs | tests/plain.rs"}});
  BOOST_TEST(at_path(selected, "passed") == 1);
  BOOST_TEST(at_path(selected, "errors") == 1);
  BOOST_TEST(at_path(selected, "files_failed.0") == "tests/needs.rs");
  const auto failures = answer_of("last_test_failures");
  BOOST_TEST(at_path(failures, "failures.0.name") == "a::needs");
  BOOST_TEST(holds(std::string{at_path(failures, "failures.0.message").as_string()},
                   "target `needs` in package `a` requires the features: `extra`"));
}

// d has a feature where a is built, and none where tool is alone: cargo builds two of each.
BOOST_AUTO_TEST_CASE(packages_that_unite_features_otherwise_alone_than_together_run_as_they_were_built) {
  const auto package = [](const std::string& name, const std::string& more) {
    return "[package]\nname = \"" + name + "\"\nversion = \"0.1.0\"\nedition = \"2021\"\n" + more;
  };
  write_files(
      workspace(),
      {{"Cargo.toml", "[workspace]\nmembers = [\"a\", \"d\", \"tool\"]\nresolver = \"2\"\n"},
       {"a/Cargo.toml", package("a", "[dependencies]\nd = { path = \"../d\", features = [\"x\"] }\n")},
       {"a/src/lib.rs", "#[test]\nfn adds() {}\n"},
       {"d/Cargo.toml", package("d", "[features]\nx = []\n")},
       {"d/src/lib.rs", "pub fn name() -> &'static str {\n    if cfg!(feature = \"x\") { \"x\" } else { \"y\" }\n}\n"},
       {"tool/Cargo.toml", package("tool", "[dependencies]\nd = { path = \"../d\" }\n")},
       {"tool/src/main.rs", "fn main() {\n    println!(\"{}\", d::name());\n}\n#[test]\nfn runs() {}\n#[test]\nfn "
                            "is_red() {\n    assert_eq!(d::name(), \"red\");\n}\n"}});
  run_tests();
  remember_workspace();
  const auto selected = answer_of("run_testfiles", {{"files", json::array{"a/src/lib.rs", "tool/src/main.rs"}}});
  BOOST_TEST(at_path(selected, "passed") == 2);
  BOOST_TEST(at_path(selected, "failures") == 1);
  BOOST_TEST(at_path(selected, "errors") == 0);
  expect_workspace_unchanged();
  write_file(workspace() + "/a/src/lib.rs", "#[test]\nfn adds() {\n    no\n}\n");
  remember_workspace();
  BOOST_TEST(counted(run_tests()) == "passed 1, failed 1, skipped 0, errors 1");
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_CASE(members_that_are_not_default_are_left_out_and_named) {
  const std::string package = "[package]\nversion = \"0.1.0\"\nedition = \"2021\"\nname = ";
  write_files(
      workspace(),
      {{"Cargo.toml", "[workspace]\nmembers = [\"a\", \"b\"]\ndefault-members = [\"a\"]\nresolver = \"2\"\n"},
       {"a/Cargo.toml", package + "\"a\"\n"},
       {"b/Cargo.toml", package + "\"b\"\n"},
       {"a/src/lib.rs", "#[test]\nfn runs() {}\n"},
       {"b/src/lib.rs", "#[test]\nfn runs() {}\n"}});
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 0, skipped 0, errors 0");
  BOOST_TEST(holds(notes_of(run), "members that are not default ones: b; `packages`"), notes_of(run));
  const auto selected = answer_of("run_testfiles", {{"files", json::array{"b/src/lib.rs"}}});
  BOOST_TEST(at_path(selected, "passed") == 1);
  const auto all = run_tests({{"args", json::array{"--workspace"}}});
  BOOST_TEST(counted(all) == "passed 2, failed 0, skipped 0, errors 0");
  BOOST_TEST(!holds(notes_of(all), "default"), notes_of(all));
}

BOOST_AUTO_TEST_CASE(a_harness_that_reports_as_libtest_does_is_asked_for_its_tests) {
  write_package("a",
                {{"src/lib.rs", ""},
                 {"tests/own.rs",
                  R"(fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|one| one == word);
    if has("--list") && has("terse") {
        return println!("good: test\nbad: test");
    }
    let last = words.last().cloned().unwrap_or_default();
    let chosen = |name: &str| !has("--exact") || name == last;
    println!("{{ \"type\": \"suite\", \"event\": \"started\", \"test_count\": 2 }}");
    for (name, event) in [("good", "ok"), ("bad", "failed")] {
        if chosen(name) {
            println!("{{ \"type\": \"test\", \"event\": \"started\", \"name\": \"{name}\" }}");
            println!("{{ \"type\": \"test\", \"name\": \"{name}\", \"event\": \"{event}\", \"stdout\": \"not good\" }}");
        }
    }
    println!("{{ \"type\": \"suite\", \"event\": \"failed\", \"passed\": 1, \"failed\": 1 }}");
    std::process::exit(101);
}
)"}},
                "[[test]]\nname = \"own\"\nharness = false\n");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 1, skipped 0, errors 0");
  BOOST_TEST(failed_names(run) == std::vector<std::string>{"a::own bad"}, boost::test_tools::per_element());
  BOOST_TEST(counted(run_failing_tests()) == "passed 0, failed 1, skipped 0, errors 0");
}

// A compiler that takes what only nightly's does is no plain one; with coverage nothing of covey's is there at all.
BOOST_AUTO_TEST_CASE(compilers_that_tests_start_are_the_users) {
  write_package("a", {{"src/lib.rs", R"(#[test]
fn refuses() {
    let folder = std::env::temp_dir().join(format!("refuses-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("main.rs"), "#![feature(never_type)]
fn main() {}
").unwrap();
    let said = std::process::Command::new("rustc")
        .args(["--emit=metadata", "main.rs"]).current_dir(&folder).output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(String::from_utf8_lossy(&said.stderr).contains("E0554"));
}
#[test]
fn sees() {
    if std::env::var("MEASURED").is_ok() {
        assert!(std::env::var("RUSTC_BOOTSTRAP").is_err());
    }
}
)"}});
  const auto run = run_tests({{"coverage", false}});
  BOOST_TEST(counted(run) == "passed 2, failed 0, skipped 0, errors 0");
  const auto measured = run_tests();
  if (measured.if_contains("coverage") == nullptr) return;  // no llvm-cov here, as a note says
  BOOST_TEST(counted(run_tests({{"env", {{"MEASURED", "1"}}}})) == "passed 2, failed 0, skipped 0, errors 0");
}

BOOST_AUTO_TEST_CASE(a_test_that_prints_libtests_events_and_leaves_passes_nothing) {
  write_package("a", {{"src/lib.rs", R"(#[cfg(test)]
mod tests {
    fn say(text: &str) {
        use std::io::Write;
        use std::os::fd::FromRawFd;
        let mut out = std::mem::ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(1) });
        out.write_all(text.as_bytes()).unwrap();
    }
    #[test]
    fn a() {
        say("\n{ \"type\": \"test\", \"event\": \"started\", \"name\": \"tests::b\" }\n");
        for name in ["a", "b"] {
            say(&format!("{{ \"type\": \"test\", \"name\": \"tests::{name}\", \"event\": \"ok\", \"exec_time\": 0.01 }}\n"));
        }
        say("{ \"type\": \"suite\", \"event\": \"ok\", \"passed\": 2, \"failed\": 0, \"ignored\": 0 }\n");
        std::process::exit(0);
    }
    #[test]
    fn b() {
        assert_eq!(1, 2);
    }
}
)"}});
  set_environment("RUST_TEST_THREADS", "1");
  const auto run = run_tests({{"coverage", false}});
  BOOST_TEST(counted(run) == "passed 0, failed 2, skipped 0, errors 0");
}

BOOST_AUTO_TEST_CASE(any_other_harness_is_one_test_that_shows_what_it_printed) {
  write_package("a",
                {{"src/lib.rs", ""},
                 {"tests/own.rs",
                  "fn main() {\n    println!(\"running\");\n    eprintln!(\"case 7: 3 of 4 rows\");\n    "
                  "std::process::exit(3);\n}\n"}},
                "[[test]]\nname = \"own\"\nharness = false\n");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 0, failed 1, skipped 0, errors 0");
  BOOST_TEST(at_path(run, "failures.0.message") == "ended with exit code 3:\ncase 7: 3 of 4 rows");
  BOOST_TEST(holds(notes_of(run), "a::own: a harness of its own"), notes_of(run));
}

BOOST_AUTO_TEST_CASE(a_library_that_does_not_compile_is_one_error_with_what_it_keeps_from_running) {
  write_package("a", {{"src/lib.rs", "pub fn one() -> u32 {\n    \"1\"\n}\n#[test]\nfn inner() {}\n"},
                      {"tests/x.rs", "#[test]\nfn x() {\n    a::one();\n}\n"},
                      {"tests/y.rs", "#[test]\nfn y() {\n    a::one();\n}\n"}});
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 0, failed 0, skipped 0, errors 1");
  BOOST_TEST(at_path(run, "failures.0.file") == "src/lib.rs");
  BOOST_TEST(at_path(run, "failures.0.line") == 2);
  BOOST_TEST(holds(json::serialize(at_path(run, "failures.0.also_failed")), R"("a::x","a::y")"));
  BOOST_TEST(!holds(notes_of(run), "overage"), notes_of(run));
  const auto selected = answer_of("run_testfiles", {{"query", "tests/"}});
  BOOST_TEST(at_path(selected, "errors") == 1);
  write_file(workspace() + "/src/lib.rs", "pub fn one() -> u32 {\n    1\n}\n#[test]\nfn inner() {}\n");
  BOOST_TEST(counted(run_failing_tests()) == "passed 3, failed 0, skipped 0, errors 0");
}

BOOST_AUTO_TEST_CASE(a_test_that_hangs_is_named_when_the_time_is_over) {
  write_package("hangs",
                {{"src/lib.rs",
                  "#[test]\nfn hangs() {\n    std::thread::sleep(std::time::Duration::from_secs(600));\n}\n"
                  "#[test]\nfn later() {}\n#[test]\nfn latest() {}\n"}});
  set_environment("RUST_TEST_THREADS", "1");
  write_file(workspace() + "/tests/quick.rs", "#[test]\nfn quick() {}\n");
  remember_workspace();
  const auto run = run_tests({{"timeout", 20}});
  expect_workspace_unchanged();  // Cargo.lock was not there, and is not now
  BOOST_TEST(failed_names(run) == std::vector<std::string>{"hangs hangs"}, boost::test_tools::per_element());
  BOOST_TEST(at_path(run, "failures.0.kind") == "timeout");
  BOOST_TEST(at_path(run, "failures.0.file") == "src/lib.rs");
  BOOST_TEST(at_path(run, "not_run") == 2);
  BOOST_TEST(at_path(run, "notes.0") ==
             "never began, and how many tests they hold is not known: hangs (doc), hangs::quick");
}

BOOST_AUTO_TEST_CASE(a_timeout_says_which_crate_was_being_built) {
  write_package(
      "a", {{"src/lib.rs", "#[test]\nfn runs() {}\n"},
            {"build.rs", "fn main() {\n    std::thread::sleep(std::time::Duration::from_secs(600));\n}\n"}});
  const auto run = run_tests({{"timeout", 15}});
  BOOST_TEST(at_path(run, "timed_out") == true);
  BOOST_TEST(at_path(run, "failures.0.kind") == "timeout");
  const std::string said{at_path(run, "failures.0.message").as_string()};
  BOOST_TEST(holds(said, "cargo was building the tests: compiling a v0.1.0"), said);
}

BOOST_AUTO_TEST_CASE(what_ran_before_a_process_aborted_is_covered) {
  write_package("a", {{"src/lib.rs", R"(pub fn called() -> u32 {
    1
}
pub fn not_called() -> u32 {
    2
}
#[cfg(test)]
mod tests {
    #[test]
    fn aborts() {
        assert_eq!(super::called(), 1);
        std::process::abort();
    }
}
)"}});
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 0, failed 1, skipped 0, errors 0");
  if (run.if_contains("coverage") == nullptr) return;  // no llvm-cov here, as a note says
#if defined(__x86_64__) && defined(__linux__)
  BOOST_TEST(ran("src/lib.rs", 2));
  BOOST_TEST(!ran("src/lib.rs", 5));
#endif
}

BOOST_AUTO_TEST_CASE(a_failure_names_the_test_and_what_raised_it) {
  write_package("a", {{"src/lib.rs", R"(pub fn third(of: &[u32]) -> u32 {
    of[2]
}
#[cfg(test)]
mod tests {
    fn same(a: u32, b: u32) {
        assert_eq!(a, b);
    }
    #[test]
    fn helped() {
        same(1, 2);
    }
    #[test]
    fn indexed() {
        super::third(&[1, 2]);
    }
}
)"}});
  const auto run = run_tests();
  BOOST_TEST(failed_names(run) == (std::vector<std::string>{"a tests::helped", "a tests::indexed"}),
             boost::test_tools::per_element());
  for (const auto& one : run.at("failures").as_array()) {
    const bool helped = at_path(one, "test") == "tests::helped";
    BOOST_TEST(at_path(one, "line") == (helped ? 11 : 15));
    BOOST_TEST(at_path(one, "raised_at") == (helped ? "src/lib.rs:7" : "src/lib.rs:2"));
    if (!helped) continue;
    BOOST_TEST(at_path(one, "left") == "1");
    BOOST_TEST(at_path(one, "right") == "2");
  }
}

BOOST_AUTO_TEST_SUITE_END()
