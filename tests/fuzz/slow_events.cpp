#include "tests/fuzz/slow_events.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <array>
#include <sstream>

namespace covey::fuzz {
namespace {

using namespace parsers;
namespace json = boost::json;

constexpr std::array type_names{"begin",    "report",  "pause",      "wait",      "start",
                                "total",    "group",   "known",      "done",      "failing",
                                "problem",  "missing", "deselected", "threshold", "affected",
                                "warnings", "note",    "cut",        "end"};

std::string name_at(const json::object& from, std::string_view name) {
  constexpr std::size_t max = 4 * 1024;
  const auto text = text_at(from, name);
  return text.size() <= max ? plain_text(text) : plain_text(text.substr(0, max)) + "…";
}

std::string place_at(const json::object& from, const std::string& root) {
  const auto file = text_at(from, "file");
  if (file.empty()) return ":0";
  const auto path = normal_path(repair_utf8(file.substr(0, 4 * 1024)));
  const auto line = std::min<std::uint64_t>(number_at(from, "line"), 0xffffffff);
  return path_below(root, path).value_or(path) + ":" + std::to_string(line);
}

std::string value_at(const json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  if (value == nullptr || !value->is_string()) return "-";
  return "=" + bounded_text(value->get_string(), max_failure_message);
}

std::string failure_of(const json::object& from, const std::string& root) {
  auto kind = text_at(from, "kind");
  if (kind != "assertion" && kind != "panic" && kind != "crash" && kind != "timeout") kind = "error";
  return kind + "\n" + place_at(from, root) + "\n" +
         bounded_text(text_at(from, "message"), max_failure_message) + "\n" + value_at(from, "expected") +
         "\n" + value_at(from, "actual") + "\n" + bounded_text(text_at(from, "diff"), max_failure_output) +
         "\n";
}

std::string failures_of(const json::object& from, const std::string& root) {
  std::string out;
  int left = 50;
  const auto add = [&](const json::value& one) {
    if (one.is_object() && left-- > 0) out += failure_of(one.get_object(), root);
  };
  if (const auto* one = from.if_contains("failure")) add(*one);
  for (const auto& one : list_at(from, "failures")) add(one);
  return out;
}

std::string selections_of(const json::object& from) {
  std::string out;
  int left = 100;
  for (const auto& one : list_at(from, "selections"))
    if (one.is_int64() && one.get_int64() >= 0 && one.get_int64() <= 0xffffffff && left-- > 0)
      out += std::to_string(one.get_int64()) + ",";
  return out;
}

std::string text_of(const json::object& from, std::string_view type) {
  if (type != "start") return bounded_text(text_at(from, "text"), max_failure_message);
  return bounded_text(text_at(from, "runner") + " " + text_at(from, "version"), 4 * 1024);
}

std::string written(const failure& why) {
  return std::string{to_string(why.kind)} + "\n" + why.where.file + ":" + std::to_string(why.where.line) +
         "\n" + why.message + "\n" + (why.expected ? "=" + *why.expected : "-") + "\n" +
         (why.actual ? "=" + *why.actual : "-") + "\n" + why.diff + "\n";
}

}  // namespace

bool is_beyond_documents(std::string_view line) {
  boost::system::error_code ec;
  json::parse(repair_utf8(line), ec);
  return ec == json::error::exponent_overflow;
}

std::optional<std::string> slow_event(std::string_view line, const std::string& root) {
  boost::system::error_code ec;
  const auto parsed = json::parse(repair_utf8(line), ec);
  if (ec || !parsed.is_object()) return std::nullopt;
  const auto& from = parsed.get_object();
  const auto type = text_at(from, "e");
  if (std::find(type_names.begin(), type_names.end(), type) == type_names.end()) return std::nullopt;
  auto result = text_at(from, "outcome");
  if (result != "passed" && result != "skipped") result = "failed";
  std::ostringstream out;
  out << type << '\n' << name_at(from, "group") << '\n' << name_at(from, "name") << '\n';
  out << text_at(from, "key") << '\n' << place_at(from, root) << '\n' << result << '\n';
  out << static_cast<std::int64_t>(number_at(from, "ms")) << '\n'
      << number_at(from, "count") << '\n'
      << number_at(from, "to_run") << '\n'
      << number_at(from, "groups") << '\n';
  out << selections_of(from) << '\n' << text_of(from, type) << '\n' << failures_of(from, root);
  out << bounded_text(text_at(from, "output"), max_failure_output);
  return out.str();
}

std::string written(const reporter_event& event) {
  std::ostringstream out;
  out << type_names.at(static_cast<std::size_t>(event.type)) << '\n'
      << event.group << '\n'
      << event.name << '\n';
  out << event.key << '\n'
      << event.place.file << ':' << event.place.line << '\n'
      << to_string(event.result) << '\n';
  out << event.duration.count() << '\n'
      << event.count << '\n'
      << event.to_run << '\n'
      << event.groups << '\n';
  for (const auto selection : event.selections) out << selection << ',';
  out << '\n' << event.text << '\n';
  for (const auto& why : event.failures) out << written(why);
  out << event.output;
  return out.str();
}

}  // namespace covey::fuzz
