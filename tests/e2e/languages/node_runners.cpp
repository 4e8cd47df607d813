#include "tests/e2e/languages/node_runners.hpp"
#include <algorithm>
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

const std::vector<node_dialect>& node_dialects() {
  static const std::vector<node_dialect> out{{"jest29", ""},
                                             {"jest30", ""},
                                             {"mocha10", ""},
                                             {"mocha11", ""},
                                             {"mocha12", ""},
                                             {"vitest1", "vitest", true},
                                             {"vitest2", "vitest", true},
                                             {"vitest3", "vitest", true},
                                             {"vitest4", "vitest", true},
                                             {"vitest5", "vitest", true},
                                             {"", "node:test"},
                                             {"node22", "node:test"},
                                             {"node24", "node:test"},
                                             {"bun", "bun:test"}};
  return out;
}

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
