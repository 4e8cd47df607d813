#include "tests/languages/julia/e2e/julia_fixture.hpp"
#include <cstdlib>
#include <filesystem>

namespace covey::testing {

void julia_fixture::use(const std::string& project) {
  use_project("julia/" + project);
  remember_workspace();
}

void julia_fixture::interpret() {
  // Since 1.6 Pkg precompiles with the flags that it is given.
  const auto version = run_program(path_of("julia"), options({"--version"})).out;
  if (version.find(" 1.5.") == std::string::npos) return;
  const auto script = programs() + "/julia";
  write_file(script, "#!/bin/sh\nexec " + path_of("julia") + " -O0 --compile=min \"$@\"\n");
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  set_environment("PATH", programs() + ":" + std::getenv("PATH"));
  set_run_arguments({{"coverage", false}});
}

}  // namespace covey::testing
