#include "protocol/render/run_times.hpp"
#include <chrono>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::protocol {
namespace {

using part = std::pair<std::string_view, std::int64_t>;

std::int64_t rounded(std::chrono::milliseconds time) {
  return std::chrono::round<std::chrono::seconds>(time).count();
}

std::vector<part> parts_of(const parsers::finished_run& run) {
  constexpr std::chrono::seconds worth_telling{10};
  const auto& [before, tests, coverage, built] = run.times;
  std::vector<part> out;
  if (run.duration < worth_telling) return out;
  for (const auto& [name, time] :
       {std::pair{built ? "build" : "start", before}, {"tests", tests}, {"coverage", coverage}})
    if (rounded(time) > 0) out.emplace_back(name, rounded(time));
  if (out.size() < 2) out.clear();
  return out;
}

}  // namespace

std::string times_line(const parsers::finished_run& run) {
  std::string out;
  for (const auto& [name, time] : parts_of(run))
    out += (out.empty() ? "" : ", ") + std::string{name} + " " + std::to_string(time);
  return out.empty() ? out : std::to_string(rounded(run.duration)) + " s: " + out;
}

void add_times(json::object& out, const parsers::finished_run& run) {
  json::object parts;
  for (const auto& [name, time] : parts_of(run)) parts[name] = time;
  if (!parts.empty()) out["time_s"] = std::move(parts);
}

}  // namespace covey::protocol
