// The modules of a workspace that define a test file's base classes, and the ancestors of a class.
#pragma once

#include "parsers/languages/finder.hpp"
#include "parsers/languages/python/config.hpp"
#include "parsers/syntax/tree.hpp"
#include "parsers/languages/python/discovery/scope.hpp"
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::python {

// The classes of a module, and which of them hold tests.

// Facts about a class, including those inherited from its base classes.
struct class_facts {
  bool test_case = false;       // derives from unittest.TestCase, at any distance
  bool made_elsewhere = false;  // not a pytest class: it has an __init__
  bool switched_off = false;    // __test__ = False
  bool has_tests = false;       // its own, or those of a base class in this file
  bool strange_base = false;    // a base class is named like a test class and is not in this file
  bool parametrized = false;    // it, or a base class in this file

  // What a class takes over from any of its base classes.
  void add_kind_of(const class_facts& base) {
    test_case |= base.test_case;
    made_elsewhere |= base.made_elsewhere;
    strange_base |= base.strange_base;
    parametrized |= base.parametrized;
  }
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

struct import_statement {
  std::string module;  // with its leading dots
  std::string name;    // "" for `import module`
};

struct source_module {
  std::string path;  // relative to the workspace root
  std::string text;
  std::optional<syntax_tree> tree;
  module_scope scope;
  std::vector<test_class> classes;
  std::map<std::string, import_statement, std::less<>> imports;  // by the name they have here
  std::vector<std::string> stars;                                // modules of `from module import *`
};

// An ancestor of a class, with its module.
struct base_class {
  const source_module* module = nullptr;
  const test_class* of = nullptr;
};

class module_reader_cache {
 public:
  module_reader_cache(const pytest_config& settings, source_reader read)
      : config_(settings), read_(std::move(read)) {}

  const source_module& add(std::string_view path, std::string_view text);

  // In the order in which Python looks up a method; classes that cannot be found are left out.
  std::vector<base_class> ancestors(const source_module& module, const test_class& of);

 private:
  void collect(const base_class& from, std::size_t depth, std::vector<base_class>& out);
  base_class find(const source_module& in, std::string_view name, std::size_t depth);
  base_class find_in(const source_module& from, const std::string& module, std::string_view name,
                     std::size_t depth);
  const source_module* load(const source_module& from, std::string_view module);
  const source_module* load_path(const std::string& path);

  const pytest_config& config_;
  source_reader read_;
  std::map<std::string, std::unique_ptr<source_module>, std::less<>> known_;  // null: there is none
};

}  // namespace covey::parsers::languages::python
