// What the tests behind each unit of coverage did, as one cause of failures sees it.
#pragma once

#include "parsers/model/coverage.hpp"
#include "parsers/model/run.hpp"
#include "parsers/model/suspects.hpp"
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace covey::parsers {

enum class unit_role : std::uint8_t {
  none,     // nothing is known of its tests, or they were skipped
  passing,  // all of its tests passed
  other,    // one of them failed, for another cause
  failing   // one of them failed for this cause
};

struct unit_roles {
  std::vector<unit_role> of;  // by index into coverage::units
  run_by all;
};

// Finds the units of tests. Points into the coverage and the results, which must outlive it.
class role_finder {
 public:
  role_finder(const coverage& data, const run_results& results);

  // `failures`: those of the cause.
  unit_roles roles_of(std::span<const failure* const> failures) const;

  // Whether a unit of the failure's test is among these.
  bool is_of(const failure& one, const std::vector<bool>& units) const;

  // Whether it is known which lines the failure's test ran.
  bool is_measured(const failure& one) const { return units_.contains(key_of(one.id.group, one.id.name)); }

  // A test file holds no fault that it tests for, also where the project's settings count its lines.
  bool is_product(std::string_view file) const;
  // A file of the tests that holds none, as conftest.py: it is suspected of what was edited in it.
  bool is_helper(std::string_view file) const;

 private:
  // Where each test has a unit, by its group and name; else by its group alone.
  std::unordered_multimap<std::size_t, std::uint32_t> units_;
  std::size_t key_of(std::string_view group, std::string_view name) const;

  const coverage& data_;
  std::unordered_set<std::string_view> groups_;  // of tests: files, in most languages
  bool by_test_;
  unit_roles without_;  // a cause: those that fail are others
};

}  // namespace covey::parsers
