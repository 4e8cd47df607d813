// Tests that a test runs itself (testing.RunTests, as testify's own suite does): their events stand among those of
// the package's tests, and they may fail because the test that runs them wants that.
#pragma once

#include "parsers/languages/go/output/test_state.hpp"
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

class inner_tests {
 public:
  // Of tests whose names have no slash, in the order of the events.
  void begins(const test_state& top);
  void waits(const test_state& top, bool waits);
  void ends(const test_state& top) { awake_.erase(&top); }

  // Whether a test that has failed is no failure of the package: a test around it ended after it, and passed. A failed
  // subtest fails its parents, so below a name that passed it is of another's making; and so is all below a test that
  // no source defines and that began while exactly one other ran, as the package itself starts none.
  // `find`: a test by its name, or null. `defined`: the package's tests by its sources; none: not known.
  using finder = std::function<const test_state*(std::string_view name)>;
  using definitions = std::function<std::vector<std::string>()>;
  bool failed_as_expected(const test_state& test, const finder& find, const definitions& defined) const;

 private:
  boost::unordered_flat_set<const test_state*> awake_;
  boost::unordered_flat_map<const test_state*, const test_state*> outer_;
};

}  // namespace covey::parsers::languages::go
