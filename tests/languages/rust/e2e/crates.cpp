#include "tests/languages/rust/e2e/crates.hpp"
#include "tests/support/test_data.hpp"
#include <cstdio>
#include <memory>

namespace covey::testing {
namespace {

bool fetches(const std::string& project) {
  return is_on_path("cargo") && said_by("cargo fetch --locked --manifest-path '" +
                                        (test_data() / "languages/rust/projects").string() + "/" + project +
                                        "/Cargo.toml' 2>&1 && echo fetched")
                                        .find("fetched") != std::string::npos;
}

}  // namespace

std::string said_by(const std::string& command) {
  std::unique_ptr<FILE, int (*)(FILE*)> said{::popen(command.c_str(), "r"), ::pclose};
  std::string out;
  char buffer[4096];
  for (std::size_t count = 1; said && count > 0;) {
    count = std::fread(buffer, 1, sizeof buffer, said.get());
    out.append(buffer, count);
  }
  return out;
}

precondition needs_crates(std::string project) {
  return [project](boost::unit_test::test_unit_id id) {
    return needs(fetches(project),
                 "the crates of tests/languages/rust/projects/" + project + " cannot be fetched")(id);
  };
}

}  // namespace covey::testing
