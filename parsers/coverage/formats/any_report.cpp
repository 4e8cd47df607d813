#include "parsers/coverage/formats/any_report.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace covey::parsers {
namespace {

// Why these bytes are no report; empty if they may be one.
std::string refusal(std::string_view head) {
  using namespace std::string_view_literals;
  if (head.starts_with("PK\x03\x04"sv)) return "it is a zip archive; unpack it first";
  if (head.starts_with("\xff\xfe"sv) || head.starts_with("\xfe\xff"sv))
    return "it is UTF-16 text; write it as UTF-8";
  if (head.starts_with('{') || head.starts_with('[') || head.starts_with('<'))
    return std::string{"line 1: "} + (head.front() == '<' ? "XML" : "JSON") +
           " of no format that is known here; " + coverage_format_names() + " are";
  return {};
}

std::string_view without_mark(std::string_view head) {
  head = without_byte_order_mark(head);
  const auto first = head.find_first_not_of(" \t\r\n");
  return head.substr(first == std::string_view::npos ? head.size() : first);
}

// Why a report has no executable lines.
std::string nothing_in(const coverage_report& report) {
  if (!report.diagnostics.empty()) {
    const auto& first = report.diagnostics.front();
    const auto place =
        first.first_line > 0 ? "line " + std::to_string(first.first_line) + ": " : std::string{};
    return place + std::string{first.what} + "; no valid record in it";
  }
  if (report.data.files.empty()) return "no valid record in it";
  return "no line that could run in its " + std::to_string(report.data.files.size()) + " file(s)";
}

bool has_lines(const coverage& data) {
  for (const auto& [name, file] : data.files)
    if (!file.lines.empty()) return true;
  return false;
}

}  // namespace

extern const coverage_format go_profile_format;
extern const coverage_format coverage_py_format;
extern const coverage_format istanbul_format;
extern const coverage_format llvm_cov_format;
extern const coverage_format cobertura_format;
extern const coverage_format jacoco_format;
extern const coverage_format clover_format;
extern const coverage_format simplecov_format;

std::span<const coverage_format* const> coverage_formats() {
  static const std::array all{
      &lcov_format,        &go_profile_format, &cobertura_format, &jacoco_format,    &clover_format,
      &coverage_py_format, &istanbul_format,   &llvm_cov_format,  &simplecov_format,
  };
  return all;
}

std::string coverage_format_names() {
  std::string out;
  for (const auto* format : coverage_formats()) out += (out.empty() ? "" : ", ") + std::string{format->name};
  return out;
}

any_report_parser::any_report_parser() = default;
any_report_parser::~any_report_parser() = default;

void any_report_parser::feed(std::string_view bytes) {
  if (unpacked_) {
    packed_ = unpacked_->feed(bytes);
    return;
  }
  if (begun_) return feed_text(bytes);
  first_ += bytes;
  constexpr std::size_t enough = 2;  // to tell
  if (first_.size() < enough) return;
  begin();
}

void any_report_parser::begin() {
  begun_ = true;
  const auto bytes = std::exchange(first_, {});
  if (!is_gzip(bytes)) return feed_text(bytes);
  unpacked_.emplace([this](std::string_view text) { feed_text(text); }, max_unpacked_bytes);
  packed_ = unpacked_->feed(bytes);
}

void any_report_parser::feed_text(std::string_view bytes) {
  if (parser_) return parser_->feed(bytes);
  if (!refusal_.empty()) return;
  head_ += bytes;
  if (head_.size() >= format_head) choose();
}

void any_report_parser::choose() {
  const auto head = without_mark(std::string_view{head_}.substr(0, format_head));
  for (const auto* format : coverage_formats())
    if (format_ == nullptr && format->recognises(head)) format_ = format;
  if (format_ == nullptr) {
    refusal_ = refusal(head);
    if (!refusal_.empty()) return;
    format_ = &lcov_format;
  }
  parser_ = format_->make();
  parser_->feed(without_byte_order_mark(head_));
  head_ = {};
}

// What is wrong with the compression; a report that breaks off there may lack some of its files.
std::string any_report_parser::broken_packing() const {
  if (!unpacked_) return {};
  switch (packed_) {
    case gunzip::state::whole:
      return {};
    case gunzip::state::open:
      return "its gzip data breaks off; write it again";
    case gunzip::state::broken:
      return "its gzip data is damaged; write it again";
    case gunzip::state::too_large:
      return "it unpacks to more than " + std::to_string(max_unpacked_bytes) +
             " bytes, the limit; split the report, or measure less of the project";
  }
  return {};
}

std::variant<coverage_report, no_report> any_report_parser::finish() {
  if (!begun_) begin();
  const auto format = [this] { return format_ == nullptr ? lcov_format.name : format_->name; };
  if (auto problem = broken_packing(); !problem.empty()) return no_report{std::move(problem), format()};
  if (!parser_ && refusal_.empty()) {
    if (without_mark(head_).empty()) return no_report{"the file is empty"};
    choose();
  }
  if (!refusal_.empty()) return no_report{refusal_};
  coverage_report out;
  out.format = format_->name;
  parser_->finish(out);
  if (!has_lines(out.data)) return no_report{nothing_in(out), format()};
  return out;
}

std::size_t memory_of(const coverage_report& report) {
  constexpr std::size_t node = 64;  // of a map, and what the allocator adds
  std::size_t out = sizeof report;
  for (const auto& [name, file] : report.data.files) {
    // NOLINTNEXTLINE(bugprone-sizeof-container): the object itself, then what it owns
    out += node + sizeof file + name.capacity() + file.lines.memory() + file.functions.memory() +
           file.branches.memory();
    for (const auto& condition : file.conditions) out += sizeof condition + condition.expression.capacity();
    for (const auto& way : file.branch_names) out += sizeof way + way.capacity();
  }
  return out;
}

// --- what readers of all formats do alike

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
