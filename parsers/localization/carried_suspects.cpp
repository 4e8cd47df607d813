#include "parsers/localization/carried_suspects.hpp"
#include <algorithm>
#include <map>

namespace covey::parsers {
namespace {

// By test, the cause of its failure.
std::map<test_id, const cause*> causes_by_test(const finished_run& run) {
  std::map<test_id, const cause*> out;
  for (const auto& one : run.causes)
    for (const auto member : one.members) out.emplace(run.results.failures[member].id, &one);
  return out;
}

// Null: its tests had several, or none.
const cause* cause_before(const cause& now, const finished_run& run,
                          const std::map<test_id, const cause*>& before) {
  const cause* out = nullptr;
  for (const auto member : now.members) {
    const auto found = before.find(run.results.failures[member].id);
    if (found == before.end() || (out != nullptr && out != found->second)) return nullptr;
    out = found->second;
  }
  return out;
}

// Where the function is now. Lines in no function are not found again, nor one of several with its name that has moved.
bool find_again(suspect& one, measured_sources& sources) {
  const function_extent* found = nullptr;
  std::size_t count = 0;
  for (const auto& each : sources.functions_of(one.file)) {
    if (each.name != one.function) continue;
    one.path.clear();  // its lines may have moved within it
    if (each.first == one.lines.first && each.last == one.lines.last) return true;
    found = &each;
    ++count;
  }
  if (count != 1) return false;
  one.lines = {found->first, found->last};
  one.worst = {};
  return true;
}

void count_equal(suspect_list& of) {
  of.equal = static_cast<std::size_t>(std::count_if(of.found.begin(), of.found.end(), [&](const auto& one) {
    return one.score == of.found.front().score;
  }));
}

}  // namespace

void keep_suspects(std::vector<cause>& causes, const finished_run& run, const finished_run& last,
                   measured_sources& sources) {
  const auto before = causes_by_test(last);
  failure since_last;
  since_last.passed =
      std::make_shared<const last_pass>(last_pass{last.id, last.fingerprints.before, last.lines, {}});
  for (auto& one : causes) {
    const auto* known = cause_before(one, run, before);
    if (known == nullptr || known->suspects.all.passing <= one.suspects.all.passing) continue;
    auto kept = known->suspects;
    if (kept.of_run == 0) kept.of_run = last.id;
    std::erase_if(kept.found, [&](auto& each) { return !find_again(each, sources); });
    const auto& failed = run.results.failures[one.members.front()];
    kept.edited_since = 0;
    for (auto& each : kept.found) {
      each.edited = sources.edits_of(each.file, failed).in(each.lines);
      if (each.edited) kept.edited_since = sources.edited_since(failed);
    }
    // What was edited since that run has not mended these tests: the others come first.
    std::stable_partition(kept.found.begin(), kept.found.end(), [&](const auto& each) {
      return !sources.edits_of(each.file, since_last).in(each.lines);
    });
    count_equal(kept);
    one.suspects = std::move(kept);
  }
}

}  // namespace covey::parsers
