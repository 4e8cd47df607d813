#include "parsers/model/unknown_selections.hpp"

namespace covey::parsers {

void add_unknown_selections(run_results& results, const std::vector<unknown_name>& names) {
  for (const auto& [name, advice] : names) {
    failure why;
    why.kind = failure_kind::error;
    why.id.group = shared_text{name};
    why.message = "nothing is listed under exactly this name" + (advice.empty() ? "" : "; " + advice);
    ++results.totals.errors;
    results.failures.push_back(std::move(why));
  }
}

}  // namespace covey::parsers
