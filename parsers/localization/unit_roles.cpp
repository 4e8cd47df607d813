#include "parsers/localization/unit_roles.hpp"
#include <algorithm>
#include <functional>

namespace covey::parsers {

std::size_t role_finder::key_of(std::string_view group, std::string_view name) const {
  const auto hash = std::hash<std::string_view>{};
  constexpr std::size_t mixing = 0x9e3779b97f4a7c15u;
  return by_test_ ? hash(group) * mixing + hash(name) : hash(group);
}

role_finder::role_finder(const coverage& data, const run_results& results)
    : data_(data),
      by_test_(data.unit_kind == attribution::test),
      without_{std::vector<unit_role>(data.units.size()), {}} {
  for (const auto& unit : data.units) groups_.insert(unit.name);
  for (std::uint32_t i = 0; i < data.units.size(); ++i)
    for (const auto& test : data.units[i].tests) {
      units_.emplace(key_of(data.units[i].name, test), i);
      if (!by_test_) break;
    }
  const auto raise = [&](const test_id& id, unit_role to) {
    const auto [begin, end] = units_.equal_range(key_of(id.group, id.name));
    for (auto it = begin; it != end; ++it) without_.of[it->second] = std::max(without_.of[it->second], to);
  };
  for (const auto& test : results.tests)
    if (test.result != outcome::skipped)
      raise(test.id, test.result == outcome::passed ? unit_role::passing : unit_role::other);
  for (const auto& one : results.failures) raise(one.id, unit_role::other);
  for (const auto role : without_.of) {
    if (role == unit_role::passing) ++without_.all.passing;
    if (role == unit_role::other) ++without_.all.others;
  }
}

bool role_finder::is_product(std::string_view file) const {
  const auto found = data_.files.find(file);
  return found != data_.files.end() && !found->second.of_tests && !found->second.holds_tests &&
         !found->second.aside && (found->second.documented || !groups_.contains(file));
}

bool role_finder::is_helper(std::string_view file) const {
  const auto found = data_.files.find(file);
  return found != data_.files.end() && found->second.of_tests && !found->second.aside && !groups_.contains(file);
}

bool role_finder::is_of(const failure& one, const std::vector<bool>& units) const {
  const auto [begin, end] = units_.equal_range(key_of(one.id.group, one.id.name));
  return std::any_of(begin, end, [&](const auto& entry) { return units[entry.second]; });
}

unit_roles role_finder::roles_of(std::span<const failure* const> failures) const {
  auto out = without_;
  for (const auto* one : failures) {
    const auto [begin, end] = units_.equal_range(key_of(one->id.group, one->id.name));
    for (auto it = begin; it != end; ++it) {
      if (out.of[it->second] == unit_role::failing) continue;
      out.of[it->second] = unit_role::failing;
      --out.all.others;
      ++out.all.failing;
    }
  }
  return out;
}

}  // namespace covey::parsers
