#include "parsers/languages/rust/flags.hpp"
#include "tests/languages/common/unit/flag_rows.hpp"

namespace covey::parsers::languages::rust {
namespace {

using strings = std::vector<std::string>;
using parsers::testing::expect_refusal;
using parsers::testing::refused_rows;

std::vector<added_word> written(const parsers::testing::refused_row& row) {
  auto out = row.words();
  if (row.table == &libtest_flags) out.insert(out.begin(), added_word{"--"});
  return out;
}

cargo_words read(std::initializer_list<const char*> words) {
  run_settings added;
  for (const auto* word : words) added.args.push_back({word});
  BOOST_TEST(refusal_of(added.args) == "");
  return read_added(added);
}

BOOST_AUTO_TEST_SUITE(rust_flags)

BOOST_DATA_TEST_CASE(is_refused_by_its_name, refused_rows({&cargo_flags, &libtest_flags}), row) {
  expect_refusal(row, refusal_of(written(row)));
}

BOOST_AUTO_TEST_CASE(words_for_cargo_and_for_the_binaries_are_told_apart) {
  const auto all =
      read({"--release", "--features", "a,b", "--ignored", "-j", "2", "--", "--test-threads", "1"});
  BOOST_TEST(all.build == (strings{"--release", "--features", "a,b", "-j", "2"}),
             boost::test_tools::per_element());
  BOOST_TEST(all.binaries == (strings{"--ignored", "--test-threads", "1"}), boost::test_tools::per_element());
  BOOST_TEST(!all.picks_targets());
}

BOOST_AUTO_TEST_CASE(packages_are_chosen_by_covey) {
  const auto all = read({"-p", "cart*", "-pshop@1.0.0", "--exclude=carts", "--workspace", "--no-fail-fast"});
  BOOST_TEST(all.build.empty());
  BOOST_TEST(all.has_package("cart", "0.1.0"));
  BOOST_TEST(all.has_package("shop", "1.0.0"));
  BOOST_TEST(!all.has_package("shop", "2.0.0"));
  BOOST_TEST(!all.has_package("carts", "0.1.0"));
}

BOOST_AUTO_TEST_CASE(targets_are_chosen_by_covey) {
  const package_target lib{.kind = "lib", .name = "cart"}, api{.kind = "test", .name = "api"};
  const auto all = read({"--lib", "--test", "api"});
  BOOST_TEST((all.picks(lib) && all.picks(api) && !all.picks_docs()));
  BOOST_TEST(!all.picks({.kind = "test", .name = "other"}));
  BOOST_TEST(read({"--test", "a*"}).picks(api));
  BOOST_TEST((read({}).picks(lib) && read({}).picks_docs()));
}

// As `cargo test` has it: --tests takes what `test` marks, --benches what `bench` marks, the others all of a kind.
BOOST_AUTO_TEST_CASE(kinds_of_targets_are_chosen_as_cargo_does) {
  const package_target lib{.kind = "lib", .tests = false, .benches = false};
  const package_target program{.kind = "bin", .tests = true, .benches = true};
  const package_target shown{.kind = "example", .tests = false, .benches = false};
  const package_target tried{.kind = "example", .tests = true, .benches = false};
  const package_target bench{.kind = "bench", .tests = false, .benches = true};
  const auto picked = [&](const char* flag) {
    const auto words = read({flag});
    std::string out;
    for (const auto* target : {&lib, &program, &shown, &tried, &bench})
      out += words.picks(*target) ? 'x' : '.';
    return out + (words.picks_docs() ? "d" : "");
  };
  BOOST_TEST(picked("--lib") == "x....");
  BOOST_TEST(picked("--bins") == ".x...");
  BOOST_TEST(picked("--tests") == ".x.x.");
  BOOST_TEST(picked("--examples") == "..xx.");
  BOOST_TEST(picked("--benches") == ".x..x");
  BOOST_TEST(picked("--all-targets") == "xxxxx");
  BOOST_TEST(picked("--doc") == ".....d");
}

BOOST_AUTO_TEST_CASE(kinds_alone_are_cargos_to_resolve) {
  BOOST_TEST(read({"--lib", "--doc", "--examples"}).kinds_of_tests() == (strings{"--lib", "--examples"}),
             boost::test_tools::per_element());
  BOOST_TEST(read({"--tests", "--bench=sum"}).kinds_of_tests() == (strings{"--tests", "--bench", "sum"}),
             boost::test_tools::per_element());
  BOOST_TEST(read({"--doc", "--bench=sum"}).kinds_of_tests().empty());
}

BOOST_AUTO_TEST_CASE(settings_add_packages_and_features) {
  const auto all = read_added({.packages = {{"cart"}}, .features = {{"json"}, {"cart/fast"}}});
  BOOST_TEST(all.packages.at(0).text == "cart");
  BOOST_TEST(all.build == (strings{"--features", "json", "--features", "cart/fast"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_flag_takes_no_word_of_coveys_for_its_value) {
  for (const auto* flag : {"--exclude", "--jobs", "-p", "--bench", "--features", "--skip"}) {
    BOOST_TEST(refusal_of(std::vector<added_word>{{"--release"}, {flag, "covey.toml:2"}}) ==
               "`" + std::string{flag} + "` (covey.toml:2) needs a value");
    BOOST_TEST(refusal_of(std::vector<added_word>{{flag}, {"x"}}) == "");
  }
  BOOST_TEST(refusal_of(std::vector<added_word>{{"--features"}, {"-p"}}) == "");
}

BOOST_AUTO_TEST_CASE(a_switch_that_the_file_and_the_call_have_is_given_once) {
  const auto all = read({"--all-features", "--all-targets", "-v", "--all-features", "--all-targets"});
  BOOST_TEST(all.build == (strings{"--all-features", "-v"}), boost::test_tools::per_element());
  BOOST_TEST(all.kinds == strings{"--all-targets"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_covey_sets_by_itself_is_left_out) {
  const auto all = read({"-q", "--color", "never", "--", "--nocapture", "-Zunstable-options", "-Z",
                         "unstable-options", "--color=always", "--skip", "x"});
  BOOST_TEST(all.build.empty());
  BOOST_TEST(all.binaries == (strings{"--skip", "x"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(names_and_toolchains_are_no_flags) {
  const auto why = refusal_of(std::vector<added_word>{{"+nightly"}});
  BOOST_TEST(why.find("RUSTUP_TOOLCHAIN") != std::string::npos, why);
  BOOST_TEST(refusal_of(std::vector<added_word>{{"--"}, {"some_test"}}).find("run_testblocks") !=
             std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::rust
