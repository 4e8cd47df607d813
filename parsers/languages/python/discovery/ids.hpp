// The ids that pytest makes for the values of a parametrized test. (pytest: _pytest/python.py, IdMaker; the
// same from 6 to 9 except for duplicate ids that end in a digit, which are unknown here.)
#pragma once

#include "parsers/languages/python/discovery/scope.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::python {

// A part of an id; nullopt if only a run can tell it.
using id_part = std::optional<std::string>;

// One row of a table of parameters.
struct parameter_row {
  std::vector<id_part> parts;       // joined by "-"
  std::vector<std::string> source;  // source text of each part, for display
  std::uint32_t line_start = 0;
  std::uint32_t line_end = 0;

  bool is_known() const;
  bool is_unknown() const;  // no part is known
};

// What one parametrize() adds.
struct parameter_set {
  std::vector<std::string> names;
  std::vector<parameter_row> rows;
  bool open = false;      // there may be more rows, or other values in them
  bool indirect = false;  // the values go to fixtures
};

class id_maker {
 public:
  id_maker(const module_scope& module, bool raw_ids) : module_(module), raw_ids_(raw_ids) {}

  // `call`: a call of `….parametrize`.
  parameter_set set_of(const syntax_node& call) const;

 private:
  struct table {
    std::vector<syntax_node> items;
    bool known = false;
    bool open = false;
    bool own = false;  // written inline, where it is used
  };

  table table_of(const syntax_node& node) const;
  parameter_row row_of(const syntax_node& item, const parameter_set& set, bool single, std::size_t at,
                       const id_part* given) const;
  id_part id_of(const syntax_node& node, std::string_view argument, std::size_t at) const;
  id_part shown_id(const string_literal& text) const;
  id_part call_id(const syntax_node& call, const std::string& by_argument) const;
  id_part given_id(const syntax_node& node) const;
  bool names_itself(std::string_view name) const;
  bool is_builtin(std::string_view name) const;

  const module_scope& module_;
  bool raw_ids_;
};

}  // namespace covey::parsers::languages::python
