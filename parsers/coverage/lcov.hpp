// LCOV tracefiles (geninfo(1), FILES): TN, SF, DA and end_of_record; every other record is skipped, the sums
// LF and LH included, for they are often wrong.
#pragma once

#include "parsers/model/coverage.hpp"
#include "parsers/text/lines.hpp"
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// What stands between an SF and its end_of_record.
struct lcov_record {
  std::string test;              // TN, as written; may be empty
  std::string file;              // SF, as written
  std::vector<line_hits> lines;  // sorted, one entry a line, the counts of repeated lines added (saturating)
};

class lcov_reader {
 public:
  using sink = std::function<void(lcov_record&&)>;

  explicit lcov_reader(sink on_record);

  void feed(std::string_view bytes);
  void finish();  // gives a last record that has no end_of_record

  // Lines that do not read are skipped; the first of them is kept, by its number and its beginning.
  std::uint64_t malformed() const { return malformed_; }
  std::uint64_t first_malformed() const { return first_malformed_; }
  const std::string& first_malformed_text() const { return first_malformed_text_; }

 private:
  void read_line(std::string_view line, bool cut);
  bool read_hits(std::string_view text);
  void end_record();

  sink on_record_;
  line_splitter lines_;
  lcov_record record_;
  bool in_record_ = false;
  std::uint64_t line_number_ = 0;
  std::uint64_t malformed_ = 0;
  std::uint64_t first_malformed_ = 0;
  std::string first_malformed_text_;
};

}  // namespace covey::parsers
