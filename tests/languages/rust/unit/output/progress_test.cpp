#include "parsers/languages/rust/output/build.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::rust {
namespace {

built_artifact artifact(const std::string& manifest, const std::string& kind = "lib") {
  return {manifest, kind, "x", "", false};
}

BOOST_AUTO_TEST_SUITE(rust_build_goes_on)

BOOST_AUTO_TEST_CASE(what_is_compiled_and_not_done_is_told) {
  build_progress progress;
  BOOST_TEST(progress.text() == "");
  BOOST_TEST(progress.feed("   Compiling serde v1.0.1\n   Compiling slow v0.1.0 (/w/slow)\n"));
  BOOST_TEST(progress.text() == "compiling serde v1.0.1, slow v0.1.0 (/w/slow)");
  std::vector<built_artifact> built{artifact("/r/serde-1.0.1/Cargo.toml", "custom-build")};
  progress.note_built(built);
  BOOST_TEST(progress.text() == "compiling serde v1.0.1, slow v0.1.0 (/w/slow)");
  built.push_back(artifact("/r/serde-1.0.1/Cargo.toml"));
  progress.note_built(built);
  BOOST_TEST(progress.text() == "compiling slow v0.1.0 (/w/slow)");
}

BOOST_AUTO_TEST_CASE(what_else_cargo_waits_for_is_told_in_its_words) {
  build_progress progress;
  progress.feed("    Blocking waiting for file lock on build directory\n");
  BOOST_TEST(progress.text() == "Blocking waiting for file lock on build directory");
  BOOST_TEST(!progress.feed("warning: unused variable\n  --> src/lib.rs:1:1\n\nerror: x\n"));
  progress.feed("   Compiling a v0.1.0 (/w)\n");
  BOOST_TEST(progress.text() == "compiling a v0.1.0 (/w)");
}

BOOST_AUTO_TEST_CASE(of_many_the_last_are_named) {
  build_progress progress;
  for (int i = 0; i < 9; ++i) progress.feed("   Compiling c" + std::to_string(i) + " v0.1.0\n");
  BOOST_TEST(progress.text() ==
             "compiling c4 v0.1.0, c5 v0.1.0, c6 v0.1.0, c7 v0.1.0, c8 v0.1.0, and 4 more");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::rust
