// The classes of a module, and which of them hold tests.
#pragma once

#include "parsers/languages/python/discovery/scope.hpp"
#include "parsers/languages/python/config.hpp"
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::python {

// Facts about a class, including those inherited from its base classes.
struct class_facts {
  bool test_case = false;       // derives from unittest.TestCase, at any distance
  bool made_elsewhere = false;  // not a pytest class: it has an __init__
  bool switched_off = false;    // __test__ = False
  bool has_tests = false;       // its own, or those of a base class in this file
  bool strange_base = false;    // a base class is named like a test class and is not in this file
  bool parametrized = false;    // it, or a base class in this file
};

struct test_class : class_facts {
  function_definition definition;
  module_scope body;
  std::vector<test_class> nested;  // in source order
};

// All classes below a scope, with their facts.
std::vector<test_class> read_classes(const module_scope& module, const pytest_config& settings);

// Whether pytest or unittest treats the function as a test.
bool is_test(const function_definition& function, bool in_test_case, const pytest_config& settings);

// `__test__ = False` in a scope.
bool is_switched_off(const module_scope& scope);

}  // namespace covey::parsers::languages::python
