#include "protocol/render/run_failures.hpp"
#include "protocol/render/lean.hpp"

namespace covey::protocol {

run_failures run_failures_of(const parsers::finished_run& run, const answer_view& view, std::size_t bytes,
                             bool full_names) {
  const auto all = own_failures(run, view.freshness.get());
  const auto prefix = full_names ? std::string{} : common_prefix(all);
  constexpr std::size_t frames = 3;  // last_test_failures has the others
  const failure_style style{view.sources, run.id, prefix, view.detail, frames};
  run_failures out{.all = all.size(), .shown = {}, .detail = view.detail};
  if (all.size() > handful)
    out.shown = overview_of(run, all, {all, run}, style, bytes);
  else
    out.shown = list_failures(all, {0, all.size()}, style, bytes);
  return out;
}

std::string text_of(const run_failures& from) {
  if (from.all == 0) return "";
  if (const auto* many = std::get_if<overview>(&from.shown)) return "\n" + text_of(*many);
  const auto& few = std::get<failure_list>(from.shown);
  return "\n" + std::to_string(from.all) + " test failure(s)" + prefix_remark(few.prefix) + ":\n\n" +
         text_of(few);
}

json::object object_of(const run_failures& from) {
  json::object out;
  if (const auto* many = std::get_if<overview>(&from.shown))
    add_overview(out, *many);
  else
    add_failures(out, std::get<failure_list>(from.shown));
  out["failures_left_out"] = from.all - out["failures"].as_array().size();
  if (!from.detail) drop_empty(out);
  return out;
}

}  // namespace covey::protocol
