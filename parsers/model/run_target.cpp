#include "parsers/model/run_target.hpp"

namespace covey::parsers {

bool same_target(const run_target& a, const run_target& b) {
  if (a.index() != b.index()) return false;
  if (const auto* all = std::get_if<run_all>(&a)) return *all == std::get<run_all>(b);
  if (const auto* some = std::get_if<run_selected>(&a)) return *some == std::get<run_selected>(b);
  return std::get<run_failed>(a).limit == std::get<run_failed>(b).limit;
}

run_scope scope_of(const run_target& target) {
  if (std::holds_alternative<run_all>(target)) return run_scope::whole;
  return std::holds_alternative<run_failed>(target) ? run_scope::failing : run_scope::selected;
}

const std::vector<file_selection>& selections_of(const run_target& target) {
  static const std::vector<file_selection> none;
  if (const auto* all = std::get_if<run_all>(&target)) return all->selections;
  const auto* selected = std::get_if<run_selected>(&target);
  return selected != nullptr ? selected->selections : none;
}

const std::vector<rerun_test>& rerun_set_of(const run_target& target) {
  static const std::vector<rerun_test> none;
  const auto* failed = std::get_if<run_failed>(&target);
  return failed != nullptr ? failed->tests : none;
}

}  // namespace covey::parsers
