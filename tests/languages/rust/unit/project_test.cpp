// What a Rust project's own files say: manifests, cargo's configuration, metadata, tools.
#include "parsers/languages/rust/config.hpp"
#include "parsers/languages/rust/workspace.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::rust {
namespace {

namespace json = boost::json;
using strings = std::vector<std::string>;

constexpr std::string_view linux_triple = "x86_64-unknown-linux-gnu";

BOOST_AUTO_TEST_SUITE(rust_config)

BOOST_AUTO_TEST_CASE(configuration_is_looked_for_upwards_and_at_home) {
  BOOST_TEST(cargo_config_files("/w/a", {{"HOME", "/h/u"}}) ==
                 (strings{"/w/a/.cargo/config", "/w/a/.cargo/config.toml", "/w/.cargo/config",
                          "/w/.cargo/config.toml", "/.cargo/config", "/.cargo/config.toml",
                          "/h/u/.cargo/config", "/h/u/.cargo/config.toml"}),
             boost::test_tools::per_element());
  BOOST_TEST(cargo_config_files("/h/w", {{"CARGO_HOME", "/h/.cargo"}}).size() == 6U);
}

BOOST_AUTO_TEST_CASE(a_runner_comes_from_the_environment_the_triple_or_a_cfg) {
  const strings files{"[target.x86_64-unknown-linux-gnu]\nrunner = [\"qemu\", \"-q\"]\n",
                      "[target.'cfg(unix)']\nrunner = \"env A=1\"\n"};
  BOOST_TEST(read_cargo_config(files, {}, linux_triple).runner == (strings{"qemu", "-q"}),
             boost::test_tools::per_element());
  BOOST_TEST(read_cargo_config({files[1]}, {}, linux_triple).runner == (strings{"env", "A=1"}),
             boost::test_tools::per_element());
  BOOST_TEST(
      read_cargo_config(files, {{"CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", "wine"}}, linux_triple)
              .runner == strings{"wine"},
      boost::test_tools::per_element());
  BOOST_TEST(read_cargo_config({}, {}, linux_triple).runner.empty());
}

BOOST_AUTO_TEST_CASE(another_target_has_its_own_runner) {
  const auto config = read_cargo_config(
      {"[build]\ntarget = \"wasm32-wasip1\"\n[target.wasm32-wasip1]\nrunner = \"wasmtime\"\n"}, {},
      linux_triple);
  BOOST_TEST(config.target == "wasm32-wasip1");
  BOOST_TEST(config.runner == strings{"wasmtime"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_users_own_wrapper_of_rustc_is_found) {
  const strings files{"[build]\nrustc-wrapper = \"sccache\"\n"};
  BOOST_TEST(read_cargo_config(files, {}, linux_triple).wrapper == "sccache");
  BOOST_TEST(read_cargo_config(files, {{"RUSTC_WRAPPER", ""}}, linux_triple).wrapper.empty());
  BOOST_TEST(read_cargo_config(files, {{"CARGO_BUILD_RUSTC_WRAPPER", "other"}}, linux_triple).wrapper ==
             "other");
}

BOOST_AUTO_TEST_CASE(the_crates_of_the_workspace_are_measured) {
  const auto measured = [](const strings& rustc, std::string_view name, std::string_view folder) {
    return is_measured_crate(rustc, name, folder, "/w");
  };
  BOOST_TEST(measured({"rustc", "--crate-name", "a", "src/lib.rs"}, "a", "/w/a"));
  BOOST_TEST(measured({"rustc", "@arguments"}, "a", "/w"));
  BOOST_TEST(!measured({"rustc", "--crate-name", "serde"}, "serde", "/h/.cargo/registry/src/x/serde-1.0.0"));
  BOOST_TEST(!measured({"rustc", "--crate-name", "build_script_build"}, "build_script_build", "/w"));
  BOOST_TEST(!measured({"rustc", "--crate-name", "m", "--crate-type", "proc-macro"}, "m", "/w/m"));
  BOOST_TEST(!measured({"rustc", "-", "--crate-name", "___", "--print=file-names"}, "", ""));
}

BOOST_AUTO_TEST_CASE(a_crate_is_foreign_if_its_sources_are_elsewhere) {
  BOOST_TEST(is_foreign_crate("/w/target/debug/deps/libs.rlib: /h/registry/s/src/lib.rs /w/x.rs\n\n", "/w"));
  BOOST_TEST(!is_foreign_crate("/w/target/debug/deps/liba.rlib: src/lib.rs src/b.rs\n", "/w"));
  BOOST_TEST(!is_foreign_crate("/w/target/debug/deps/liba.rlib: /w/vendor/s/src/lib.rs\n", "/w"));
  BOOST_TEST(!is_foreign_crate("", "/w"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(rust_workspace_of_cargo)

constexpr std::string_view metadata = R"({"workspace_root":"/w","target_directory":"/w/target","packages":[
  {"name":"a","version":"0.1.0","manifest_path":"/w/a/Cargo.toml","targets":[
    {"kind":["lib"],"name":"a","src_path":"/w/a/src/lib.rs","test":true,"doctest":true},
    {"kind":["bin"],"name":"tool","src_path":"/w/a/src/main.rs","test":true,"doctest":false},
    {"kind":["test"],"name":"api","src_path":"/w/a/tests/api.rs","test":true},
    {"kind":["custom-build"],"name":"build-script-build","src_path":"/w/a/build.rs"}]}]})";

BOOST_AUTO_TEST_CASE(metadata_gives_the_targets) {
  const auto workspace = read_metadata(metadata);
  BOOST_TEST(workspace.root == "/w");
  BOOST_REQUIRE(workspace.packages.size() == 1U);
  const auto& package = workspace.packages[0];
  BOOST_TEST(package.folder == "/w/a");
  BOOST_REQUIRE(package.targets.size() == 3U);
  BOOST_TEST(package.targets[0].doc_tests);
  BOOST_TEST(package.targets[2].kind == "test");
  BOOST_TEST(read_metadata("error: no\n").packages.empty());
}

BOOST_AUTO_TEST_CASE(a_target_may_have_no_harness) {
  auto package = read_metadata(metadata).packages[0];
  read_marks(package, "[lib]\nharness = false\n[[test]]\npath = \"tests/api.rs\"\nharness = false\n");
  BOOST_TEST(!package.targets[0].harness);
  BOOST_TEST(package.targets[1].harness);
  BOOST_TEST(!package.targets[2].harness);
}

BOOST_AUTO_TEST_CASE(a_manifest_says_what_benchmarks_run) {
  workspace_package package;
  package.targets = {{.kind = "lib", .name = "a"}, {.kind = "bench", .name = "sum"}};
  read_marks(package, "[lib]\nbench = false\n[[bench]]\nname = \"sum\"\nharness = false\n");
  BOOST_TEST(!package.targets[0].benches);
  BOOST_TEST(package.targets[1].benches);
  BOOST_TEST(!package.targets[1].harness);
}

BOOST_AUTO_TEST_CASE(groups_are_named_as_nextest_does) {
  BOOST_TEST(group_name("a", "lib", "a") == "a");
  BOOST_TEST(group_name("a", "test", "api") == "a::api");
  BOOST_TEST(group_name("a", "bin", "tool") == "a::bin/tool");
  BOOST_TEST(doc_group("a") == "a (doc)");
  BOOST_TEST(target_kind("proc-macro") == "lib");
  BOOST_TEST(target_kind("cdylib") == "lib");
  BOOST_TEST(target_kind("custom-build") == "");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(rust_tools)

BOOST_AUTO_TEST_CASE(rustc_says_its_host_and_llvm) {
  const auto version = read_rustc_version(
      "rustc 1.95.0 (59807616e 2026-04-14)\nbinary: rustc\nhost: x86_64-unknown-linux-gnu\nrelease: 1.95.0\n"
      "LLVM version: 22.1.2\n");
  BOOST_TEST(version.release == "1.95.0");
  BOOST_TEST(version.host == linux_triple);
  BOOST_TEST(version.llvm == 22);
  BOOST_TEST(!version.nightly);
  BOOST_TEST(read_rustc_version("\nrelease: 1.97.0-nightly\n").nightly);
}

BOOST_AUTO_TEST_CASE(tools_come_in_pairs) {
  const auto found = llvm_tools_in("/usr/bin", {"llvm-cov", "llvm-cov-19", "llvm-profdata",
                                                "llvm-profdata-19", "llvm-profdata-22", "llvm-profdata-x"});
  BOOST_REQUIRE(found.size() == 2U);
  BOOST_TEST(found[0].version == 0);
  BOOST_TEST(found[1].cov == "/usr/bin/llvm-cov-19");
}

BOOST_AUTO_TEST_CASE(the_nearest_version_is_tried_first) {
  std::vector<llvm_tools> found;
  for (const int version : {0, 14, 19, 22, 22, 23, 30}) found.push_back({"p", "c", version});
  strings order;
  for (const auto& tool : ranked_llvm_tools(found, 22)) order.push_back(std::to_string(tool.version));
  BOOST_TEST(order == (strings{"22", "23", "30", "19", "14"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::rust
