// protocol's door for JSON: what it writes it reads again, as the same value and the same text; any bytes can
// be quoted.
#include "parsers/text/utf8.hpp"
#include "protocol/json.hpp"
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace covey::protocol;

void require(bool holds, const char* what, const std::string& text) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", what, text.c_str());
  std::abort();
}

bool same(const json::value& a, const json::value& b);

bool same(const json::object& a, const json::object& b) {
  if (a.size() != b.size()) return false;
  for (const auto& member : a) {
    const auto* other = b.if_contains(member.key());
    if (other == nullptr || !same(member.value(), *other)) return false;
  }
  return true;
}

bool same(const json::array& a, const json::array& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!same(a[i], b[i])) return false;
  return true;
}

// Boost.JSON reads numbers some units in the last place off, and 1.0 is written as 1.
bool same(const json::value& a, const json::value& b) {
  if (a.is_number() && b.is_number()) {
    const auto one = a.to_number<double>(), other = b.to_number<double>();
    return std::abs(one - other) <= 1e-12 * std::abs(one) + 1e-300;
  }
  if (a.kind() != b.kind()) return false;
  if (a.is_object()) return same(a.get_object(), b.get_object());
  if (a.is_array()) return same(a.get_array(), b.get_array());
  return a == b;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes{reinterpret_cast<const char*>(data), size};
  const auto word = parse_json(quoted(bytes));
  require(word.ok() && word.value.is_string(), "no string", word.error);
  require(std::string_view{word.value.get_string()} == covey::parsers::repair_utf8(bytes), "another text",
          bytes);
  const auto first = parse_json(bytes);
  if (!first.ok()) return 0;
  const auto text = to_text(first.value);
  require(text.find('\n') == std::string::npos, "more than a line", text);
  require(covey::parsers::is_utf8(text), "no UTF-8", text);
  const auto second = parse_json(text);
  require(second.ok(), "not read again", text + ": " + second.error);
  require(same(first.value, second.value), "another value", text);
  return 0;
}
