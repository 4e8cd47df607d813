// The functions that are suspected of the fault behind some failures, as answers name them.
#pragma once

#include "parsers/model/suspects.hpp"
#include "protocol/json.hpp"
#include "protocol/render/view.hpp"
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace covey::protocol {

constexpr std::size_t first_suspects = 3;  // beside a cause

// Those that are worth their room beside a cause: at most first_suspects, each at least half as suspect as the first. Without
// the lines of single tests, only what was edited since the tests passed: stacks are told anyway.
parsers::suspect_list worth_showing(const parsers::suspect_list& all);

struct suspects_view {
  parsers::suspect_list of = {};  // those worth showing
  // Of each: "137 if size > 1:". Of a short function all lines, as they are indented in it; of others what was edited, or what
  // all failing tests ran; behind the first the most suspect lines alone if that is long.
  std::vector<std::vector<std::string>> lines = {};
  std::string none = {};  // why there are none, where the lines of single tests are known

  bool empty() const { return of.found.empty() && none.empty(); }
};
suspects_view suspects_view_of(const parsers::suspect_list& all, const source_lines& sources);

// In one answer the same lines of a function are told once, below the first failure that suspects it.
using told_functions = std::set<std::pair<std::string, std::vector<std::string>>>;
void leave_out_told(suspects_view& from, told_functions& told);

// The places of these lines, and how each is displayed.
std::vector<std::pair<parsers::location, parsers::line_form>> shown_lines(const parsers::suspect_list& all);

// The first of them, at most `most`; none where nothing tells them apart and they are more lines than one function may have.
parsers::suspect_list first_of(const parsers::suspect_list& all, std::size_t most = first_suspects);

// Why a list has nobody in it.
std::string why_none(const parsers::suspect_list& all);

// "lib/string-utils.ts:10 camelCase — run by 12 of 12 failing, 31 of 345 passing; edited since run 4"
std::string suspect_line(const parsers::suspect_list& all, const parsers::suspect& one);

// A text each, with its source lines below it.
json::array texts_of(const suspects_view& from);

// The same, indented, "suspects: " before the first; empty: there are none.
std::string lines_of(const suspects_view& from);

// {file, line, last, function, failing, passing, worst, edited}: the lines of the function, how many ran it, and the lines in it
// that tell best.
json::array array_of(const parsers::suspect_list& from);

}  // namespace covey::protocol
