#include "protocol/render/run_failures.hpp"
#include "protocol/render/lean.hpp"
#include "protocol/render/overview.hpp"

namespace covey::protocol {

std::string run_failures_text(const parsers::finished_run& run, const answer_view& view, std::size_t bytes) {
  const auto all = own_failures(run, view.tree.get());
  if (all.empty()) return "";
  const auto prefix = common_prefix(all);
  const failure_style style{view.sources, run.id, prefix};
  if (all.size() > handful) return "\n" + overview_text(run, all, {all, run.id}, style, bytes);
  return "\n" + std::to_string(all.size()) + " test failure(s)" + prefix_remark(prefix) + ":\n\n" +
         failure_list(all, {0, all.size()}, style, bytes).text;
}

json::object run_failures(const parsers::finished_run& run, const answer_view& view, std::size_t bytes,
                          bool names_in_full) {
  const auto all = own_failures(run, view.tree.get());
  const auto prefix = names_in_full ? std::string{} : common_prefix(all);
  const failure_style style{view.sources, run.id, prefix, view.detail};
  json::object out;
  if (all.size() > handful)
    add_overview(out, run, all, {all, run.id}, style, bytes);
  else
    add_failures(out, failure_array(all, {0, all.size()}, style, bytes), style);
  out["failures_left_out"] = all.size() - out["failures"].as_array().size();
  if (!view.detail) drop_empty(out);
  return out;
}

}  // namespace covey::protocol
