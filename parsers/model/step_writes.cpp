#include "parsers/model/step_writes.hpp"
#include <algorithm>

namespace covey::parsers {
namespace {

constexpr std::size_t max_named = 5;

std::string named(const std::vector<shared_text>& files) {
  std::string out;
  for (std::size_t i = 0; i < std::min(files.size(), max_named); ++i)
    out += (i == 0 ? "" : ", ") + files[i].string();
  if (files.size() > max_named) out += " and " + std::to_string(files.size() - max_named) + " more";
  return out;
}

}  // namespace

std::string note_of_step(std::string_view step, const fingerprint& before, const fingerprint& after) {
  auto changes = changes_between(before, after);
  std::erase_if(changes.created, [&](const shared_text& file) { return before.may_hide(file); });
  std::erase_if(changes.removed, [&](const shared_text& file) { return after.may_hide(file); });
  if (changes.empty()) return {};
  auto& written = changes.changed;
  written.insert(written.end(), changes.created.begin(), changes.created.end());
  std::string out = "the step `" + std::string{step} + "`";
  if (!written.empty()) out += " wrote " + named(written);
  if (!changes.removed.empty())
    out += (written.empty() ? " removed " : ", and removed ") + named(changes.removed);
  return out;
}

}  // namespace covey::parsers
