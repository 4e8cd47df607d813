#include "parsers/output/event_reader.hpp"
#include "parsers/output/failure_text.hpp"
#include "parsers/text/json_members.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <array>
#include <utility>

namespace covey::parsers {
namespace {

namespace json = boost::json;

constexpr std::size_t max_name = 4 * 1024;
constexpr std::size_t max_picks = 100;    // that one test can be of
constexpr std::size_t max_failures = 50;  // of one test; a loop may fail a thousand times

// A name keeps its spaces: they are part of it.
std::string name_at(const json::object& from, std::string_view name) {
  const auto text = text_at(from, name);
  if (text.size() <= max_name) return plain_text(text);
  return plain_text(text.substr(0, max_name)) + "…";
}

location place_at(const json::object& from, std::string_view root) {
  location out;
  const auto file = text_at(from, "file");
  if (file.empty()) return out;
  auto path = normal_path(repair_utf8(file.substr(0, max_name)));
  out.file = path_below(root, path).value_or(path);
  out.line = static_cast<std::uint32_t>(std::min<std::uint64_t>(number_at(from, "line"), 0xffffffffu));
  return out;
}

failure_kind kind_named(std::string_view name) {
  for (const auto kind :
       {failure_kind::assertion, failure_kind::panic, failure_kind::crash, failure_kind::timeout})
    if (to_string(kind) == name) return kind;
  return failure_kind::error;
}

std::optional<std::string> value_at(const json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return bounded_text(value->get_string(), max_failure_message);
}

failure failure_of(const json::object& from, std::string_view root) {
  failure out;
  out.kind = kind_named(text_at(from, "kind"));
  out.where = place_at(from, root);
  out.message = bounded_text(text_at(from, "message"), max_failure_message);
  out.expected = value_at(from, "expected");
  out.actual = value_at(from, "actual");
  out.diff = bounded_text(text_at(from, "diff"), max_failure_output);
  return out;
}

void read_failures(const json::object& from, std::string_view root, reporter_event& into) {
  if (const auto* one = from.if_contains("failure"); one != nullptr && one->is_object())
    into.failures.push_back(failure_of(one->get_object(), root));
  const auto* all = from.if_contains("failures");
  if (all == nullptr || !all->is_array()) return;
  for (const auto& one : all->get_array())
    if (one.is_object() && into.failures.size() < max_failures)
      into.failures.push_back(failure_of(one.get_object(), root));
}

std::optional<event_type> type_named(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, event_type>, 11> names{{{"start", event_type::start},
                                                                           {"total", event_type::total},
                                                                           {"group", event_type::group},
                                                                           {"begin", event_type::begin},
                                                                           {"pause", event_type::pause},
                                                                           {"failing", event_type::failing},
                                                                           {"report", event_type::report},
                                                                           {"problem", event_type::problem},
                                                                           {"missing", event_type::missing},
                                                                           {"note", event_type::note},
                                                                           {"end", event_type::end}}};
  for (const auto& [known, type] : names)
    if (known == name) return type;
  return std::nullopt;
}

std::vector<std::uint32_t> picks_at(const json::object& from) {
  std::vector<std::uint32_t> out;
  const auto* all = from.if_contains("picks");
  if (all == nullptr || !all->is_array()) return out;
  for (const auto& one : all->get_array())
    if (one.is_int64() && one.get_int64() >= 0 && one.get_int64() <= 0xffffffff && out.size() < max_picks)
      out.push_back(static_cast<std::uint32_t>(one.get_int64()));
  return out;
}

outcome outcome_named(std::string_view name) {
  if (name == "passed") return outcome::passed;
  return name == "skipped" ? outcome::skipped : outcome::failed;
}

}  // namespace

std::optional<reporter_event> read_event(std::string_view line, std::string_view root) {
  boost::system::error_code ec;
  const auto parsed = json::parse(repair_utf8(line), ec);
  if (ec || !parsed.is_object()) return std::nullopt;
  const auto& from = parsed.get_object();
  const auto type = type_named(text_at(from, "e"));
  if (!type) return std::nullopt;
  reporter_event out;
  out.type = *type;
  out.group = name_at(from, "group");
  out.name = name_at(from, "name");
  out.key = text_at(from, "key");
  out.place = place_at(from, root);
  out.result = outcome_named(text_at(from, "outcome"));
  out.duration = std::chrono::milliseconds{number_at(from, "ms")};
  out.count = number_at(from, "count");
  out.picks = picks_at(from);
  out.text = bounded_text(text_at(from, "text"), max_failure_message);
  if (*type == event_type::start)
    out.text = bounded_text(
        std::string{text_at(from, "runner")} + " " + std::string{text_at(from, "version")}, max_name);
  read_failures(from, root, out);
  if (const auto output = text_at(from, "output"); !output.empty())
    out.output = bounded_text(output, max_failure_output);
  return out;
}

}  // namespace covey::parsers
