#include "tests/languages/node/e2e/runners.hpp"
#include <filesystem>

namespace covey::testing {
namespace {

// What `npm test` runs.
std::string script_of(const node_dialect& dialect) {
  if (dialect.module == "node:test") return "node --test test/*.test.js";
  if (dialect.module == "bun:test") return "bun test";
  return dialect.set.substr(0, dialect.set.find_first_of("0123456789"));
}

}  // namespace

bool node_runners_fixture::begin() {
  if (dialect_.set.empty() ? !is_on_path("node") : !has(dialect_.set)) return false;
  std::filesystem::create_directories(workspace() + "/test");
  write_file(workspace() + "/package.json",
             R"({"name": "one", "scripts": {"test": ")" + script_of(dialect_) + "\"}}");
  if (!dialect_.set.empty()) use_packages(dialect_.set);
  return true;
}

void node_runners_fixture::write_test(const std::string& name, const imports& needed,
                                      const std::string& body) {
  auto all = needed;
  if (!dialect_.module.empty()) all.emplace_back("{ it }", dialect_.module);
  std::string line;
  for (const auto& [names, from] : all)
    line += dialect_.modules ? "import " + names + " from '" + from + "'; "
                             : "const " + names + " = require('" + from + "'); ";
  write_file(workspace() + "/test/" + name + ".test.js", line + "\n" + body);
}

}  // namespace covey::testing
