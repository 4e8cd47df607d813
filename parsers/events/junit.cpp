#include "parsers/events/junit.hpp"
#include <pugixml.hpp>
#include <algorithm>
#include <charconv>
#include <utility>

namespace covey::parsers {
namespace {

using kind = junit_problem::kind_type;

constexpr int deepest = 200;  // elements within each other: pugixml frees them by recursion

// Where the markup that begins at `at` ends. Comments and CDATA hold no elements, although a stack in them
// may have "<init>".
std::size_t end_of_markup(std::string_view document, std::size_t at) {
  const auto rest = document.substr(at);
  const bool comment = rest.starts_with("<!--");
  if (comment || rest.starts_with("<![CDATA[")) {
    const auto end = document.find(comment ? "-->" : "]]>", at);
    return end == std::string_view::npos ? document.size() : end + 3;
  }
  // A value in quotes may hold ">": name="outer > inner".
  for (auto next = document.find_first_of("\"'>", at); next != std::string_view::npos;
       next = document.find_first_of("\"'>", next + 1)) {
    if (document[next] == '>') return next + 1;
    next = document.find(document[next], next + 1);
    if (next == std::string_view::npos) break;
  }
  return document.size();
}

// Whether all elements are within the limit.
bool is_flat(std::string_view document) {
  int depth = 0;
  for (auto at = document.find('<'); at != std::string_view::npos;) {
    const auto end = end_of_markup(document, at);
    const auto markup = document.substr(at, end - at);
    if (markup.starts_with("</"))
      --depth;
    else if (!markup.starts_with("<!") && !markup.starts_with("<?") && !markup.ends_with("/>") &&
             ++depth > deepest)
      return false;
    at = document.find('<', end);
  }
  return true;
}

// Seconds, with commas between thousands.
std::chrono::milliseconds duration_of(const pugi::xml_node& node) {
  std::string text = node.attribute("time").as_string();
  std::erase(text, ',');
  double seconds = 0;
  std::from_chars(text.data(), text.data() + text.size(), seconds);
  constexpr double to_ms = 1000;
  return std::chrono::milliseconds{static_cast<std::int64_t>(std::clamp(seconds, 0.0, 1e9) * to_ms)};
}

std::string text_of(const pugi::xml_node& node) {
  const auto stack = node.child("stackTrace");
  return (stack ? stack : node).text().as_string();
}

bool read_note(const pugi::xml_node& child, std::string_view name, junit_notes& into) {
  if (name == "system-out") {
    into.out += child.text().as_string();
  } else if (name == "system-err") {
    into.err += child.text().as_string();
  } else if (name == "properties") {
    for (const auto& one : child.children("property")) {
      const auto value = one.attribute("value");
      into.properties.push_back(
          {one.attribute("name").as_string(), value ? value.as_string() : one.text().as_string()});
    }
  } else {
    return false;
  }
  return true;
}

bool read_problem(const pugi::xml_node& child, std::string_view name, junit_case& into) {
  constexpr std::pair<std::string_view, kind> names[] = {
      {"failure", kind::failure},  {"error", kind::error},        {"flakyFailure", kind::flaky},
      {"flakyError", kind::flaky}, {"rerunFailure", kind::rerun}, {"rerunError", kind::rerun}};
  const auto* found =
      std::find_if(std::begin(names), std::end(names), [&](const auto& one) { return one.first == name; });
  if (found == std::end(names)) return false;
  into.problems.push_back({found->second, child.attribute("type").as_string(),
                           child.attribute("message").as_string(), text_of(child)});
  return true;
}

// ctest lists tests that it could not start as skipped, but they are failures; those that asked to be skipped
// say so.
bool could_not_run(std::string_view status, const junit_case& one) {
  return status == "notrun" && !one.skipped_because.empty() && !one.skipped_because.starts_with("SKIP_");
}

void decide(junit_case& one, std::string_view status, bool skipped) {
  if (could_not_run(status, one)) one.problems.push_back({kind::error, {}, one.skipped_because, {}});
  if (main_problem(one) != nullptr || status == "fail")
    one.result = outcome::failed;
  else if (skipped || status == "notrun" || status == "disabled")
    one.result = outcome::skipped;
}

junit_case read_case(const pugi::xml_node& node, std::size_t suite) {
  junit_case out;
  out.suite = suite;
  out.classname = node.attribute("classname").as_string();
  out.name = node.attribute("name").as_string();
  out.file = node.attribute("file").as_string();
  out.line = node.attribute("line").as_uint();
  out.duration = duration_of(node);
  bool skipped = false;
  for (const auto& child : node.children()) {
    const std::string_view name = child.name();
    if (read_problem(child, name, out) || read_note(child, name, out.notes) || name != "skipped") continue;
    skipped = true;
    out.skipped_because = child.attribute("message").as_string();
  }
  decide(out, node.attribute("status").as_string(), skipped);
  return out;
}

void read_suite(const pugi::xml_node& node, std::size_t parent, junit_report& into) {
  const auto place = into.suites.size();
  into.suites.push_back({parent,
                         node.attribute("name").as_string(),
                         node.attribute("file").as_string(),
                         duration_of(node),
                         {}});
  for (const auto& child : node.children()) {
    const std::string_view name = child.name();
    if (name == "testcase")
      into.cases.push_back(read_case(child, place));
    else if (name == "testsuite")
      read_suite(child, place, into);
    else
      read_note(child, name, into.suites[place].notes);
  }
}

}  // namespace

junit_report read_junit(std::string_view document) {
  junit_report out;
  if (!is_flat(document)) return out;
  pugi::xml_document parsed;
  // Line breaks in attributes are part of a message.
  const auto flags = pugi::parse_default & ~pugi::parse_wconv_attribute;
  const auto result = parsed.load_buffer(document.data(), document.size(), flags, pugi::encoding_auto);
  out.complete = static_cast<bool>(result);
  auto root = parsed.child("testsuites");
  if (!root) root = parsed;
  for (const auto& suite : root.children("testsuite")) read_suite(suite, junit_suite::none, out);
  return out;
}

const junit_problem* main_problem(const junit_case& one) {
  const auto it = std::find_if(one.problems.begin(), one.problems.end(), [](const auto& problem) {
    return problem.kind == kind::failure || problem.kind == kind::error;
  });
  return it == one.problems.end() ? nullptr : &*it;
}

}  // namespace covey::parsers
