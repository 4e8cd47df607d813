#include "protocol/render/cause_view.hpp"
#include "protocol/render/telling_line.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"
#include <algorithm>
#include <set>

namespace covey::protocol {
namespace {

constexpr std::size_t max_parts = 5;  // further messages are counted
constexpr std::size_t part_name_bytes = 50;
constexpr std::size_t names_bytes = 100;  // for the names of a cause's other tests
constexpr std::size_t name_bytes = 200;

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

// "25 of them: no such key — cart > removes", of failures that say something else than the example.
std::string part_line(const parsers::cause_part& part, const parsers::failure& example, found_span all,
                      const failure_style& style) {
  const auto& one = *all[part.example].what;
  const auto name = name_beside(example, one, style, part_name_bytes);
  const auto said = telling_line(one, style.sources);
  return std::to_string(part.members.size()) + " of them: " + (said.empty() ? name : said + " — " + name);
}

// What the other failures of the cause say: a line for each message, then how many are left.
std::vector<std::string> parts_of(const parsers::cause& cause, found_span all, const failure_style& style) {
  std::vector<std::string> out;
  std::size_t left = 0, tests = 0;
  for (std::size_t i = 1; i < cause.parts.size(); ++i) {
    if (out.size() < max_parts)
      out.push_back(part_line(cause.parts[i], *all[cause.example()].what, all, style));
    else
      ++left, tests += cause.parts[i].members.size();
  }
  if (left > 0)
    out.push_back(std::to_string(tests) + " with " + std::to_string(left) +
                  (left == 1 ? " more message" : " more messages"));
  return out;
}

}  // namespace

std::string name_without(std::string_view prefix, std::string_view name) {
  if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  return one_line(clipped(name, name_bytes));
}

namespace {

// Of a cause whose tests partly failed before.
cause_view view_of_new(parsers::cause cause, std::vector<std::size_t> news, found_span all,
                       const failure_style& style, std::size_t example_bytes) {
  std::vector<const parsers::failure*> failures;
  for (const auto& one : all) failures.push_back(one.what);
  const auto count = cause.members.size(), before = count - news.size();
  keep_members(cause, std::move(news), failures);
  auto out = view_of(cause, all, style, example_bytes);
  out.count = count;
  out.parts.push_back(std::to_string(before) + " of them failed before");
  return out;
}

}  // namespace

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

json::object example_object(const cause_view& from, bool detail) {
  auto out = object_of(*from.example, true, detail);
  if (detail) out["cause"] = from.id;
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

}  // namespace covey::protocol
