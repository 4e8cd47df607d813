#include "parsers/languages/go/duration.hpp"
#include <algorithm>
#include <charconv>
#include <iterator>
#include <system_error>

namespace covey::parsers::languages::go {
namespace {

using std::chrono::milliseconds;

struct unit {
  std::string_view name;
  double milliseconds;
};

// "m" behind "ms": the first that fits is taken.
constexpr unit units[] = {{"h", 3'600'000}, {"ms", 1},    {"m", 60'000}, {"s", 1000},
                          {"us", 1e-3},     {"µs", 1e-3}, {"μs", 1e-3},  {"ns", 1e-6}};
constexpr double most = 1e12;  // about 30 years

}  // namespace

std::string write_duration(milliseconds value) {
  if (value.count() % 1000 == 0) return std::to_string(value.count() / 1000) + "s";
  return std::to_string(value.count()) + "ms";
}

std::optional<milliseconds> read_duration(std::string_view text) {
  if (text == "0") return milliseconds{0};
  double out = 0;
  do {
    double number = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const auto of = std::find_if(std::begin(units), std::end(units),
                                 [&](const auto& one) { return text.starts_with(one.name); });
    if (error != std::errc{} || of == std::end(units) || !(number >= 0 && number <= most))
      return std::nullopt;
    out += number * of->milliseconds;
    text.remove_prefix(of->name.size());
  } while (!text.empty());
  if (out > most) return std::nullopt;
  return milliseconds{static_cast<milliseconds::rep>(out)};
}

}  // namespace covey::parsers::languages::go
