#include "parsers/events/junit.hpp"
#include <pugixml.hpp>
#include <algorithm>
#include <charconv>
#include <deque>
#include <string>
#include <utility>

namespace covey::parsers {
namespace {

using kind = junit_problem::kind_type;

constexpr int max_depth = 200;  // suites within each other

// The room for cases that is asked for at once: growing the list step by step took a third of the time, and room
// that stays empty costs no memory. A passed case takes about a hundred bytes of the document.
constexpr std::size_t bytes_per_case = 100;
constexpr std::size_t max_room = 100'000;  // cases

struct parsed_document {
  pugi::xml_document xml;
  std::deque<std::string> joined;  // texts of elements that have several
};

// Seconds, with commas between thousands.
std::chrono::milliseconds read_duration(std::string_view text) {
  std::string plain;
  if (text.find(',') != std::string_view::npos) {
    plain = text;
    std::erase(plain, ',');
    text = plain;
  }
  double seconds = 0;  // "nan" is a number for from_chars
  std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (!(seconds > 0)) return std::chrono::milliseconds{0};
  constexpr double to_ms = 1000;
  return std::chrono::milliseconds{static_cast<std::int64_t>(std::min(seconds, 1e9) * to_ms)};
}

bool is_text(const pugi::xml_node& node) {
  return node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata;
}

// ctest lists tests that it could not start as skipped, but they are failures; those that asked to be skipped
// say so.
bool could_not_run(std::string_view status, const junit_case& one) {
  return status == "notrun" && !one.skipped_because.empty() && !one.skipped_because.starts_with("SKIP_");
}

void decide(junit_case& one, std::string_view status, bool skipped) {
  if (could_not_run(status, one))
    one.problems.push_back({.kind = kind::error, .type = {}, .message = one.skipped_because, .text = {}});
  if (main_problem(one) != nullptr || status == "fail")
    one.result = outcome::failed;
  else if (skipped || status == "notrun" || status == "disabled")
    one.result = outcome::skipped;
}

// One walk over the attributes: looking each one up by its name would be five.
std::string_view read_attributes(const pugi::xml_node& node, junit_case& into) {
  std::string_view status;
  for (const auto& attribute : node.attributes()) {
    const std::string_view name = attribute.name();
    if (name == "name")
      into.name = attribute.value();
    else if (name == "classname")
      into.classname = attribute.value();
    else if (name == "file")
      into.file = attribute.value();
    else if (name == "line")
      into.line = attribute.as_uint();
    else if (name == "time")
      into.duration = read_duration(attribute.value());
    else if (name == "status")
      status = attribute.value();
  }
  return status;
}

class report_builder {
 public:
  report_builder(parsed_document& document, std::size_t cases) : document_(document) {
    report_.cases.reserve(cases);
  }

  // False: suites nest too deep.
  bool read_suite(const pugi::xml_node& node, std::size_t parent, int depth) {
    if (depth > max_depth) return false;
    const auto place = report_.suites.size();
    report_.suites.push_back({.parent = parent, .name = node.attribute("name").value()});
    for (const auto& child : node.children()) {
      const std::string_view name = child.name();
      if (name == "testcase")
        report_.cases.push_back(read_case(child, place));
      else if (name == "testsuite" && !read_suite(child, place, depth + 1))
        return false;
    }
    return true;
  }

  junit_report take() { return std::move(report_); }

 private:
  junit_case read_case(const pugi::xml_node& node, std::size_t suite) {
    junit_case out;
    out.suite = suite;
    const auto status = read_attributes(node, out);
    bool skipped = false;
    for (const auto& child : node.children()) {
      const std::string_view name = child.name();
      if (name == "skipped") {
        skipped = true;
        out.skipped_because = child.attribute("message").value();
      } else {
        read_problem(child, name, out);
      }
    }
    decide(out, status, skipped);
    return out;
  }

  void read_problem(const pugi::xml_node& child, std::string_view name, junit_case& into) {
    constexpr std::pair<std::string_view, kind> names[] = {
        {"failure", kind::failure},  {"error", kind::error},        {"flakyFailure", kind::flaky},
        {"flakyError", kind::flaky}, {"rerunFailure", kind::rerun}, {"rerunError", kind::rerun}};
    const auto* found =
        std::find_if(std::begin(names), std::end(names), [&](const auto& one) { return one.first == name; });
    if (found == std::end(names)) return;
    const auto stack = child.child("stackTrace");
    into.problems.push_back({.kind = found->second,
                             .type = child.attribute("type").value(),
                             .message = child.attribute("message").value(),
                             .text = text_of(stack ? stack : child)});
  }

  // "]]>" within CDATA ends one section and begins another: the text is in parts.
  std::string_view text_of(const pugi::xml_node& node) {
    const auto parts = node.children();
    const auto count = std::count_if(parts.begin(), parts.end(), is_text);
    if (count == 0) return {};
    if (count == 1) return std::find_if(parts.begin(), parts.end(), is_text)->value();
    auto& whole = document_.joined.emplace_back();
    for (const auto& part : parts)
      if (is_text(part)) whole += part.value();
    return whole;
  }

  parsed_document& document_;
  junit_report report_;
};

}  // namespace

junit_report read_junit(std::string_view document) {
  const auto parsed = std::make_shared<parsed_document>();
  // Line breaks in attributes are part of a message.
  const auto flags = pugi::parse_default & ~pugi::parse_wconv_attribute;
  const auto result = parsed->xml.load_buffer(document.data(), document.size(), flags, pugi::encoding_auto);
  auto root = parsed->xml.child("testsuites");
  if (!root) root = parsed->xml;
  report_builder builder{*parsed, std::min(document.size() / bytes_per_case, max_room)};
  for (const auto& suite : root.children("testsuite"))
    if (!builder.read_suite(suite, junit_suite::none, 1)) return {};
  auto out = builder.take();
  out.complete = static_cast<bool>(result);
  out.document = parsed;
  return out;
}

const junit_problem* main_problem(const junit_case& one) {
  const auto it = std::ranges::find_if(one.problems, [](const auto& problem) {
    return problem.kind == kind::failure || problem.kind == kind::error;
  });
  return it == one.problems.end() ? nullptr : &*it;
}

}  // namespace covey::parsers
