// Many failures at a glance: their suites, and the few causes behind them.
#pragma once

#include "protocol/render/cause_view.hpp"
#include "protocol/render/suites.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

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
