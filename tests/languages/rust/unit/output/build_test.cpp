#include "parsers/languages/rust/output/build.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::rust {
namespace {

std::string diagnostic(const std::string& level, const std::string& text, const std::string& spans,
                       const std::string& target = R"({"kind":["lib"],"name":"a"})") {
  return R"({"reason":"compiler-message","manifest_path":"/w/a/Cargo.toml","target":)" + target +
         R"(,"message":{"rendered":")" + level + ": " + text + R"(\n","level":")" + level +
         R"(","message":")" + text + R"(","code":null,"spans":[)" + spans + "]}}\n";
}

const std::string here = R"({"file_name":"a/src/lib.rs","line_start":3,"is_primary":true,"expansion":null})";

BOOST_AUTO_TEST_SUITE(rust_build)

BOOST_AUTO_TEST_CASE(artifacts_and_errors_are_read_and_the_text_is_shown) {
  std::string shown;
  build_reader reader{"/w", [&](auto text) { shown += text; }};
  reader.feed(
      R"({"reason":"compiler-artifact","manifest_path":"/w/a/Cargo.toml","target":{"kind":["proc-macro"],"name":"a"},)"
      R"("profile":{"test":true},"executable":"/t/a-1"})"
      "\nno message at all\n" +
      diagnostic("warning", "unused", here) + diagnostic("error", "wrong", here) +
      diagnostic("error", "wrong", here) + diagnostic("error", "aborting due to 1 previous error", ""));
  reader.finish();
  BOOST_REQUIRE(reader.artifacts().size() == 1U);
  const auto& artifact = reader.artifacts()[0];
  BOOST_TEST(artifact.kind == "lib");
  BOOST_TEST(artifact.executable == "/t/a-1");
  BOOST_TEST(artifact.test);
  BOOST_REQUIRE(reader.errors().size() == 1U);
  BOOST_TEST(reader.errors()[0].message == "wrong");
  BOOST_CHECK((reader.errors()[0].where == location{"/w/a/src/lib.rs", 3}));
  BOOST_TEST(shown.find("warning: unused\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_error_within_a_macro_stands_where_it_is_called) {
  build_reader reader{"/w", [](auto) {}};
  reader.feed(
      diagnostic("error", "wrong",
                 R"({"file_name":"/cargo/macros.rs","line_start":90,"is_primary":true,"expansion":{"span":)" +
                     here + "}}"));
  reader.finish();
  BOOST_REQUIRE(reader.errors().size() == 1U);
  BOOST_CHECK((reader.errors()[0].where == location{"/w/a/src/lib.rs", 3}));
}

BOOST_AUTO_TEST_CASE(the_errors_of_a_group_are_one_failure) {
  const build_error first{"", "", "", "wrong", {"/w/a.rs", 3}, "error: wrong\n"};
  const build_error second{"", "", "", "worse", {"/w/a.rs", 9}, "error: worse\n"};
  const auto made = build_failure({&first, &second});
  BOOST_CHECK(made.kind == failure_kind::error);
  BOOST_TEST(made.message == "wrong\nand 1 more error(s)");
  BOOST_CHECK((made.where == location{"/w/a.rs", 3}));
  BOOST_TEST(made.output == "error: wrong\nerror: worse\n");
}

BOOST_AUTO_TEST_CASE(cargos_own_errors_have_the_manifest_for_a_place) {
  auto made = cargo_failure(
      "$ cargo test\nerror: unclosed table, expected `]`\n --> Cargo.toml:1:9\n  |\n1 | [package\n", "/w");
  BOOST_TEST(made.message.starts_with("unclosed table, expected `]`"));
  BOOST_CHECK((made.where == location{"/w/Cargo.toml", 1}));
  made = cargo_failure("error: failed to parse manifest at `/w/b/Cargo.toml`\n\nCaused by:\n  no targets\n",
                       "/w");
  BOOST_CHECK((made.where == location{"/w/b/Cargo.toml", 0}));
  BOOST_TEST(made.message.ends_with("no targets"));
  made = cargo_failure("error: rustc 1.95.0 is not supported by:\n  a@1 requires rustc 1.96\n  a@1 requires rustc 1.96\n", "/w");
  BOOST_TEST(made.message == "rustc 1.95.0 is not supported by:\n  a@1 requires rustc 1.96");
  made = cargo_failure("killed", "/w");
  BOOST_TEST(made.message == "killed");
  BOOST_TEST(made.where.file.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::rust
