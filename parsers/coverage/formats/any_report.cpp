#include "parsers/coverage/formats/any_report.hpp"
#include "parsers/text/utf8.hpp"
#include <array>
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

}  // namespace covey::parsers
