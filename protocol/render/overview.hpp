// Many failures at a glance: their suites, and the few causes behind them.
#pragma once

#include "protocol/render/failure_list.hpp"
#include "protocol/render/suspects.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

// The tests of a run by suite: package, file or module.
struct suite_counts {
  std::string name;
  std::uint64_t failed = 0;
  std::uint64_t errors = 0;  // failures outside tests
  std::uint64_t passed = 0;
  std::uint64_t skipped = 0;
  std::uint64_t not_run = 0;
  std::string why_not_run;  // "stopped by a panic in TestX"; may be empty

  std::uint64_t red() const { return failed + errors; }
};

struct suite_list {
  std::vector<suite_counts> troubled;  // with failures or tests that never began; the most failures first
  std::size_t all = 0;                 // all suites, also those without trouble
};

suite_list suites_of(const parsers::finished_run& run);

// A cause of several failures, as answers show it: one of them, and what the others say beside it.
struct cause_view {
  std::string id;  // empty: of a run that goes on, whose causes may still change
  std::size_t count = 0;
  std::optional<failure_view> example = {};  // that describes it most briefly; of the first few causes
  std::string line = {};                // without an example in full: its name, and what it says if that fits
  std::string others = {};              // names of other failures that say the same, as many as fit
  std::vector<std::string> parts = {};  // what its further failures say, a line for each message
  suspects_view suspects = {};          // with source lines only beside an example
};

// `all`: the failures that its members are indices of. Without bytes for an example it has a line.
cause_view view_of(const parsers::cause& cause, found_span all, const failure_style& style,
                   std::size_t example_bytes);

// The same where there is no room: the name of its example.
cause_view name_of(const parsers::cause& cause, found_span all, const failure_style& style);

// "[r7c1] 12 like TestX …", or "- 12 like …" without an id.
std::string text_of(const cause_view& from);

// {id, count, like, also, and, suspects}; a cause without a count has one failure.
json::object object_of(const cause_view& from, bool detail);

// A complete failure object of the example that it has.
json::object example_object(const cause_view& from, bool detail);

// Of the longer of the two.
std::size_t bytes_of(const cause_view& from, bool detail);

// In one line and bounded.
std::string name_without(std::string_view prefix, std::string_view name);

// Up to this many failures are listed; with more, the answer begins with an overview.
constexpr std::size_t handful = 5;

// The causes of a run's failures. A cause's id includes the run: "r2c1" is the first cause of run 2.
class cause_index {
 public:
  // `all`: the own failures of the run, in their order.
  cause_index(found_span all, const parsers::finished_run& run);

  const std::vector<parsers::cause>& causes() const { return causes_; }
  std::string id_of(std::size_t cause) const;

  // The failures of a cause in their order; nothing if the id is unknown.
  std::optional<std::vector<found_failure>> members_of(std::string_view id) const;

 private:
  found_span all_;
  std::uint64_t latest_;
  std::vector<parsers::cause> causes_;
};

// As much as fits both as text and as members; of what does not fit the first causes are named.
struct overview {
  std::size_t failures = 0;
  std::size_t unnamed = 0;  // causes for whose names there was no room
  suite_list suites;
  std::vector<cause_view> causes;
  std::string prefix;   // of names, said once
  bool detail = false;  // of members
};
overview overview_of(const parsers::finished_run& run, found_span all, const cause_index& by_cause,
                     const failure_style& style, std::size_t bytes);

// "82 test failure(s) of 4 causes: …": the suites, then the causes.
std::string text_of(const overview& from);

// Adds `suites`, `causes` and, for the first of these and in their order, a complete failure object each. A cause
// without a count has one failure.
void add_overview(json::object& out, const overview& from);

// "gohcl: 70 (stopped by a panic in TestX)" per suite with tests that never began; the largest first.
std::vector<std::string> unrun_suites(const parsers::finished_run& run, std::string_view prefix);

}  // namespace covey::protocol
