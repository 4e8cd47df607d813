#include "parsers/model/snapshot.hpp"

namespace covey::parsers {
namespace {

// The difference of the two exact percentages, not of the displayed ones: 12.34 % and 14.25 % are 1.9 apart,
// although they are displayed as 12.3 and 14.3. Rounded away from zero, so that a loss is as large as the
// same gain.
std::int32_t tenths_between(const found_and_hit& before, const found_and_hit& after) {
  __extension__ using wide = __int128;  // counts have up to 40 bits
  const wide found_before = before.found > 0 ? before.found : 1,
             found_after = after.found > 0 ? after.found : 1;
  const wide below = found_before * found_after;
  const wide above = 1000 * (wide{after.hit} * found_before - wide{before.hit} * found_after);
  const wide rounded = (2 * (above < 0 ? -above : above) + below) / (2 * below);
  return static_cast<std::int32_t>(above < 0 ? -rounded : rounded);
}

}  // namespace

snapshot_change change(const snapshot& before, const snapshot& after) {
  snapshot_change out;
  out.overall = tenths_between(before.lines, after.lines);
  for (const auto& [path, lines] : before.files) {
    const auto now = after.files.find(path);
    out.files[path] = tenths_between(lines, now != after.files.end() ? now->second : found_and_hit{});
    if (now == after.files.end()) out.removed.push_back(path);
  }
  for (const auto& [path, lines] : after.files) {
    if (before.files.count(path) > 0) continue;
    out.files[path] = tenths_between({}, lines);
    out.added.push_back(path);
  }
  return out;
}

}  // namespace covey::parsers
