// Ranks functions by how likely they hold the fault behind some failures: by which tests ran them, by edits since those
// tests passed, by the failures' stacks and by the names that these mention. What failing and passing tests ran is what
// spectrum-based fault localization is computed from (Wong et al., A Survey on Software Fault Localization, IEEE TSE 2016,
// section 3.2).
// Design: docs/design/22-suspects.md
#pragma once

#include "parsers/localization/mentions.hpp"
#include "parsers/model/finished_run.hpp"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace covey::parsers {

// What the tests behind each unit of coverage did, as one cause of failures sees it.
enum class unit_role : std::uint8_t {
  none,     // nothing is known of its tests, or they were skipped
  passing,  // all of its tests passed
  other,    // one of them failed, for another cause
  failing   // one of them failed for this cause
};

struct unit_roles {
  std::vector<unit_role> of;  // by index into coverage::units
  run_by all;
  std::vector<std::uint32_t> tests = {};  // how many are counted for each; none: 1
};

// Units of runs before the one in question: their tests passed, unless they are known to fail.
struct earlier_units {
  std::size_t first = none;  // they follow those of the run itself
  std::set<test_id> failing = {};
  bool any() const { return first != none; }
  static constexpr std::size_t none = ~std::size_t{0};
};

// Finds the units of tests. Points into the coverage and the results, which must outlive it.
class role_finder {
 public:
  role_finder(const coverage& data, const run_results& results, const earlier_units& earlier = {});

  // `failures`: those of the cause.
  unit_roles roles_of(std::span<const failure* const> failures) const;
  // The same counted in tests, because a unit may hold several; nothing: each unit is one test.
  std::optional<unit_roles> tests_of(std::span<const failure* const> failures) const;

  // Whether a unit of the failure's test is among these.
  bool is_of(const failure& one, const std::vector<bool>& units) const;

  // Whether lines of the failure's test are told together with those of others: a subtest may have no more than its parent's.
  bool is_shared(const failure& one) const;

  // Whether it is known which lines the failure's test ran.
  bool is_measured(const failure& one) const { return !numbers_of(one.id).empty(); }

  // A test file holds no fault that it tests for, also where the project's settings count its lines.
  bool is_product(std::string_view file) const;
  // A file of the tests that holds none, as conftest.py, or of the product that is called after tests and asserts for them
  // (testing.rs): it is suspected of what was edited in it.
  bool is_helper(std::string_view file) const;

 private:
  // Where each test has a unit, by its group and name; else by its group alone, or of the whole run.
  std::unordered_multimap<std::size_t, std::uint32_t> units_;
  std::size_t key_of(std::string_view group, std::string_view name) const;
  // A subtest that has none has those of the test that it is a part of.
  std::vector<std::uint32_t> numbers_of(const test_id& id) const;
  void add_earlier(const earlier_units& all);

  const coverage& data_;
  std::unordered_set<std::string_view> groups_;  // of tests: files, in most languages
  std::set<std::string, std::less<>> asserting_;
  bool by_test_;
  std::string separator_;
  unit_roles without_;  // a cause: those that fail are others
};

// How well what some tests ran tells those that fail from those that pass, 0 to 1: Ochiai's coefficient for the tests of
// the cause, times the same for all tests that fail. The second keeps a cause of few tests from accusing what only its
// tests happen to run.
double suspicion(const run_by& ran, const run_by& all);

struct line_spectrum {
  line_range lines;
  run_by ran;
  friend bool operator==(const line_spectrum&, const line_spectrum&) = default;
};

// The lines that failing tests ran, in their order; empty if none ran any.
std::vector<line_spectrum> spectrum_of(const lines_by_unit& lines, const unit_roles& roles);

// Lines of one function that no function within it has; sorted, disjoint.
struct owned_lines {
  line_range lines;
  std::size_t function = 0;  // index
};
std::vector<owned_lines> own_lines(const std::vector<function_extent>& functions);

// Which units ran one of these lines. Lines of functions that begin behind the first line do not count.
std::vector<bool> units_that_ran(const lines_by_unit& lines, const std::vector<function_extent>& functions,
                                 const line_range& of, std::size_t units);

// How many tests ran any of its own lines, by function.
std::vector<run_by> run_by_function(const lines_by_unit& lines, const unit_roles& roles,
                                    const std::vector<owned_lines>& own, std::size_t functions);

// Sources as they were when the coverage was measured. Empty: not known.
class measured_sources {
 public:
  virtual ~measured_sources() = default;
  virtual const std::vector<function_extent>& functions_of(std::string_view file) = 0;
  virtual std::string_view line_at(const location& where) = 0;
  virtual std::string_view text_of(std::string_view) { return {}; }
  virtual const line_hashes* lines_of(std::string_view) { return nullptr; }  // null: not known
  // Since the test of the failure passed; and which run that was.
  virtual const file_edits& edits_of(std::string_view file, const failure& since) = 0;
  virtual std::uint64_t edited_since(const failure& one) = 0;  // 0: the last commit
  // Of the product's files; read once, when a failure without a stack is explained.
  const sayings& said_by_product(const coverage& data, const role_finder& roles);

 private:
  std::optional<sayings> said_;
};

// Files of tests are no suspects. At most this many others are looked into: those with the most suspect lines, and with
// frames of the failures' stacks.
constexpr std::size_t max_suspect_files = 40;

// At most kept_suspects; those that are equally suspect have the larger function first.
suspect_list suspects_of(std::span<const failure* const> failures, const coverage& data,
                         const role_finder& roles, measured_sources& sources);

}  // namespace covey::parsers
