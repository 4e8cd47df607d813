#include "parsers/events/cov_line.hpp"
#include "parsers/coverage/line_sets.hpp"
#include <algorithm>
#include <charconv>
#include <cstdint>

namespace covey::parsers {
namespace {

constexpr std::uint32_t max_file = 1 << 20;  // lines; limited because a range may claim any number

}  // namespace

bool cov_line::read(std::string_view line) {
  const std::pair<std::string_view, json_value*> members[] = {
      {"ran", &ran},      {"group", &group_},    {"name", &name_},
      {"names", &names_}, {"file", &file},       {"found", &found},
      {"hit", &hit},      {"further", &further}, {"unfinished", &unfinished},
      {"test", &test},    {"all", &all}};
  for (const auto& [name, value] : members) *value = {};
  json_object object{line};
  while (object.next())
    for (const auto& [name, value] : members)
      if (name == object.key()) *value = object.value();
  return object.complete();
}

unit_key cov_line::unit() const {
  unit_key out{text_or_nothing(group_), {}};
  auto& names = out.second;
  if (auto name = text_or_nothing(name_); !name.empty()) names.push_back(std::move(name));
  if (names_.kind == json_kind::array)
    for (json_array each{names_.raw}; each.next();)
      if (each.value().kind == json_kind::string) names.push_back(json_text(each.value()));
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return out;
}

std::string text_or_nothing(const json_value& value) {
  return value.kind == json_kind::string ? json_text(value) : std::string{};
}

void read_ranges(const json_value& text, std::vector<line_range>& into) {
  into.clear();
  const auto decoded = text.escaped ? json_text(text) : std::string{};
  std::string_view rest = text.escaped ? decoded : text.raw;
  if (text.kind != json_kind::string) return;
  while (!rest.empty()) {
    const auto item = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(item.size() + 1, rest.size()));
    line_range range;
    const auto* last = item.data() + item.size();
    auto [end, error] = std::from_chars(item.data(), last, range.first);
    if (error != std::errc{}) continue;
    range.last = range.first;
    if (end != last && *end == '-') std::from_chars(end + 1, last, range.last);
    if (range.first > 0 && range.last >= range.first && range.last <= max_file) into.push_back(range);
  }
  put_in_order(into);
}

}  // namespace covey::parsers
