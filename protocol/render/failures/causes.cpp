// Many failures at a glance, their causes, and the functions behind them.
#include "protocol/render/failures/views.hpp"
#include "parsers/text/slices.hpp"
#include "protocol/json.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace covey::protocol {

namespace {

using parsers::failure_kind;

constexpr std::size_t name_bytes = 200;

using by_name = std::map<std::string_view, suite_counts>;

// Caches the last suite, since tests mostly come one suite after the other.
class counter {
 public:
  suite_counts& of(std::string_view group) {
    if (last_ == nullptr || group != last_name_) {
      last_ = &suites_[group];
      last_name_ = group;
    }
    return *last_;
  }
  by_name& all() { return suites_; }

 private:
  by_name suites_;
  suite_counts* last_ = nullptr;
  std::string_view last_name_;
};

// What ended a suite early.
std::string stopped_by(const parsers::finished_run& run, std::string_view group) {
  const parsers::failure* found = nullptr;
  for (const auto& one : run.results.failures) {
    const bool ends = one.kind == failure_kind::crash || one.kind == failure_kind::timeout ||
                      one.kind == failure_kind::panic || one.id.name.empty();
    if (ends && one.id.group == group && (found == nullptr || found->kind > one.kind)) found = &one;
  }
  if (found == nullptr) return run.ending.timed_out ? "the time was over" : "";
  if (found->kind == failure_kind::assertion || found->kind == failure_kind::error)
    return "";  // the failure itself says why
  const auto name = one_line(clipped(found->id.name, name_bytes));
  return "stopped by a " + std::string{parsers::to_string(found->kind)} + (name.empty() ? "" : " in " + name);
}

constexpr std::size_t max_parts = 3;  // further messages are counted
constexpr std::size_t part_name_bytes = 50;
constexpr std::size_t names_bytes = 100;  // for the names of a cause's other tests

// In the suite of the example the name goes without it.
std::string name_beside(const parsers::failure& example, const parsers::failure& one,
                        const failure_style& style, std::size_t bytes) {
  const bool same_suite = one.id.group == example.id.group && !one.id.name.empty();
  auto name = same_suite ? one.id.name : parsers::full_name(one.id);
  if (!same_suite && name.starts_with(style.prefix)) name.erase(0, style.prefix.size());
  return one_line(clipped(name, bytes));
}

// Those of other lines first: one of them may have a fault of its own, and is not to be lost among eighty of a table.
std::vector<std::size_t> by_place(const parsers::cause_part& part, found_span all) {
  std::set<parsers::location> seen{all[part.example].what->where};
  std::vector<std::size_t> out, rest;
  for (const auto member : part.members)
    if (member != part.example) (seen.insert(all[member].what->where).second ? out : rest).push_back(member);
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

// Names of the failures that say what the example says, as many as fit.
std::string others_of(const parsers::cause_part& part, found_span all, const failure_style& style) {
  std::string out;
  std::size_t left_out = 0;
  const auto& example = *all[part.example].what;
  for (const auto member : by_place(part, all)) {
    const auto& one = *all[member].what;
    auto name = name_beside(example, one, style, name_bytes);
    const auto line = std::to_string(one.where.line);
    if (one.where.line > 0 && one.where != example.where && !name.ends_with("(line " + line + ")"))
      name += ":" + line;
    if (out.empty()) name = clipped(name, names_bytes);  // one always fits
    if (left_out > 0 || (!out.empty() && out.size() + name.size() > names_bytes))
      ++left_out;
    else
      out += (out.empty() ? "" : "; ") + name;
  }
  if (left_out == 0) return out;
  return out + (out.empty() ? "" : "; ") + "… " + std::to_string(left_out) + " more";
}

// The example's name and location, and its message or failing source line.
std::string line_of(const failure_view& example, const source_lines& sources) {
  const auto& what = *example.of.what;
  const auto text = telling_line(what, sources);
  const auto place = one_line(place_text(parsers::innermost_place(what)));
  auto out = clipped(name_line(example), name_bytes);
  if (!place.empty() && place != parsers::full_name(what.id)) out += " (" + place + ")";
  return text.empty() ? out : out + ": " + text;
}

// Without what the one before says, too: of what one line of a test compares the values tell.
std::string beside(const std::string& before, const std::string& said) {
  constexpr std::size_t worth = 40;
  const auto differs = std::mismatch(before.begin(), before.end(), said.begin(), said.end()).second;
  const auto same = said.substr(0, static_cast<std::size_t>(differs - said.begin())).rfind(' ');
  return same == std::string::npos || same < worth ? said : "…" + said.substr(same);
}

// "25 of them: no such key — cart > removes", of failures that say something else than the example.
std::string part_line(const parsers::cause_part& part, const parsers::failure& example, found_span all,
                      const failure_style& style, std::string& before) {
  const auto& one = *all[part.example].what;
  const auto name = name_beside(example, one, style, part_name_bytes);
  const auto all_said = telling_line(one, style.sources);
  const auto said = beside(std::exchange(before, all_said), all_said);
  return std::to_string(part.members.size()) + " of them: " + (said.empty() ? name : said + " — " + name);
}

// What the other failures of the cause say: a line for each message, then how many are left.
std::vector<std::string> parts_of(const parsers::cause& cause, found_span all, const failure_style& style) {
  std::vector<std::string> out;
  std::size_t left = 0, tests = 0;
  std::string before;
  for (std::size_t i = 1; i < cause.parts.size(); ++i) {
    if (out.size() < max_parts)
      out.push_back(part_line(cause.parts[i], *all[cause.example()].what, all, style, before));
    else
      ++left, tests += cause.parts[i].members.size();
  }
  if (left > 0)
    out.push_back(std::to_string(tests) + " with " + std::to_string(left) +
                  (left == 1 ? " more message" : " more messages"));
  return out;
}

// Of a cause whose tests partly failed before.
cause_view view_of_new(parsers::cause cause, std::vector<std::size_t> news, found_span all,
                       const failure_style& style, std::size_t example_bytes) {
  const auto count = cause.members.size(), before = count - news.size();
  keep_members(cause, std::move(news), failures_in(all));
  auto out = view_of(cause, all, style, example_bytes);
  out.count = count;
  out.parts.push_back(std::to_string(before) + " of them failed before");
  return out;
}

constexpr std::size_t max_examples = 8;  // further causes have one line each
constexpr std::size_t max_suites = 4;
constexpr std::size_t max_named = 50;         // of causes that do not fit
constexpr std::size_t examples_bytes = 2400;  // for all causes together, unless there are many
constexpr std::size_t least_example = 450;
constexpr std::size_t max_example = 1200;

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

suite_list suites_of(const parsers::finished_run& run) {
  counter counts;
  for (const auto& test : run.results.tests) {
    auto& suite = counts.of(test.id.group);
    if (test.result == parsers::outcome::passed) ++suite.passed;
    if (test.result == parsers::outcome::skipped) ++suite.skipped;
  }
  for (const auto& one : run.results.failures) {
    auto& suite = counts.of(one.id.group);
    ++(parsers::is_of_a_test(one) ? suite.failed : suite.errors);
  }
  for (const auto& gap : run.results.unrun) {
    auto& suite = counts.of(gap.group);
    suite.not_run += gap.count;
    suite.why_not_run = stopped_by(run, gap.group);
  }
  suite_list out;
  out.all = counts.all().size();
  for (auto& [name, suite] : counts.all()) {
    if (suite.red() + suite.not_run == 0) continue;
    suite.name = name;
    out.troubled.push_back(std::move(suite));
  }
  std::stable_sort(out.troubled.begin(), out.troubled.end(), [](const auto& a, const auto& b) {
    return std::tuple{b.red(), b.not_run} < std::tuple{a.red(), a.not_run};
  });
  return out;
}

std::string name_without(std::string_view prefix, std::string_view name) {
  if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  return one_line(clipped(name, name_bytes));
}

cause_view view_of(const parsers::cause& cause, found_span all, const failure_style& style,
                   std::size_t example_bytes) {
  std::vector<std::size_t> news;
  for (const auto member : cause.members)
    if (all[member].is_new) news.push_back(member);
  if (!news.empty() && news.size() < cause.members.size())
    return view_of_new(cause, std::move(news), all, style, example_bytes);
  auto found = all[cause.example()];
  found.suspects = nullptr;  // the cause tells them
  cause_view out{.id = {}, .count = cause.members.size()};
  out.others = others_of(cause.parts.front(), all, style);
  out.parts = parts_of(cause, all, style);
  out.suspects = suspects_view_of(cause.suspects, style.sources);
  if (example_bytes > 0) {
    out.example = view_of(found, style, example_bytes);
  } else {
    out.line = line_of(named_view(found, style), style.sources);
    for (auto& lines : out.suspects.lines) lines.clear();
  }
  return out;
}

cause_view name_of(const parsers::cause& cause, found_span all, const failure_style& style) {
  return {
      .id = {}, .count = cause.members.size(), .line = name_line(named_view(all[cause.example()], style))};
}

std::string text_of(const cause_view& from) {
  auto out = (from.id.empty() ? "- " : "[" + from.id + "] ") +
             (from.count == 1 ? "" : std::to_string(from.count) + " like ");
  if (!from.example) {
    out += from.line + (from.others.empty() ? "" : "; also: " + from.others) + "\n";
  } else {
    out += name_line(*from.example) + "\n" + lines_of(*from.example);
    if (!from.others.empty()) out += "   also: " + from.others + "\n";
  }
  for (const auto& part : from.parts) out += "   " + part + "\n";
  out += lines_of(from.suspects);
  return from.example ? out + "\n" : out;
}

namespace {

json::object example_object(const cause_view& from, bool detail) {
  auto out = object_of(*from.example, true, detail);
  if (detail) out["cause"] = from.id;
  return out;
}

}  // namespace

cause_members members_of(const std::vector<cause_view>& from, bool detail) {
  cause_members out;
  for (const auto& one : from) {
    out.causes.emplace_back(object_of(one, detail));
    if (one.example) out.examples.emplace_back(example_object(one, detail));
  }
  return out;
}

json::object object_of(const cause_view& from, bool detail) {
  json::object out;
  if (!from.id.empty()) out["id"] = from.id;
  if (detail || from.count > 1) out["count"] = from.count;
  if (!from.example) {
    out["like"] = from.line + (from.others.empty() ? "" : "; also: " + from.others);
  } else if (!from.others.empty()) {
    out["also"] = from.others;
  }
  if (!from.parts.empty()) out["and"] = json_list(from.parts);
  if (!from.suspects.empty()) out["suspects"] = texts_of(from.suspects);
  return out;
}

std::size_t bytes_of(const cause_view& from, bool detail) {
  const auto example = from.example ? to_text(example_object(from, detail)).size() : 0;
  return std::max(text_of(from).size(), to_text(object_of(from, detail)).size() + example);
}

cause_index::cause_index(found_span all, const parsers::finished_run& run)
    : all_(all),
      latest_(run.id),
      causes_(run.causes.empty() ? parsers::causes_of(failures_in(all)) : run.causes) {}

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
  json::array suites;
  if (from.detail || is_worth_showing(from.suites))
    for (std::size_t i = 0; i < std::min(from.suites.troubled.size(), max_suites); ++i)
      suites.emplace_back(suite_object(from.suites.troubled[i], from));
  auto [causes, examples] = members_of(from.causes, from.detail);
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

// --- the functions that are suspected

namespace {

constexpr std::size_t suspect_bytes = 120;
constexpr std::size_t source_bytes = 160;

std::string_view units_of(const parsers::suspect_list& from) {
  static constexpr std::array<std::string_view, 5> in_order{"", " test files", " packages", " test binaries",
                                                            " runs"};
  return in_order.at(static_cast<std::size_t>(from.unit));
}

std::string counted(std::uint32_t ran, std::uint32_t all, std::string_view what) {
  return std::to_string(ran) + " of " + std::to_string(all) + " " + std::string{what};
}

std::string place_of(const parsers::suspect& one) {
  return one_line(clipped(one.file, suspect_bytes)) + ":" + std::to_string(one.lines.first);
}

// Where to look first in the function.
std::string worst_of(const parsers::suspect& one) {
  const auto& worst = one.worst;
  const bool says_more = worst.first > 0 && (worst.first != one.lines.first || worst.last != one.lines.last);
  if (!says_more || one.function.empty()) return "";
  if (worst.first == worst.last) return ", most of all line " + std::to_string(worst.first);
  return ", most of all lines " + std::to_string(worst.first) + "-" + std::to_string(worst.last);
}

// By whom it was run. Nothing, where all ran it that could and it is edited, which says more.
std::string counts_of(const parsers::suspect_list& all, const parsers::suspect& one) {
  if (one.edited && all.all.passing == 0 && one.ran.failing == all.all.failing) return "";
  auto out = one.ran.failing == 0
                 ? std::string{"in the stack"}
                 : "run by " + counted(one.ran.failing, all.all.failing, "failing") + ", " +
                       counted(one.ran.passing, all.all.passing, "passing") + std::string{units_of(all)};
  if (one.ran.failing > 0 && !one.edited) out += worst_of(one);
  return out;
}

using places = std::vector<parsers::location>;

void add_lines(places& to, const parsers::suspect& of, const parsers::line_range& lines, std::size_t most) {
  for (auto line = lines.first; line > 0 && line <= lines.last && to.size() < most; ++line)
    to.push_back({of.file, line});
}

places path_of(const parsers::suspect& one) {
  places out;
  for (const auto& range : one.path) add_lines(out, one, range, parsers::max_path_lines + 2);
  if (out.empty()) add_lines(out, one, one.worst, parsers::max_path_lines / 2);
  std::erase_if(out, [&](const auto& place) { return std::ranges::binary_search(one.comments, place.line); });
  return out;
}

// Lines of a function that is shown whole, but for comments: what is wrong in it may be what nobody ran.
constexpr std::uint32_t whole_first = 80, whole_near = 20, whole_other = 8;
constexpr double is_near = 0.9;  // its score, beside the first one's

bool is_whole(const parsers::suspect& one, const parsers::suspect& first) {
  const auto most = &one == &first                       ? whole_first
                    : one.score >= is_near * first.score ? whole_near
                                                         : whole_other;
  return !one.function.empty() && !one.by_line && one.lines.first > 0 &&
         one.lines.last - one.lines.first < most + one.comments.size();
}

// Without comments.
places lines_in(const parsers::suspect& one, const parsers::line_range& lines) {
  places out;
  add_lines(out, one, lines, whole_first + one.comments.size());
  std::erase_if(out, [&](const auto& place) { return std::ranges::binary_search(one.comments, place.line); });
  return out;
}

// Of a long first suspect what stands around its most suspect line, in one piece: the fault is often a few lines from what it
// leads to.
parsers::line_range window_of(const parsers::suspect& one) {
  constexpr std::uint32_t above = 9, behind = 20;
  return {std::max(one.lines.first, one.worst.first - std::min(one.worst.first, above)),
          std::min(one.lines.last, one.worst.first + behind)};
}

// Of a suspect behind the first.
places short_path_of(const parsers::suspect& one) {
  constexpr std::size_t short_path = 4;
  auto out = path_of(one);
  if (out.size() <= short_path && !one.path.empty()) return out;
  out = lines_in(one, one.worst);
  out.resize(std::min(out.size(), short_path));
  return out;
}

struct shown_lines_of {
  places at;
  bool as_is = false;  // else statements with their conditions
};

shown_lines_of shown_of(const parsers::suspect& one, const parsers::suspect& first) {
  if (is_whole(one, first)) return {lines_in(one, one.lines), true};
  const bool is_first = &one == &first;
  if (is_first && !one.by_line && !one.function.empty() && one.worst.first > 0)
    return {lines_in(one, window_of(one)), true};
  return {is_first ? path_of(one) : short_path_of(one)};
}

// Brackets, comments of most languages, and among other lines "} else {".
bool says_nothing(std::string_view line, bool whole = false) {
  for (const std::string_view comment : {"//", "/*", "* "})
    if (line.starts_with(comment)) return true;
  constexpr std::string_view otherwise = "else", marks = "{}()[];:, ";
  if (whole) return line.find_first_not_of(marks) == std::string_view::npos;
  if (const auto at = line.find(otherwise); at != std::string_view::npos)
    return line.substr(0, at).find_first_not_of(marks) == std::string_view::npos &&
           line.substr(at + otherwise.size()).find_first_not_of(marks) == std::string_view::npos;
  return line.find_first_not_of(marks) == std::string_view::npos;
}

std::vector<std::string> texts_at(const places& all, const source_lines& sources) {
  std::vector<std::string> out;
  std::string_view above;  // a statement of several lines is read as one
  std::uint32_t last = 0;  // the line before, as far as it is shown
  for (const auto& place : all) {
    auto text = sources.at(place);
    const auto guarded =
        sources.at(place, parsers::line_form::guarded);  // of a wrong branch the condition decides
    const bool is_guarded = !guarded.empty() && (last == 0 || last + 1 < place.line);
    if (is_guarded) text = guarded;
    last = place.line;
    if (says_nothing(text) || above.find(text) != std::string_view::npos) continue;
    out.push_back(std::to_string(place.line) + " " + one_line(clipped(text, source_bytes)));
    above = text;
  }
  return out;
}

// Indented as in the function, a tab by two blanks.
std::vector<std::string> whole_texts_at(const places& all, const source_lines& sources) {
  std::vector<std::string> out;
  std::size_t outer = std::string::npos;
  for (const auto& place : all) {
    const auto text = sources.at(place, parsers::line_form::plain);
    const auto indented = std::min(text.find_first_not_of(" \t"), text.size());
    if (says_nothing(text.substr(indented), true)) continue;
    outer = std::min(outer, indented);
    std::string blanks;
    for (const char one : text.substr(outer, indented - outer)) blanks += one == '\t' ? "  " : " ";
    out.push_back(std::to_string(place.line) + " " + blanks +
                  one_line(clipped(text.substr(indented), source_bytes)));
  }
  return out;
}

}  // namespace

std::string why_none(const parsers::suspect_list& all) {
  if (!all.unexplained.empty()) return std::string{all.unexplained};
  if (all.all.failing == 0) return "the lines of these tests are not known";
  if (all.found.empty()) return "they ran no line of the product that was measured";
  auto out = std::to_string(all.equal) + " functions are equally suspect";
  if (all.equal > all.found.size()) return out;
  std::string_view file;  // named once for its functions
  for (std::size_t i = 0; i < all.equal; ++i) {
    const auto& one = all.found[i];
    const auto is_same = std::exchange(file, one.file) == one.file;
    out += (i == 0    ? ": "
            : is_same ? ", "
                      : "; ") +
           (is_same ? std::to_string(one.lines.first) : place_of(one)) + " " +
           one_line(clipped(one.function, suspect_bytes));
  }
  return out;
}

// Of several that nothing tells apart: whether all of them are shorter than one long function.
bool are_short(const parsers::suspect_list& all) {
  constexpr std::size_t max_functions = 8;
  if (all.equal > std::min(max_functions, all.found.size()) || !all.unexplained.empty()) return false;
  std::size_t lines = 0;
  for (std::size_t i = 0; i < all.equal; ++i) {
    const auto& one = all.found[i];
    if (!is_whole(one, all.found.front())) return false;
    lines += one.lines.last + 1 - one.lines.first - one.comments.size();
  }
  return lines <= whole_first;
}

parsers::suspect_list first_of(const parsers::suspect_list& all, std::size_t most) {
  auto out = all;
  out.found.resize(tells_apart(all) || are_short(all) ? std::min(most, all.found.size()) : 0);
  return out;
}

parsers::suspect_list worth_showing(const parsers::suspect_list& all) {
  auto out = first_of(all, tells_apart(all) ? first_suspects : all.equal);
  if (out.found.empty()) return out;
  const auto least = out.found.front().score / 2;
  const bool single = all.unit == parsers::attribution::test;
  std::erase_if(out.found, [&](const auto& one) {
    const bool is_run = one.ran.failing > 0 || (one.edited && one.in_stack);
    return one.score < least || !is_run || (!single && !one.edited);
  });
  return out;
}

std::string suspect_line(const parsers::suspect_list& all, const parsers::suspect& one) {
  auto out = place_of(one);
  if (!one.function.empty()) out += " " + one_line(clipped(one.function, suspect_bytes));
  std::string why = counts_of(all, one);
  if (one.edited)
    why +=
        (why.empty() ? "" : "; ") +
        (all.edited_since > 0 ? "edited since run " + std::to_string(all.edited_since) : "edited since HEAD");
  const bool is_first = !all.found.empty() && one == all.found.front();
  if (is_first && !one.edited && !tells_apart(all))
    why += "; " + std::to_string(all.equal) + " are equally suspect";
  return out + " — " + why + (all.shared && is_first ? "; measured together with other tests" : "");
}

std::vector<std::pair<parsers::location, parsers::line_form>> shown_lines(const parsers::suspect_list& all) {
  using form = parsers::line_form;
  std::vector<std::pair<parsers::location, form>> out;
  const auto shown = worth_showing(all).found;
  for (const auto& one : shown) {
    const auto lines = shown_of(one, shown.front());
    if (lines.as_is)
      for (const auto& place : lines.at) out.emplace_back(place, form::plain);
    else
      for (const auto& place : lines.at)
        for (const auto as : {form::statement, form::guarded}) out.emplace_back(place, as);
  }
  return out;
}

suspects_view suspects_view_of(const parsers::suspect_list& all, const source_lines& sources) {
  suspects_view out{worth_showing(all)};
  const bool is_counted = all.unit == parsers::attribution::test && all.all.failing > 0;
  if (out.of.found.empty() && !tells_apart(all) && (is_counted || !all.unexplained.empty()))
    out.none = "none: " + why_none(all);
  for (const auto& one : out.of.found) {
    const auto lines = shown_of(one, out.of.found.front());
    out.lines.push_back(lines.as_is ? whole_texts_at(lines.at, sources) : texts_at(lines.at, sources));
  }
  return out;
}

void leave_out_told(suspects_view& from, told_functions& told) {
  for (std::size_t i = 0; i < from.lines.size(); ++i)
    if (!told.emplace(from.of.found[i].file, from.lines[i]).second) from.lines[i].clear();
}

std::string lines_of(const suspects_view& from) {
  std::string out = from.none.empty() ? "" : "   suspects: " + from.none + "\n";
  for (std::size_t i = 0; i < from.of.found.size(); ++i) {
    out += (i == 0 ? "   suspects: " : "             ") + suspect_line(from.of, from.of.found[i]) + "\n";
    for (const auto& line : from.lines[i]) out += "               " + line + "\n";
  }
  return out;
}

json::array texts_of(const suspects_view& from) {
  json::array out;
  if (!from.none.empty()) out.emplace_back(from.none);
  for (std::size_t i = 0; i < from.of.found.size(); ++i) {
    auto text = suspect_line(from.of, from.of.found[i]);
    for (const auto& line : from.lines[i]) text += "\n" + line;
    out.emplace_back(std::move(text));
  }
  return out;
}

json::array array_of(const parsers::suspect_list& from) {
  json::array out;
  for (const auto& one : from.found) {
    json::object object{{"file", clipped(one.file, suspect_bytes)}, {"line", one.lines.first}};
    if (one.lines.last > one.lines.first) object["last"] = one.lines.last;
    if (!one.function.empty()) object["function"] = clipped(one.function, suspect_bytes);
    object["failing"] = one.ran.failing;
    object["passing"] = one.ran.passing;
    if (!worst_of(one).empty()) object["worst"] = {one.worst.first, one.worst.last};
    if (one.edited) object["edited"] = true;
    out.emplace_back(std::move(object));
  }
  return out;
}

}  // namespace covey::protocol
