// What has to hold for every runner of Node alike: one source, in the dialect of each.
#pragma once

#include "tests/languages/node/e2e/node_fixture.hpp"
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

namespace covey::testing {

struct node_dialect {
  std::string set;       // of tests/languages/node/tools; empty: the Node on PATH
  std::string module;    // that `it` is imported from; empty: it is a global
  bool modules = false;  // tests are ES modules
};

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

// The fixture of a test of one of `node_runners`.
template <class Runner>
struct project_of : node_runners_fixture {
  project_of() : node_runners_fixture{Runner::dialect()} {}
};

struct jest29 {
  static node_dialect dialect() { return {"jest29", ""}; }
};
struct jest30 {
  static node_dialect dialect() { return {"jest30", ""}; }
};
struct mocha10 {
  static node_dialect dialect() { return {"mocha10", ""}; }
};
struct mocha11 {
  static node_dialect dialect() { return {"mocha11", ""}; }
};
struct mocha12 {
  static node_dialect dialect() { return {"mocha12", ""}; }
};
struct vitest1 {
  static node_dialect dialect() { return {"vitest1", "vitest", true}; }
};
struct vitest2 {
  static node_dialect dialect() { return {"vitest2", "vitest", true}; }
};
struct vitest3 {
  static node_dialect dialect() { return {"vitest3", "vitest", true}; }
};
struct vitest4 {
  static node_dialect dialect() { return {"vitest4", "vitest", true}; }
};
struct vitest5 {
  static node_dialect dialect() { return {"vitest5", "vitest", true}; }
};
struct node {
  static node_dialect dialect() { return {"", "node:test"}; }
};
struct node22 {
  static node_dialect dialect() { return {"node22", "node:test"}; }
};
struct node24 {
  static node_dialect dialect() { return {"node24", "node:test"}; }
};
struct bun {
  static node_dialect dialect() { return {"bun", "bun:test"}; }
};

// Every runner that has a reporter of covey's, in every version that scripts/setup installs.
using node_runners = boost::mpl::list<jest29, jest30, mocha10, mocha11, mocha12, vitest1, vitest2, vitest3,
                                      vitest4, vitest5, node, node22, node24, bun>;
}  // namespace covey::testing
