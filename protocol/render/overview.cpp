#include "protocol/render/overview.hpp"
#include "parsers/text/slices.hpp"
#include "protocol/render/lean.hpp"
#include "protocol/render/suites.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

constexpr std::size_t max_examples = 8;  // further causes have one line each
constexpr std::size_t max_suites = 8;
constexpr std::size_t max_named = 50;         // of causes that do not fit
constexpr std::size_t examples_bytes = 2400;  // for all causes together, unless there are many
constexpr std::size_t least_example = 450;
constexpr std::size_t max_example = 1200;
constexpr std::size_t name_bytes = 200;

std::string counted(std::uint64_t count, std::string_view what) {
  return count == 0 ? "" : ", " + std::to_string(count) + " " + std::string{what};
}

std::string suite_line(const suite_counts& suite, std::string_view prefix) {
  const auto name = name_without(prefix, suite.name);
  const auto red =
      counted(suite.failed, "failed") + counted(suite.errors, suite.errors == 1 ? "error" : "errors");
  auto out = (name.empty() ? suite.name : name) + ": " + (red.empty() ? "0 failed" : red.substr(2)) +
             counted(suite.passed, "passed") + counted(suite.skipped, "skipped") +
             counted(suite.not_run, "did not run");
  return suite.why_not_run.empty() ? out : out + " (" + suite.why_not_run + ")";
}

// If one suite has all failures, the heading says so.
bool is_worth_showing(const suite_list& suites) {
  return suites.troubled.size() > 1 || (!suites.troubled.empty() && suites.all > 1);
}

std::string suites_text(const suite_list& suites, std::string_view prefix) {
  if (!is_worth_showing(suites)) return "";
  std::string out;
  std::uint64_t others = 0;
  for (std::size_t i = 0; i < suites.troubled.size(); ++i) {
    if (i < max_suites)
      out += "  " + suite_line(suites.troubled[i], prefix) + "\n";
    else
      others += suites.troubled[i].red();  // failures and errors
  }
  if (suites.troubled.size() > max_suites)
    out += "  … " + std::to_string(suites.troubled.size() - max_suites) +
           " more suites: " + std::to_string(others) + " failures\n";
  return out;
}

std::size_t example_bytes(std::size_t causes) {
  const auto shown = std::clamp<std::size_t>(causes, 1, max_examples);
  return std::clamp(examples_bytes / shown, least_example, max_example);
}

json::object suite_object(const suite_counts& suite, const overview& of) {
  const auto name = of.detail ? std::string{} : name_without(of.prefix, suite.name);
  json::object out{{"name", name.empty() ? clipped(suite.name, name_bytes) : name},
                   {"failed", suite.failed},
                   {"passed", suite.passed},
                   {"skipped", suite.skipped}};
  if (suite.errors > 0) out["errors"] = suite.errors;
  if (suite.not_run > 0) out["not_run"] = suite.not_run;
  if (!suite.why_not_run.empty()) out["why_not_run"] = suite.why_not_run;
  if (!of.detail) drop_empty(out);
  return out;
}

std::string heading_of(const overview& from) {
  const auto causes = from.causes.size() + from.unnamed;
  return std::to_string(from.failures) + " test failure(s) of " + std::to_string(causes) +
         (causes == 1 ? " cause in " : " causes in ") + std::to_string(from.suites.troubled.size()) + " of " +
         std::to_string(from.suites.all) + " suites" + prefix_remark(from.prefix) + ":\n" +
         suites_text(from.suites, from.prefix) + "\n";
}

}  // namespace

cause_index::cause_index(found_span all, const parsers::finished_run& run) : all_(all), latest_(run.id) {
  const bool are_known = !run.causes.empty();
  if (are_known) causes_ = run.causes;
  if (are_known) return;
  std::vector<const parsers::failure*> failures;
  failures.reserve(all.size());
  for (const auto& one : all) failures.push_back(one.what);
  causes_ = parsers::causes_of(failures);
}

