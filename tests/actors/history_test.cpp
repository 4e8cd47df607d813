// What decides how tests run, beside the files of the workspace.
#include "actors/history.hpp"
#include "parsers/languages/catalogue.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey;
using covey::testing::temp_dir;
using covey::testing::write_file;

BOOST_AUTO_TEST_SUITE(test_environment)

// A shim is the same file whatever version it leads to.
BOOST_AUTO_TEST_CASE(another_version_behind_a_shim_is_another_environment) {
  const temp_dir root, home;
  parsers::variables variables{{"HOME", home.path()}};
  for (const auto* name : {"go", "rust", "node", "python", "julia"}) {
    const auto& of = *parsers::find_language(name);
    auto before = actors::environment_of(of, root.path(), variables, nullptr);
    const auto expect_another = [&](const std::string& what) {
      auto now = actors::environment_of(of, root.path(), variables, nullptr);
      BOOST_CHECK_MESSAGE(now != before, name << ": " << what);
      before = std::move(now);
    };
    for (const std::string file : {".tool-versions", ".config/mise/config.toml"}) {
      write_file(home / file, std::string{"of "} + name);
      expect_another(file);
    }
    variables["MISE_" + std::string{name}] = "2";
    expect_another("a variable");
    BOOST_TEST((actors::environment_of(of, root.path(), variables, nullptr) == before));
  }
}

BOOST_AUTO_TEST_CASE(so_is_one_of_a_manager_of_one_language) {
  const temp_dir root, home;
  parsers::variables variables{{"HOME", home.path()}};
  const auto of = [&](const char* name) {
    return actors::environment_of(*parsers::find_language(name), root.path(), variables, nullptr);
  };
  const auto python = of("python"), node = of("node");
  write_file(home / ".pyenv/version", "3.12.1\n");
  write_file(home / ".volta/tools/user/platform.json", "{}");
  BOOST_TEST((of("python") != python));
  BOOST_TEST((of("node") != node));
  const auto global = of("python");
  variables["PYENV_VERSION"] = "3.9.18";
  BOOST_TEST((of("python") != global));
}

BOOST_AUTO_TEST_SUITE_END()
