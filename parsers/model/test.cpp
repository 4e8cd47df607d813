#include "parsers/model/test.hpp"
#include "parsers/model/affected_tests.hpp"
#include <algorithm>
#include <functional>
#include <utility>

namespace covey::parsers {

const shared_text& default_separator() {
  static const shared_text slash{"/"};
  return slash;
}

std::string full_name(const test_id& id) {
  if (id.name.empty()) return id.group;
  if (id.group.empty()) return id.name;
  std::string out;
  out.reserve(id.group.string().size() + id.separator.string().size() + id.name.size());
  return out.append(id.group).append(id.separator).append(id.name);
}

std::uint32_t occurrence::of(std::string_view text) {
  if (text.empty()) return 0;
  const std::uint64_t whole = std::hash<std::string_view>{}(text);
  const auto out = static_cast<std::uint32_t>(whole ^ (whole >> 32));
  return out == 0 ? 1 : out;
}

bool occurrence::may_be(const occurrence& other) const {
  const auto alike = [](auto mine, auto its) { return mine == its || mine == 0 || its == 0; };
  return alike(key, other.key) && alike(command, other.command);
}

occurrence occurrence_of(const failure& one) {
  return {occurrence::of(one.key), occurrence::of(one.runner)};
}

void failure_stack::add(std::string function, location where, bool of_test) {
  if (!own.empty() && own.back().function == function && own.back().where == where)
    ++own.back().times;
  else if (own.size() < max_frames)
    own.push_back({std::move(function), std::move(where), 1, of_test});
  else
    ++others;
}

const location& innermost_place(const failure& of) {
  if (!of.stack.own.empty()) return of.stack.own.front().where;
  return of.raised_at.file.empty() ? of.where : of.raised_at;
}

std::string_view to_string(outcome value) {
  constexpr std::string_view names[] = {"passed", "failed", "skipped"};
  return names[static_cast<std::size_t>(value)];
}

std::string_view to_string(failure_kind value) {
  constexpr std::string_view names[] = {"assertion", "panic", "crash", "timeout", "error"};
  return names[static_cast<std::size_t>(value)];
}

std::string_view to_string(place_role value) {
  constexpr std::string_view names[] = {"test", "helper", "doc block"};
  return names[static_cast<std::size_t>(value)];
}

std::string_view separator_of(const run_results& results) {
  return results.tests.empty() ? std::string_view{default_separator()}
                               : std::string_view{results.tests.front().id.separator};
}

std::uint64_t count_outermost(const std::unordered_set<std::string_view>& names, std::string_view separator) {
  const auto is_within_another = [&](std::string_view name) {
    for (auto at = name.find(separator); at != std::string_view::npos; at = name.find(separator, at + 1))
      if (names.contains(name.substr(0, at))) return true;
    return false;
  };
  return static_cast<std::uint64_t>(
      std::ranges::count_if(names, [&](auto name) { return !is_within_another(name); }));
}

std::string_view to_string(affected_by value) {
  constexpr std::string_view names[] = {"failing",       "ran_changed", "loads_changed",
                                        "reads_changed", "uncertain",   "rule"};
  return names[static_cast<std::size_t>(value)];
}

std::string_view to_string(all_because value) {
  constexpr std::string_view names[] = {"no_history", "environment", "configuration", "reads", "unseen"};
  return names[static_cast<std::size_t>(value)];
}

}  // namespace covey::parsers
