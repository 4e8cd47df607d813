// What pytest calls the values of a parametrized test. (pytest: _pytest/python.py, IdMaker; the same from 6
// to 9 but for ids that end in a digit and occur twice, which are unknown here.)
#pragma once

#include "parsers/languages/python/discovery/literals.hpp"
#include "parsers/languages/python/discovery/scope.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// A part of an id; nothing where only the run tells.
using id_part = std::optional<std::string>;

// One row of a table of parameters.
struct parameter_row {
  std::vector<id_part> parts;       // joined by "-"
  std::vector<std::string> source;  // of each part: for people
  std::uint32_t line_start = 0;
  std::uint32_t line_end = 0;

  bool is_known() const;
  bool is_unknown() const;  // all of it
};

// What one parametrize() adds.
struct parameter_set {
  std::vector<std::string> names;
  std::vector<parameter_row> rows;
  bool open = false;      // there may be other rows, too, or other values in them
  bool indirect = false;  // the values go to fixtures
};

class id_maker {
 public:
  id_maker(const python_scope& module, bool raw_ids) : module_(module), raw_ids_(raw_ids) {}

  // The call of some `….parametrize`.
  parameter_set set_of(const syntax_node& call) const;

 private:
  struct table {
    std::vector<syntax_node> items;
    bool known = false;
    bool open = false;
    bool own = false;  // written where it is used
  };

  table table_of(const syntax_node& value) const;
  parameter_row row_of(const syntax_node& item, const parameter_set& set, bool single, std::size_t at,
                       const id_part* given) const;
  id_part id_of(const syntax_node& value, std::string_view argument, std::size_t at) const;
  id_part shown_id(const python_string& text) const;
  id_part call_id(const syntax_node& call, const std::string& by_argument) const;
  id_part given_id(const syntax_node& value) const;
  bool names_itself(std::string_view name) const;
  bool is_builtin(std::string_view name) const;

  const python_scope& module_;
  bool raw_ids_;
};

}  // namespace covey::parsers
