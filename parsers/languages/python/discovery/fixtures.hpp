// Whether a test's ids contain more than its own parameters: fixtures may have parameters as well. They are
// found by name, in this file or elsewhere.
#pragma once

#include "parsers/languages/python/discovery/classes.hpp"
#include "parsers/languages/python/discovery/ids.hpp"
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::python {

class known_fixtures {
 public:
  known_fixtures(const module_scope& module, const std::vector<test_class>& classes);

  // False: fixtures that the test requests may add parameters of their own.
  bool add_nothing(const function_definition& test, const std::vector<parameter_set>& sets) const;

 private:
  struct fixture {
    std::vector<std::string_view> asks_for;
    bool parametrized = false;
  };

  void add(const module_scope& scope);
  bool is_plain(std::vector<std::string_view> names, const std::vector<parameter_set>& sets) const;

  std::map<std::string, fixture, std::less<>> by_name_;
  std::vector<std::string_view> automatic_;
  bool generates_ = false;  // pytest_generate_tests
};

}  // namespace covey::parsers::languages::python
