// The classes of a module, and which of them hold tests.
#pragma once

#include "parsers/languages/python/discovery/scope.hpp"
#include "parsers/languages/python/config.hpp"
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// What a class has from those above it, too.
struct python_class_facts {
  bool test_case = false;       // of unittest.TestCase, however far
  bool made_elsewhere = false;  // it cannot be one of pytest's: it has an __init__
  bool switched_off = false;    // __test__ = False
  bool has_tests = false;       // its own, or of a class above it in this file
  bool strange_base = false;    // some class above it is called like one of tests, and is not in this file
  bool parametrized = false;    // it, or a class above it in this file
};

struct python_class : python_class_facts {
  python_definition definition;
  python_scope body;
  std::vector<python_class> nested;  // in the order of their definitions
};

// Of all classes below a scope, with the facts filled in.
std::vector<python_class> read_classes(const python_scope& module, const python_settings& settings);

// Whether pytest or unittest takes the function for a test.
bool is_test(const python_definition& function, bool in_test_case, const python_settings& settings);

// `__test__ = False` in a scope.
bool is_switched_off(const python_scope& scope);

}  // namespace covey::parsers
