// What has to hold for every runner of Node alike: one source, in the dialect of each.
#pragma once

#include "tests/e2e/languages/node_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

namespace covey::testing {

struct node_dialect {
  std::string set;       // of tests/tools/node; empty: the Node on PATH
  std::string module;    // that `it` is imported from; empty: it is a global
  bool modules = false;  // tests are ES modules
};

// Every runner that has a reporter of covey's, in every version that scripts/setup installs.
const std::vector<node_dialect>& node_dialects();

class node_runners_fixture : public node_fixture {
 public:
  using imports = std::vector<std::pair<std::string, std::string>>;  // {"{ check }", "./helper.js"}

  explicit node_runners_fixture(node_dialect dialect) : dialect_(std::move(dialect)) {}

  // A workspace with the packages of the runner and its package.json. False, visibly, where it is not
  // installed.
  bool begin();

  const node_dialect& dialect() const { return dialect_; }
  bool is(const std::string& runner) const { return dialect_.set.starts_with(runner); }

  // Writes test/NAME.test.js: the imports are its first line, `body` begins in the second.
  void write_test(const std::string& name, const imports& needed, const std::string& body);

 private:
  node_dialect dialect_;
};

// Calls `check` with each runner, in a project of its own.
template <class Check>
void with_each_runner(Check check) {
  for (const auto& dialect : node_dialects()) {
    BOOST_TEST_CONTEXT(dialect.set + " " + dialect.module) {
      node_runners_fixture one{dialect};
      if (one.begin()) check(one);
      one.teardown();
    }
  }
}

}  // namespace covey::testing
