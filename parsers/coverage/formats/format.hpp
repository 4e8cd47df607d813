// A format of coverage reports: how to recognise its bytes, how to read them, and what readers do alike: diagnostics, how
// many files there may be, line numbers and counts.
#pragma once

#include "parsers/model/coverage.hpp"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

struct coverage_report {
  std::string_view format;  // coverage_format::name
  coverage data;            // files by the names the report gives them, as valid UTF-8; units stay empty
  std::vector<diagnostic> diagnostics;
};

// Fed with the bytes of one report in any pieces; the same bytes give the same report however they are cut.
// Never fails: malformed parts are skipped with a diagnostic. Memory grows with the result, not the input.
class report_parser {
 public:
  virtual ~report_parser() = default;
  virtual void feed(std::string_view bytes) = 0;
  virtual void finish(coverage_report& into) = 0;  // once, at the end; sets data.files and diagnostics
};

struct coverage_format {
  std::string_view name;        // as users know it: "LCOV", "Cobertura XML"
  std::string_view written_by;  // the tools; this and the next for the documentation
  std::string_view covered_if;  // what makes a line a covered one: "it has hits"
  // `head`: the beginning of the report without a byte order mark and leading white space, at most
  // `format_head` bytes.
  bool (*recognises)(std::string_view head);
  std::unique_ptr<report_parser> (*make)();
};

constexpr std::size_t format_head = 16 * 1024;

// In some formats a few bytes can claim a million lines. Files beyond this sum of lines are left out, with a
// diagnostic.
constexpr std::size_t max_spanned_lines = 64'000'000;
constexpr std::string_view too_many_lines = "a file beyond 64000000 lines in all, left out";

// --- what readers do alike

// What was wrong with a report. The readers define a fixed set of classes, so a report cannot make the list grow.
class diagnostics {
 public:
  void add(std::string_view what, std::uint64_t line, std::string_view at = {});

  bool empty() const { return all_.empty(); }
  std::uint64_t count() const;  // of all classes
  std::vector<diagnostic> take() { return std::move(all_); }
  const std::vector<diagnostic>& all() const { return all_; }  // in the order of their first places

 private:
  std::vector<diagnostic> all_;
};

// A file takes some 400 bytes of memory, and may take less than 20 bytes of a report. The largest projects
// have a third of this number.
constexpr std::size_t max_files = 1'000'000;
constexpr std::string_view too_many_files = "a file beyond 1000000, left out";

// The entry of this name in a map of files, made if it is new; null, with a diagnostic, if that would exceed
// the limit.
template <class Files>
typename Files::mapped_type* file_in(Files& files, typename Files::key_type name, diagnostics& wrong,
                                     std::uint64_t at, std::size_t max = max_files) {
  if (files.size() < max) return &files[std::move(name)];
  if (const auto known = files.find(name); known != files.end()) return &known->second;
  wrong.add(too_many_files, at);
  return nullptr;
}

// --- Line numbers and counts as reports write them. Malformed ones get diagnostics of the same classes in all
// formats; `at` is the line of the report. ---

// A count as coverage tools write it. Mostly that is a whole number; some write an average, a JavaScript
// number or a counter that overflowed.
enum class count_kind : std::uint8_t {
  whole,      // 12
  rounded,    // 0.4, 1e3: to the nearest; above 0 at least 1, because it was hit
  negative,   // -3: taken as 0
  too_large,  // taken as max_hits
  none,       // not a number; `count` is unchanged
};

// The whole text is the number: [-]DIGITS[.DIGITS][(e|E)[+|-]DIGITS]; the digits of one side of the point may
// be missing.
count_kind read_lenient_count(std::string_view text, std::uint64_t& count);

constexpr std::string_view negative_count = "a negative count, taken as 0";
constexpr std::string_view too_large_count = "a count over 1099511627775, taken as that";

// The whole text, from 1 to max_line_number; else `line` is unchanged.
bool parse_line_number(std::string_view text, std::uint32_t& line, diagnostics& wrong, std::uint64_t at);

// The whole text, as read_lenient_count reads it; false only if it is not a number.
bool parse_count(std::string_view text, std::uint64_t& count, diagnostics& wrong, std::uint64_t at);

}  // namespace covey::parsers
