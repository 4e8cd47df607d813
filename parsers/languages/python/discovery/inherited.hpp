// What a class of tests has from the classes above it, in whichever modules of the workspace they stand.
#pragma once

#include "parsers/languages/python/discovery/modules.hpp"
#include <vector>

namespace covey::parsers {

struct inherited_test {
  const python_definition* function = nullptr;
  const python_class* of = nullptr;
  const python_module* module = nullptr;
};

struct python_inheritance {
  python_class_facts facts;  // the class's own and those from above
  std::vector<inherited_test> tests;
  std::vector<const python_class*> nested;  // of classes in the same module
};

python_inheritance inherited_by(const python_class& one, const python_module& module, python_modules& modules,
                                const python_settings& settings);

}  // namespace covey::parsers
