// All formats, in the order in which they are tried.
#pragma once

#include "parsers/coverage/formats/format.hpp"
#include "parsers/text/streams.hpp"
#include <span>
#include <string>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>

namespace covey::parsers {

std::span<const coverage_format* const> coverage_formats();

extern const coverage_format lcov_format;  // what text of no other format is taken for

std::string coverage_format_names();  // "LCOV, Go coverprofile, …"

// A coverage report of any format that covey knows, from its bytes.
// Design: docs/design/17-reports.md

struct no_report {
  std::string reason;  // a sentence's end, for people: which line is wrong, or what the bytes look like
  std::string_view format = "LCOV";  // what they were read as; LCOV is the fallback
};

// How large one compressed report may become when unpacked.
constexpr std::uint64_t max_unpacked_bytes = 2ull << 30;

// Chooses the format by content. Text that is of no other format is taken for LCOV. What is compressed with
// gzip is unpacked on the way.
class any_report_parser {
 public:
  any_report_parser();
  any_report_parser(const any_report_parser&) = delete;
  any_report_parser& operator=(const any_report_parser&) = delete;
  ~any_report_parser();

  void feed(std::string_view bytes);

  // Once, at the end. A report without executable lines is an error.
  std::variant<coverage_report, no_report> finish();

 private:
  void begin();
  std::string broken_packing() const;
  void feed_text(std::string_view bytes);
  void choose();

  std::optional<gunzip> unpacked_;
  gunzip::state packed_ = gunzip::state::open;
  std::string first_;  // the first bytes, until they tell whether they are compressed
  bool begun_ = false;
  std::string head_;  // until the format is known
  const coverage_format* format_ = nullptr;
  std::unique_ptr<report_parser> parser_;
  std::string refusal_;  // why the bytes are of no known format
};

// What a report takes in memory, in bytes, within some percent.
std::size_t memory_of(const coverage_report& report);

}  // namespace covey::parsers
