#include "parsers/coverage/report_values.hpp"
#include "parsers/text/utf8.hpp"
#include "parsers/model/coverage.hpp"
#include <algorithm>
#include <charconv>

namespace covey::parsers {
namespace {

constexpr std::string_view digits = "0123456789";

std::string_view take_digits(std::string_view& text) {
  const auto taken = text.substr(0, text.find_first_not_of(digits));
  text.remove_prefix(taken.size());
  return taken;
}

bool take_one_of(std::string_view& text, std::string_view wanted) {
  if (text.empty() || wanted.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

struct decimal {
  std::string digits;      // of the number without its point
  std::int64_t point = 0;  // how many of them stand before the point; may lie outside
};

// DIGITS[.DIGITS][(e|E)[+|-]DIGITS]
bool read_decimal(std::string_view text, decimal& out) {
  constexpr std::int64_t far = 1'000'000'000;  // more than a line has digits
  out.digits = take_digits(text);
  out.point = static_cast<std::int64_t>(out.digits.size());
  if (take_one_of(text, ".")) out.digits += take_digits(text);
  if (out.digits.empty()) return false;
  if (take_one_of(text, "eE")) {
    const bool down = take_one_of(text, "-");
    if (!down) take_one_of(text, "+");
    const auto written = take_digits(text);
    if (written.empty()) return false;
    std::int64_t exponent = far;
    const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), exponent);
    if (error != std::errc{} || exponent > far) exponent = far;
    out.point += down ? -exponent : exponent;
  }
  return text.empty();
}

// To the nearest whole number, half up; more than max_hits where it is out of all bounds.
std::uint64_t rounded(const decimal& number) {
  const auto first = number.digits.find_first_not_of('0');
  if (first == std::string::npos) return 0;
  const auto whole_digits = number.point - static_cast<std::int64_t>(first);
  if (whole_digits > 15) return max_hits + 1;
  const auto digit = [&](std::int64_t i) -> std::uint64_t {
    const auto at = first + static_cast<std::size_t>(i);
    return at < number.digits.size() ? static_cast<std::uint64_t>(number.digits[at] - '0') : 0;
  };
  std::uint64_t out = 0;
  for (std::int64_t i = 0; i < whole_digits; ++i) out = out * 10 + digit(i);
  if (whole_digits >= 0 && digit(whole_digits) >= 5) ++out;
  return out > 0 ? out : 1;
}

}  // namespace

void diagnostics::add(std::string_view what, std::uint64_t line, std::string_view at) {
  constexpr std::size_t shown = 200;
  for (auto& known : all_) {
    if (known.what != what) continue;
    ++known.count;
    return;
  }
  // Some faults are found only later, at the end of the part that they stand in.
  const auto place =
      std::upper_bound(all_.begin(), all_.end(), line,
                       [](std::uint64_t mine, const diagnostic& c) { return mine < c.first_line; });
  all_.insert(place, {what, 1, line, plain_text(at.substr(0, shown))});
}

std::uint64_t diagnostics::count() const {
  std::uint64_t out = 0;
  for (const auto& known : all_) out += known.count;
  return out;
}

count_kind read_lenient_count(std::string_view text, std::uint64_t& count) {
  std::uint64_t whole_count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole_count);
  if (error == std::errc{} && end == text.data() + text.size() && whole_count <= max_hits) {
    count = whole_count;
    return count_kind::whole;
  }
  const bool negative = take_one_of(text, "-");
  decimal number;
  if (!read_decimal(text, number)) return count_kind::none;
  if (negative) {
    count = 0;
    return count_kind::negative;
  }
  count = rounded(number);
  if (count > max_hits) {
    count = max_hits;
    return count_kind::too_large;
  }
  const bool whole = text.find_first_not_of(digits) == std::string_view::npos;
  return whole ? count_kind::whole : count_kind::rounded;
}

bool parse_line_number(std::string_view text, std::uint32_t& line, diagnostics& wrong, std::uint64_t at) {
  std::uint64_t value = 0;
  const auto* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (end != last || error == std::errc::invalid_argument)
    wrong.add("text where a line number belongs", at);
  else if (error != std::errc{} || value > max_line_number)
    wrong.add("a line number over 16777215", at);
  else if (value == 0)
    wrong.add("line number 0", at);
  else
    return line = static_cast<std::uint32_t>(value), true;
  return false;
}

bool parse_count(std::string_view text, std::uint64_t& count, diagnostics& wrong, std::uint64_t at) {
  switch (read_lenient_count(text, count)) {
    case count_kind::whole:
      return true;
    case count_kind::rounded:
      return wrong.add("a count with a fraction or an exponent, rounded", at), true;
    case count_kind::negative:
      return wrong.add(negative_count, at), true;
    case count_kind::too_large:
      return wrong.add(too_large_count, at), true;
    case count_kind::none:
      break;
  }
  return wrong.add("text where a count belongs", at), false;
}

}  // namespace covey::parsers
