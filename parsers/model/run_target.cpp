#include "parsers/model/run_target.hpp"

namespace covey::parsers {

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
