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
constexpr std::size_t max_parts = 5;  // of a cause: further messages are counted
constexpr std::size_t part_name_bytes = 90;
constexpr std::size_t examples_bytes = 2400;  // for all causes together, unless there are many
constexpr std::size_t least_example = 450;
constexpr std::size_t max_example = 1200;
constexpr std::size_t names_bytes = 160;  // for the names of a cause's other tests
constexpr std::size_t name_bytes = 200;
constexpr std::size_t line_bytes = 120;  // for the text of a cause that has one line only

std::string counted(std::uint64_t count, std::string_view what) {
  return count == 0 ? "" : ", " + std::to_string(count) + " " + std::string{what};
}

std::string without_prefix(std::string_view name, std::string_view prefix) {
  if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  return one_line(clipped(name, name_bytes));
}

std::string suite_line(const suite_counts& suite, std::string_view prefix) {
  const auto name = without_prefix(suite.name, prefix);
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

// Names of the failures that say what the example says, as many as fit.
std::string others_of(const parsers::cause_part& part, found_span all, const failure_style& style) {
  std::string out;
  const auto& group = all[part.example].what->id.group;
  std::size_t left_out = 0;
  for (const auto member : part.members) {
    if (member == part.example) continue;
    const auto& id = all[member].what->id;
    const bool same_suite = id.group == group && !id.name.empty();
    const auto name = same_suite ? one_line(clipped(id.name, name_bytes))
                                 : without_prefix(parsers::full_name(id), style.prefix);
    if (out.size() + name.size() > names_bytes || left_out > 0)
      ++left_out;
    else
      out += (out.empty() ? "" : "; ") + name;
  }
  if (left_out == 0) return out;
  return out + (out.empty() ? "" : "; ") + "… " + std::to_string(left_out) + " more";
}

// The names of the two sides in a legend ("- want, + got").
std::pair<std::string, std::string> sides_of(std::string_view legend) {
  constexpr std::string_view minus = "- ", plus = ", + ";
  const auto middle = legend.find(plus);
  if (!legend.starts_with(minus) || middle == std::string_view::npos) return {"-", "+"};
  return {std::string{legend.substr(minus.size(), middle - minus.size())} + ": ",
          std::string{legend.substr(middle + plus.size())} + ": "};
}

// The first change of a difference displayed by lines: "want: apple; got: apple·". Both sides come from the
// same group of changed lines.
std::string first_change(const parsers::difference& differs) {
  constexpr std::size_t side_bytes = 130;
  const auto [first_side, second_side] = sides_of(differs.legend);
  std::string first, second;
  std::string_view rest = differs.text, line;
  while (parsers::next_line(rest, line)) {
    const char sign = line.empty() ? ' ' : line.front();
    const bool changed = std::string_view{"-<+>"}.find(sign) != std::string_view::npos;
    if (line.starts_with("--- ") || line.starts_with("+++ ")) continue;  // a file header
    if (!changed && !(first + second).empty()) break;
    auto& side = sign == '-' || sign == '<' ? first : second;
    const auto& name = &side == &first ? first_side : second_side;
    if (changed && side.empty())
      side = name + one_line(clipped(parsers::trimmed(line.substr(1)), side_bytes));
  }
  return first + (first.empty() || second.empty() ? "" : "; ") + second;
}

// "left: …; right: …" of two values that are a line each.
std::string named_sides(const parsers::difference& differs) {
  constexpr std::size_t side_bytes = 138;
  std::string out;
  std::string_view rest = differs.text, line;
  while (parsers::next_line(rest, line))
    out += (out.empty() ? "" : "; ") + one_line(clipped(line, side_bytes));
  return out;
}

// The first line, followed by the next one if the first says little: "assert False".
std::string beginning_of(std::string_view message) {
  constexpr std::size_t says_little = 20;
  const auto end = std::min(message.find('\n'), message.size());
  const auto first = one_line(message.substr(0, end));
  const auto rest = parsers::trimmed(message.substr(end));
  if (end >= says_little || rest.empty()) return first;
  return first + " " + one_line(rest.substr(0, rest.find('\n')));
}

// The first line of the message, or the failing source line if the message is generic; then the values.
std::string telling_line(const parsers::failure& of, const source_lines& sources) {
  constexpr std::size_t searched_bytes = 1000;  // of a difference, to find the first line of each side
  const auto differs = parsers::difference_of(of, searched_bytes);
  const auto beside = parsers::message_beside(of, {"", "values"});
  auto first = beginning_of(beside);
  if (first.starts_with(place_text(of.where) + ": ")) first.erase(0, place_text(of.where).size() + 2);
  const bool generic = first.empty() || first.ends_with(':');
  const auto source = std::string{sources.at(of.where)};
  const auto out = clipped(generic && !source.empty() ? source : first, line_bytes);
  if (differs.text.empty()) return out;
  if (parsers::is_shown_by_lines(of)) {
    const auto words = parsers::words_of(of.values, {"got", "want"});
    const bool is_named = differs.text.starts_with(std::string{words.actual} + ": ");
    const auto change = is_named ? named_sides(differs) : first_change(differs);
    return change.empty() ? out : out + " (" + change + ")";
  }
  auto values = differs.text;
  std::replace(values.begin(), values.end(), '\n', ' ');
  return out + " (" + one_line(clipped(values.substr(0, values.find_last_not_of(' ') + 1), line_bytes)) + ")";
}

// The example's name and location, and its message or failing source line.
std::string line_of(const failure_view& example, const source_lines& sources) {
  const auto& what = *example.of.what;
  const auto text = telling_line(what, sources);
  const auto out = clipped(name_line(example), name_bytes) + " (" +
                   one_line(place_text(parsers::innermost_place(what))) + ")";
  return text.empty() ? out : out + ": " + text;
}

std::size_t example_bytes(std::size_t causes) {
  const auto shown = std::clamp<std::size_t>(causes, 1, max_examples);
  return std::clamp(examples_bytes / shown, least_example, max_example);
}

json::object suite_object(const suite_counts& suite, const overview& of) {
  const auto name = of.detail ? std::string{} : without_prefix(suite.name, of.prefix);
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

// "25 of them: no such key — cart > removes", of failures that say something else than the example.
std::string part_line(const parsers::cause_part& part, found_span all, const failure_style& style) {
  const auto view = named_view(all[part.example], style);
  const auto name = one_line(clipped(view.short_name, part_name_bytes));
  const auto said = telling_line(*view.of.what, style.sources);
  return std::to_string(part.members.size()) + " of them: " + (said.empty() ? name : said + " — " + name);
}

// What the other failures of the cause say: a line for each message, then how many are left.
std::vector<std::string> parts_of(const parsers::cause& cause, found_span all, const failure_style& style) {
  std::vector<std::string> out;
  std::size_t left = 0, tests = 0;
  for (std::size_t i = 1; i < cause.parts.size(); ++i) {
    if (out.size() < max_parts)
      out.push_back(part_line(cause.parts[i], all, style));
    else
      ++left, tests += cause.parts[i].members.size();
  }
  if (left > 0)
    out.push_back(std::to_string(tests) + " with " + std::to_string(left) +
                  (left == 1 ? " more message" : " more messages"));
  return out;
}

std::string cause_text(const cause_view& from) {
  auto out = "[" + from.id + "] " + (from.count == 1 ? "" : std::to_string(from.count) + " like ");
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

json::object example_object(const cause_view& from, bool detail) {
  auto out = object_of(*from.example, true, detail);
  if (detail) out["cause"] = from.id;
  return out;
}

json::object cause_object(const cause_view& from, bool detail) {
  json::object out{{"id", from.id}};
  if (detail || from.count > 1) out["count"] = from.count;
  if (!from.example) {
    out["like"] = from.line + (from.others.empty() ? "" : "; also: " + from.others);
  } else if (!from.others.empty()) {
    out["also"] = from.others;
  }
  if (!from.parts.empty()) out["and"] = json_list(from.parts);
  if (!from.suspects.found.empty()) out["suspects"] = texts_of(from.suspects);
  return out;
}

std::size_t bytes_of(const cause_view& from, bool detail) {
  const auto example = from.example ? to_text(example_object(from, detail)).size() : 0;
  return std::max(cause_text(from).size(), to_text(cause_object(from, detail)).size() + example);
}

std::string heading_of(const overview& from) {
  const auto causes = from.causes.size();
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
  bool fits = true;
  for (std::size_t i = 0; i < by_cause.causes().size(); ++i) {
    const auto& cause = by_cause.causes()[i];
    auto found = all[cause.example()];
    found.suspects = nullptr;  // the cause tells them
    cause_view one{.id = by_cause.id_of(i), .count = cause.members.size()};
    one.others = others_of(cause.parts.front(), all, style);
    one.parts = parts_of(cause, all, style);
    one.suspects = worth_showing(cause.suspects);
    if (i < max_examples)
      one.example = view_of(found, style, each);
    else
      one.line = line_of(named_view(found, style), style.sources);
    fits = fits && (i == 0 || used + bytes_of(one, style.detail) <= bytes);
    if (!fits) one = {.id = one.id, .count = one.count, .line = name_line(named_view(found, style))};
    used += bytes_of(one, style.detail);
    out.causes.push_back(std::move(one));
  }
  return out;
}

std::string text_of(const overview& from) {
  auto out = heading_of(from);
  for (const auto& cause : from.causes) out += cause_text(cause);
  if (from.causes.size() == from.failures) return out;
  return out + "(last_test_failures lists all of a cause: {\"group\": \"" + from.causes.front().id +
         "\"}; or what matches: {\"filter\": \"part of a name\"})\n";
}

void add_overview(json::object& out, const overview& from) {
  json::array suites, causes, examples;
  if (from.detail || is_worth_showing(from.suites))
    for (std::size_t i = 0; i < std::min(from.suites.troubled.size(), max_suites); ++i)
      suites.emplace_back(suite_object(from.suites.troubled[i], from));
  for (const auto& cause : from.causes) {
    causes.emplace_back(cause_object(cause, from.detail));
    if (!cause.example) continue;
    examples.emplace_back(example_object(cause, from.detail));
  }
  if (!from.prefix.empty()) out["names_begin_with"] = from.prefix;
  out["suites"] = std::move(suites);
  const bool are_single = from.causes.size() == from.failures && examples.size() == from.failures &&
                          std::all_of(from.causes.begin(), from.causes.end(),
                                      [](const auto& cause) { return cause.suspects.found.empty(); });
  if (from.detail || !are_single) out["causes"] = std::move(causes);
  out["failures"] = std::move(examples);
}

std::vector<std::string> unrun_suites(const parsers::finished_run& run, std::string_view prefix) {
  std::vector<std::string> out;
  for (const auto& suite : suites_of(run).troubled) {
    if (suite.not_run == 0) continue;
    const auto why = suite.why_not_run.empty() ? "" : " (" + suite.why_not_run + ")";
    out.push_back(without_prefix(suite.name, prefix) + ": " + std::to_string(suite.not_run) + why);
  }
  return out;
}

}  // namespace covey::protocol
