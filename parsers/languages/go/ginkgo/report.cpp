#include "parsers/languages/go/ginkgo/report.hpp"
#include "parsers/text/json_members.hpp"
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <utility>

namespace covey::parsers::languages::go {
namespace {

namespace json = boost::json;

location place_at(const json::object& from, std::string_view name) {
  const auto& place = object_at(from, name);
  return {text_at(place, "FileName"), static_cast<std::uint32_t>(number_at(place, "LineNumber"))};
}

std::chrono::milliseconds run_time(const json::object& from) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::nanoseconds{static_cast<std::int64_t>(number_at(from, "RunTime"))});
}

// After a time-out the report holds all goroutines, taken apart; that of the spec is marked.
std::string stack_of_spec(const json::object& progress) {
  std::string out;
  for (const auto& goroutine : list_at(progress, "Goroutines")) {
    if (!goroutine.is_object() || !flag_at(goroutine.get_object(), "IsSpecGoroutine")) continue;
    for (const auto& frame : list_at(goroutine.get_object(), "Stack")) {
      if (!frame.is_object()) continue;
      const auto& one = frame.get_object();
      out.append(text_at(one, "Function")).append("\n\t").append(text_at(one, "Filename"));
      out.append(":").append(std::to_string(number_at(one, "Line"))).append("\n");
    }
  }
  return out;
}

spec_failure failure_of(const json::object& from) {
  spec_failure out{.message = text_at(from, "Message"),
                   .panic = text_at(from, "ForwardedPanic"),
                   .where = place_at(from, "Location"),
                   .stack = text_at(object_at(from, "Location"), "FullStackTrace"),
                   .node = text_at(from, "FailureNodeType")};
  if (out.stack.empty()) out.stack = stack_of_spec(object_at(from, "ProgressReport"));
  return out;
}

spec spec_of(const json::object& from) {
  spec out;
  for (const auto& text : list_at(from, "ContainerHierarchyTexts"))
    if (text.is_string()) out.texts.emplace_back(text.get_string());
  const auto node = text_at(from, "LeafNodeType");
  out.is_of_suite = node != "It";
  out.texts.push_back(out.is_of_suite ? "[" + node + "]" : text_at(from, "LeafNodeText"));
  out.state = text_at(from, "State");
  out.duration = run_time(from);
  out.defined = place_at(from, "LeafNodeLocation");
  if (const auto& first = object_at(from, "Failure"); !first.empty())
    out.failures.push_back(failure_of(first));
  for (const auto& more : list_at(from, "AdditionalFailures"))
    if (more.is_object()) out.failures.push_back(failure_of(object_at(more.get_object(), "Failure")));
  out.output = text_at(from, "CapturedGinkgoWriterOutput") + text_at(from, "CapturedStdOutErr");
  return out;
}

// What a filter left out is "skipped" as well, without a reason; a pending spec is pending whatever the filter.
bool is_told(const spec& one, bool filtered) {
  if (one.is_of_suite) return one.state != "passed" && one.state != "skipped";
  if (one.state == "pending") return !filtered;
  return one.state != "skipped" || !one.failures.empty();
}

}  // namespace

std::optional<spec_report> read_spec_report(std::string_view text) {
  boost::system::error_code error;
  json::parse_options options;
  options.max_depth = 64;
  const auto document = json::parse(text, error, {}, options);
  if (error || !document.is_array() || document.get_array().size() != 1) return std::nullopt;
  const auto& only = document.get_array().front();
  if (!only.is_object() || text_at(only.get_object(), "SuitePath").empty()) return std::nullopt;
  const auto& report = only.get_object();
  spec_report out{text_at(report, "SuitePath"), flag_at(report, "SuiteHasProgrammaticFocus"), {}};
  const bool filtered = !list_at(object_at(report, "SuiteConfig"), "FocusStrings").empty();
  for (const auto& one : list_at(report, "SpecReports")) {
    if (!one.is_object()) continue;
    auto read = spec_of(one.get_object());
    if (is_told(read, filtered)) out.specs.push_back(std::move(read));
  }
  return out;
}

std::string spec_channel_reader::line(std::string_view text) {
  const auto tab = text.find('\t');
  if (tab == std::string_view::npos) return {};
  const auto process = text.substr(0, tab);
  const auto piece = text.substr(tab + 1);
  auto it = open_.find(process);
  if (it == open_.end()) it = open_.emplace(process, std::string{}).first;
  if (piece.empty()) {
    auto whole = std::move(it->second);
    open_.erase(it);
    if (whole.size() <= largest) return whole;
    ++too_large_;
    return {};
  }
  if (it->second.size() <= largest) it->second += piece;
  return {};
}

}  // namespace covey::parsers::languages::go
