// A format of coverage reports: how to recognise its bytes, and how to read them.
#pragma once

#include "parsers/coverage/report_values.hpp"
#include "parsers/model/coverage.hpp"
#include <cstddef>
#include <memory>
#include <string_view>
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

}  // namespace covey::parsers
