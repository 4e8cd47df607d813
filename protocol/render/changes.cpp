#include "protocol/render/changes.hpp"
#include "protocol/render/failure_list.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"

namespace covey::protocol {
namespace {

constexpr std::size_t max_names = 3;
constexpr std::size_t names_bytes = 400;
constexpr std::size_t name_bytes = 200;

std::string figures(const parsers::finished_run& run) {
  const auto& changes = run.changes;
  const auto fixed = std::to_string(changes.fixed.size());
  const auto rest =
      std::to_string(changes.still) + " still fail, " + std::to_string(changes.newly.size()) + " new";
  if (run.scope == parsers::run_scope::failing)
    return std::to_string(run.known_before - run.still_failing.size()) + " rerun: " + fixed + " pass, " +
           rest + "; run_tests runs all";
  return "since the last run: " + fixed + " fixed, " + rest;
}

}  // namespace

std::string changes_text(const parsers::finished_run& run) {
  const auto& changes = run.changes;
  const bool rerun = run.scope == parsers::run_scope::failing;
  const bool nothing = changes.fixed.empty() && changes.still == 0 && changes.newly.empty();
  if (!changes.compared || (nothing && !rerun)) return "";
  auto out = figures(run);
  if (changes.fixed.empty()) return out;
  std::string names;
  std::size_t shown = 0;
  const parsers::test_id* last = nullptr;
  for (const auto& id : changes.fixed) {
    // For consecutive tests of one suite, the suite is named once.
    const bool same = last != nullptr && last->group == id.group && !id.name.empty();
    const auto name = one_line(clipped(same ? id.name : parsers::full_name(id), name_bytes));
    if (shown == max_names || (shown > 0 && names.size() + name.size() > names_bytes)) break;
    names += (shown++ == 0 ? "" : "; ") + name;
    last = &id;
  }
  out += "\nfixed: " + names;
  if (shown < changes.fixed.size()) out += "; … " + std::to_string(changes.fixed.size() - shown) + " more";
  return out;
}

void add_changes(json::object& out, const parsers::finished_run& run) {
  const auto& changes = run.changes;
  if (!changes.compared) return;
  std::vector<std::string> fixed;
  for (const auto& id : changes.fixed)
    if (fixed.size() < max_names) fixed.push_back(clipped(parsers::full_name(id), name_bytes));
  text_budget budget{names_bytes};
  out["changes"] = {{"fixed", changes.fixed.size()},
                    {"still_failing", changes.still},
                    {"new", changes.newly.size()},
                    {"fixed_names", json_list(bounded_list(fixed, budget))}};
}

}  // namespace covey::protocol
