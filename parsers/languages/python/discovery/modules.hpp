// The modules of a workspace that a test file takes base classes from, and the classes above a class.
#pragma once

#include "parsers/languages/finder.hpp"
#include "parsers/languages/python/discovery/classes.hpp"
#include "parsers/languages/python/config.hpp"
#include "parsers/syntax/tree.hpp"
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct python_import {
  std::string module;  // with its leading dots
  std::string name;    // "" of `import module`
};

struct python_module {
  std::string path;  // relative to the workspace root
  std::string text;
  std::optional<syntax_tree> tree;
  python_scope scope;
  std::vector<python_class> classes;
  std::map<std::string, python_import, std::less<>> imports;  // by the name they have here
  std::vector<std::string> stars;                             // modules of `from module import *`
};

// A class above another one.
struct python_ancestor {
  const python_module* module = nullptr;
  const python_class* of = nullptr;
};

class python_modules {
 public:
  python_modules(const python_settings& settings, source_reader read)
      : config_(settings), read_(std::move(read)) {}

  const python_module& add(std::string_view path, std::string_view text);

  // In the order in which Python looks for a method; classes that cannot be found are left out.
  std::vector<python_ancestor> ancestors(const python_module& module, const python_class& of);

 private:
  void collect(const python_ancestor& from, std::size_t depth, std::vector<python_ancestor>& out);
  python_ancestor find(const python_module& in, std::string_view name, std::size_t depth);
  python_ancestor find_in(const python_module& from, const std::string& module, std::string_view name,
                          std::size_t depth);
  const python_module* load(const python_module& from, std::string_view module);
  const python_module* load_path(const std::string& path);

  const python_settings& config_;
  source_reader read_;
  std::map<std::string, std::unique_ptr<python_module>, std::less<>> known_;  // null: there is none
};

}  // namespace covey::parsers
