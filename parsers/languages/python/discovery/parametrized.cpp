#include "parsers/languages/python/discovery/parametrized.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::python {
namespace {

constexpr std::size_t max_tests = 500;  // per function

using rows = std::vector<const parameter_row*>;  // one row per set

void append(block_name& name, const id_part& part) {
  if (part)
    name.literals.back() += *part;
  else
    name.literals.emplace_back();
}

parametrized_test made_of(std::string_view function, const rows& chosen, bool more) {
  parametrized_test out;
  out.name = block_name{std::string{function} + "["};
  out.label = out.name.literals.front();
  if (more) out.name.literals.emplace_back();
  bool first = true;
  for (const auto* row : chosen) {
    for (std::size_t i = 0; i < row->parts.size(); ++i) {
      if (!first) {
        out.name.literals.back() += '-';
        out.label += '-';
      }
      first = false;
      append(out.name, row->parts[i]);
      out.label += row->source[i];
    }
  }
  if (more) out.name.literals.emplace_back();
  out.name.literals.back() += ']';
  out.label += ']';
  out.dynamic = !out.name.is_literal();
  return out;
}

bool is_unknown(const rows& chosen) {
  return std::all_of(chosen.begin(), chosen.end(), [](const auto* row) { return row->is_unknown(); });
}

// A row for a set whose rows are unknown.
parameter_row any_row(const parameter_set& set) {
  parameter_row out;
  out.parts.assign(1, std::nullopt);
  std::string names;
  for (const auto& name : set.names) names += (names.empty() ? "" : ",") + name;
  out.source.push_back(names.empty() ? "…" : names);
  return out;
}

}  // namespace

std::vector<parametrized_test> parametrized_tests(std::string_view function,
                                                  const std::vector<parameter_set>& sets, bool more) {
  std::vector<parametrized_test> out;
  std::size_t count = sets.empty() ? 0 : 1;
  bool open = false;
  std::vector<parameter_row> unknown;
  unknown.reserve(sets.size());
  for (const auto& set : sets) {
    if (set.rows.empty() && !set.open) return {};  // pytest makes one test and skips it
    unknown.push_back(any_row(set));
    count *= std::max<std::size_t>(set.rows.size(), 1);
    open = open || set.open;
    if (count > max_tests) return {};
  }
  for (std::size_t at = 0; at < count; ++at) {
    rows chosen(sets.size());
    auto rest = at;
    for (std::size_t i = sets.size(); i-- > 0;) {  // the last set is the innermost loop
      const auto size = std::max<std::size_t>(sets[i].rows.size(), 1);
      chosen[i] = sets[i].rows.empty() ? &unknown[i] : &sets[i].rows[rest % size];
      rest /= size;
    }
    if (is_unknown(chosen)) continue;
    auto test = made_of(function, chosen, more);
    test.dynamic = test.dynamic || open;
    if (sets.size() == 1) {
      test.line_start = chosen.front()->line_start;
      test.line_end = chosen.front()->line_end;
    }
    out.push_back(std::move(test));
  }
  return out;
}

}  // namespace covey::parsers::languages::python
