// One function of an export of llvm-cov: its regions and branches tell where it stands.
#pragma once

#include "parsers/coverage/diagnostics.hpp"
#include "parsers/model/coverage.hpp"
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace covey::parsers {

// The branches of a file in an export of llvm-cov: conditions with a true and a false way.

// Counts of lines from the segments of `llvm-cov export`, by the rules of LLVM's LineCoverageStats.
struct llvm_place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend auto operator<=>(const llvm_place&, const llvm_place&) = default;
};

// From its place on to the next segment, the code ran `count` times.
struct llvm_segment {
  llvm_place at;
  bool has_count = false;     // false: it was preprocessed away, or lies between functions
  bool region_entry = false;  // a region begins here; false: one ended, and the one around it goes on
  bool gap = false;           // white space between statements
  std::uint64_t count = 0;
};

// All by segments sorted by place.
std::uint64_t number_of_lines(std::span<const llvm_segment> segments);  // at least as many as lines_of gives
line_list lines_of(std::span<const llvm_segment> segments);
std::uint64_t count_at(std::span<const llvm_segment> segments, llvm_place place);  // 0 where there is none

struct llvm_branch {
  llvm_place shown;  // where the file has it: of a branch in a macro, where the macro is used
  llvm_place first;  // where it is written
  llvm_place last;
  std::uint32_t repeat = 0;  // counts equal ones in one function, as in a defaulted operator==
  std::uint64_t file = 0;    // its function's id for the place where it is written; 0: no macro
  std::uint64_t when_true = 0;
  std::uint64_t when_false = 0;

  bool ran() const { return when_true > 0 || when_false > 0; }
};

// The same branch in several instantiations of a template is one, its counts added; LLVM's summary counts
// them so. In the model the block is the column where it is placed, and the ways of the n-th branch there are
// 2n (true) and 2n + 1 (false).
branch_list branches_of(std::vector<llvm_branch> branches);

struct llvm_function {
  std::string_view name;  // mangled; lives as long as the JSON
  std::string_view file;  // where it is written
  llvm_place first;       // of its body
  llvm_place last;
  std::uint64_t count = 0;
  std::vector<llvm_branch> branches;  // those in macros are placed where it uses them
};

// Nullopt, with a diagnostic, if it lacks a name, a place or a file.
std::optional<llvm_function> llvm_function_in(const boost::json::object& from, diagnostics& wrong);

// How regions and branches both begin: [line, column, end line, end column, …]. Lines from 1 on, columns
// from 0.
std::optional<std::pair<llvm_place, llvm_place>> llvm_span_in(const boost::json::array& from);

// The branch [line, column, end line, end column, true count, false count, …], placed where it is written.
std::optional<llvm_branch> llvm_branch_in(const boost::json::value& from, diagnostics& wrong,
                                          std::string_view at);

}  // namespace covey::parsers
