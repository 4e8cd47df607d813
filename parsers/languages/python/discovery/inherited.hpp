// What a test class inherits from its base classes, in any module of the workspace.
#pragma once

#include "parsers/languages/python/discovery/modules.hpp"
#include <vector>

namespace covey::parsers::languages::python {

struct inherited_test {
  const function_definition* function = nullptr;
  const test_class* of = nullptr;
  const source_module* module = nullptr;
};

struct inherited_tests_of {
  class_facts facts;  // the class's own and inherited facts
  std::vector<inherited_test> tests;
  std::vector<const test_class*> nested;  // only from base classes in the same module
};

inherited_tests_of inherited_by(const test_class& one, const source_module& module,
                                module_reader_cache& modules, const pytest_config& settings);

}  // namespace covey::parsers::languages::python