std::string cause_index::id_of(std::size_t cause) const {
  return "r" + std::to_string(latest_) + "c" + std::to_string(cause + 1);
}

std::optional<std::vector<found_failure>> cause_index::members_of(std::string_view id) const {
  for (std::size_t i = 0; i < causes_.size(); ++i) {
    if (id_of(i) != id) continue;
    std::vector<found_failure> out;
    for (const auto member : causes_[i].members) out.push_back(all_[member]);
    return out;
  }
  return std::nullopt;
}

overview overview_of(const parsers::finished_run& run, found_span all, const cause_index& by_cause,
                     const failure_style& style, std::size_t bytes) {
  overview out{.failures = all.size(),
               .suites = suites_of(run),
               .causes = {},
               .prefix = std::string{style.prefix},
               .detail = style.detail};
  const auto each = example_bytes(by_cause.causes().size());
  auto used = heading_of(out).size();
  const auto told = [&](const parsers::cause& cause) {
    return run.scope == parsers::run_scope::failing && std::ranges::includes(run.changes.same, cause.members);
  };
  bool fits = true;
  told_functions functions;
  for (std::size_t i = 0; i < by_cause.causes().size(); ++i) {
    const auto& cause = by_cause.causes()[i];
    const bool as_before = told(cause);
    auto one = view_of(cause, all, style, i < max_examples && !as_before ? each : 0);
    leave_out_told(one.suspects, functions);
    if (as_before) one.line += " (as before)";
    one.id = by_cause.id_of(i);
    fits = fits && (i == 0 || used + bytes_of(one, style.detail) <= bytes);
    if (!fits && i >= max_named) {
      out.unnamed = by_cause.causes().size() - i;
      break;
    }
    if (!fits) one = name_of(cause, all, style);
    one.id = by_cause.id_of(i);
    used += bytes_of(one, style.detail);
    out.causes.push_back(std::move(one));
  }
  return out;
}

std::string text_of(const overview& from) {
  auto out = heading_of(from);
  for (const auto& cause : from.causes) out += text_of(cause);
  if (from.unnamed > 0) out += "… " + std::to_string(from.unnamed) + " more causes\n";
  if (from.causes.size() == from.failures) return out;
  return out + "(all of a cause: last_test_failures {\"group\": \"" + from.causes.front().id + "\"})\n";
}

void add_overview(json::object& out, const overview& from) {
  json::array suites, causes, examples;
  if (from.detail || is_worth_showing(from.suites))
    for (std::size_t i = 0; i < std::min(from.suites.troubled.size(), max_suites); ++i)
      suites.emplace_back(suite_object(from.suites.troubled[i], from));
  for (const auto& cause : from.causes) {
    causes.emplace_back(object_of(cause, from.detail));
    if (!cause.example) continue;
    examples.emplace_back(example_object(cause, from.detail));
  }
  if (!from.prefix.empty()) out["names_begin_with"] = from.prefix;
  out["suites"] = std::move(suites);
  const bool are_single = from.causes.size() == from.failures && examples.size() == from.failures &&
                          std::all_of(from.causes.begin(), from.causes.end(),
                                      [](const auto& cause) { return cause.suspects.empty(); });
  if (from.detail || !are_single) out["causes"] = std::move(causes);
  if (from.unnamed > 0) out["causes_left_out"] = from.unnamed;
  out["failures"] = std::move(examples);
}

std::vector<std::string> unrun_suites(const parsers::finished_run& run, std::string_view prefix) {
  std::vector<std::string> out;
  for (const auto& suite : suites_of(run).troubled) {
    if (suite.not_run == 0) continue;
    const auto why = suite.why_not_run.empty() ? "" : " (" + suite.why_not_run + ")";
    out.push_back(name_without(prefix, suite.name) + ": " + std::to_string(suite.not_run) + why);
  }
  return out;
}

}  // namespace covey::protocol
