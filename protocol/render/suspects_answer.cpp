#include "protocol/render/suspects_answer.hpp"
#include "protocol/render/overview.hpp"
#include "protocol/render/suspects.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

constexpr std::size_t name_bytes = 200;

std::string title_of(const parsers::finished_run& run, const parsers::cause& cause) {
  const auto& example = run.results.failures[cause.example()];
  const auto name = one_line(clipped(parsers::full_name(example.id), name_bytes));
  const auto count = cause.members.size();
  return count == 1 ? name : std::to_string(count) + " like " + name;
}

std::string counted_in(const parsers::suspect_list& all) {
  switch (all.unit) {
    case parsers::attribution::test:
      return "";
    case parsers::attribution::file:
      return "counted are test files: every test of a file has run what one of them ran";
    case parsers::attribution::package:
      return "counted are packages: every test of a package has run what one of them ran";
    case parsers::attribution::binary:
      return "counted are test binaries: every test of one has run what one of them ran";
    case parsers::attribution::run:
      return "counted is the whole run: lines are not told apart by test";
  }
  return "";
}

// One list, under its title.
void add_list(tool_answer& out, json::object object, const std::string& title,
              const parsers::suspect_list& all, std::size_t limit) {
  const auto shown = first_of(all, limit);
  out.text += title + "\n";
  if (shown.found.empty()) {
    out.text += "   " + why_none(all) + "\n";
    object["why_none"] = why_none(all);
  }
  for (std::size_t i = 0; i < shown.found.size(); ++i)
    out.text += "   " + std::to_string(i + 1) + ". " + suspect_line(all, shown.found[i]) + "\n";
  object["failing"] = all.all.failing;
  object["passing"] = all.all.passing;
  const bool any_edited =
      std::any_of(shown.found.begin(), shown.found.end(), [](const auto& one) { return one.edited; });
  if (all.edited_since > 0)
    object["edited_since"] = all.edited_since;
  else if (any_edited)
    object["edited_since"] = "HEAD";
  object["suspects"] = array_of(shown);
  out.structured["lists"].as_array().emplace_back(std::move(object));
}

tool_answer without(const parsers::finished_run& run, std::string_view status, std::string why) {
  return {std::move(why), {{"status", status}, {"run_id", run.id}}, false};
}

tool_answer ranked(const parsers::finished_run& run) {
  return {"", {{"status", "ranked"}, {"run_id", run.id}, {"lists", json::array{}}}, false};
}

void add_unit(tool_answer& out, const parsers::suspect_list& said) {
  const auto unit = counted_in(said);
  if (unit.empty()) return;
  out.text += "\n" + unit + "\n";
  out.structured["unit"] = parsers::to_string(said.unit);
}

}  // namespace

const char* const suspects_schema =
    R"({"type":"object","required":["status"],"properties":{"status":{"type":"string"}}})";

named_failures failures_named(const parsers::finished_run& run, const std::vector<std::string>& names) {
  named_failures out;
  const auto& all = run.results.failures;
  const auto is_named = [](const parsers::test_id& id, std::string_view name) {
    const auto full = one_line(parsers::full_name(id));  // as answers have it
    const bool ends = full.ends_with(name);
    return ends &&
           (full.size() == name.size() || one_line(id.name) == name ||
            std::string_view{"/:> "}.find(full[full.size() - name.size() - 1]) != std::string_view::npos);
  };
  for (const auto& name : names) {
    const auto before = out.found.size();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (is_named(all[i].id, one_line(name))) out.found.push_back(i);
    if (out.found.size() == before && out.unknown.empty()) out.unknown = name;
  }
  std::sort(out.found.begin(), out.found.end());
  out.found.erase(std::unique(out.found.begin(), out.found.end()), out.found.end());
  return out;
}

namespace {

tool_answer of_named(const parsers::finished_run& run, const suspects_asked& asked,
                     const parsers::suspect_list* of_tests) {
  const auto id = "run " + std::to_string(run.id);
  const auto named = failures_named(run, asked.tests);
  if (!named.unknown.empty())
    return tool_error("suspects: no test that " + id + " found failing is called '" +
                      one_line(clipped(named.unknown, name_bytes)) + "'");
  if (of_tests == nullptr)
    return without(
        run, "not_measured",
        "the coverage of " + id + " is not there, or its sources could not be read in time: run_tests again");
  tool_answer out = ranked(run);
  add_list(out, {}, std::to_string(named.found.size()) + " failure(s) of these tests:", *of_tests,
           asked.limit.value_or(parsers::kept_suspects));
  add_unit(out, *of_tests);
  return out;
}

void add_rest(tool_answer& out, const std::string& next) {
  out.text +=
      "the next causes did not fit, from " + next + " on: name one in `group`, or give a smaller limit\n";
  out.structured["next_group"] = next;
}

// Each of all, or the one that was asked for; as many as fit.
tool_answer of_causes(const parsers::finished_run& run, const suspects_asked& asked,
                      const cause_index& by_cause, std::size_t bytes) {
  const auto& causes = by_cause.causes();
  auto out = ranked(run);
  const parsers::suspect_list* said = nullptr;
  for (std::size_t i = 0; i < causes.size(); ++i) {
    const auto cause_id = by_cause.id_of(i);
    const auto& all = causes[i].suspects;
    if (!asked.group.empty() && cause_id != asked.group) continue;
    if (asked.group.empty() && all.all == parsers::run_by{} && i >= parsers::max_causes) continue;
    const auto limit = asked.limit.value_or(asked.group.empty() ? first_suspects : parsers::kept_suspects);
    auto longer = out;
    add_list(longer, {{"cause", cause_id}}, "[" + cause_id + "] " + title_of(run, causes[i]), all, limit);
    const bool fits = std::max(longer.text.size(), to_text(longer.structured).size()) <= bytes;
    if (said != nullptr && !fits) {
      add_rest(out, cause_id);
      break;
    }
    out = std::move(longer);
    said = &all;
  }
  if (said == nullptr)
    return tool_error("suspects: no cause " + one_line(clipped(asked.group, 100)) + " in run " +
                      std::to_string(run.id) + ": its causes are " + by_cause.id_of(0) + " to " +
                      by_cause.id_of(causes.size() - 1));
  add_unit(out, *said);
  return out;
}

}  // namespace

tool_answer render_suspects(const parsers::finished_run* run, const suspects_asked& asked,
                            const parsers::suspect_list* of_tests, const answer_view& view) {
  if (run == nullptr) return {"no run_tests call yet in this session", {{"status", "no_run"}}, false};
  const auto own = own_failures(*run, view.freshness.get());
  const auto id = "run " + std::to_string(run->id);
  if (own.empty()) return without(*run, "nothing_failed", id + " found no failure");
  if (!asked.tests.empty()) return of_named(*run, asked, of_tests);
  const cause_index by_cause{own, *run};
  const auto& causes = by_cause.causes();
  const auto is_measured = [](const auto& one) { return one.suspects.all != parsers::run_by{}; };
  if (std::none_of(causes.begin(), causes.end(), is_measured))
    return without(*run, "not_measured",
                   "nothing is known of the lines that the failing tests of " + id +
                       " ran: no coverage of them was measured; or name some in `tests`");
  return of_causes(*run, asked, by_cause, view.bytes);
}

}  // namespace covey::protocol
