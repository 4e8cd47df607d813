#include "protocol/render/run.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/run_said.hpp"
#include "protocol/render/run_view.hpp"
#include "protocol/render/streams.hpp"
#include <algorithm>

namespace covey::protocol {

const char* const run_schema =
    R"({"type":"object","required":["status"],"properties":{"status":{"type":"string"},)"
    R"("counts":{"type":"object"},"failures":{"type":"array"}}})";

tool_answer render_run(const parsers::finished_run& run, run_output output, const answer_view& view,
                       const std::vector<std::string>& told) {
  const bool raw =
      output == run_output::raw || (output == run_output::automatic && is_readable(run, view.bytes));
  auto from = run_view_of(run, view);
  from.told = told;
  const auto lines = raw ? lines_around_output(from) : summary_lines(from, output == run_output::automatic);
  auto members = members_of(from);
  const auto said = lines.before.size() + lines.after.size();
  const auto used = to_text(members).size();
  const auto room = [&](std::size_t bytes) { return view.bytes - std::min(view.bytes, bytes); };
  const auto failures = run_failures_of(run, view, room(raw ? used : std::max(used, said)));
  const auto middle = raw ? shown_streams(run.out, run.err, room(said)) : text_of(failures);
  for (auto& member : object_of(failures)) members[member.key()] = std::move(member.value());
  return {lines.before + middle + lines.after, std::move(members), could_not_run(run)};
}

}  // namespace covey::protocol
