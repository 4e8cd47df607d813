// One function of an export of llvm-cov: its regions and branches tell where it stands.
#pragma once

#include "parsers/coverage/diagnostics.hpp"
#include "parsers/coverage/formats/llvm_cov/branches.hpp"
#include <boost/json/object.hpp>
#include <boost/json/array.hpp>
#include <optional>
#include <string_view>

namespace covey::parsers {

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
