#include "parsers/model/snapshot.hpp"

namespace covey::parsers {
namespace {

std::int32_t tenths(const found_and_hit& value) {
  return static_cast<std::int32_t>(permille(value));
}

}  // namespace

snapshot_change change(const snapshot& before, const snapshot& after) {
  snapshot_change out;
  out.overall = tenths(after.lines) - tenths(before.lines);
  for (const auto& [path, lines] : before.files) {
    const auto now = after.files.find(path);
    out.files[path] = (now != after.files.end() ? tenths(now->second) : 0) - tenths(lines);
    if (now == after.files.end()) out.removed.push_back(path);
  }
  for (const auto& [path, lines] : after.files) {
    if (before.files.count(path) > 0) continue;
    out.files[path] = tenths(lines);
    out.added.push_back(path);
  }
  return out;
}

}  // namespace covey::parsers
