// Which of the lines that have changed since a base ran, and which that have not changed do not any more.
// Design: docs/design/26-changed-lines.md
#pragma once

#include "parsers/coverage/file_index.hpp"
#include "parsers/coverage/measured_runs.hpp"
#include "parsers/model/changed_coverage.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// The workspace as it is now.
class present_sources {
 public:
  struct source {
    std::string_view text = {};
    line_hashes lines = {};
    std::string_view language = {};  // empty: it is no source of any
  };
  virtual ~present_sources() = default;
  // Null: it is not there, cannot be read, or is too large.
  virtual const source* read(const std::string& path) = 0;
  virtual bool is_source(std::string_view path) = 0;
  virtual bool is_test(const std::string& path) = 0;  // by its name
  virtual const source_structure& structure(const std::string& path) = 0;  // of one that was read
};

struct measured_by {
  // One of both. Of runs, `language` is that of the latest one, or the one that is asked for.
  measured_runs_ptr runs = {};
  const measured_run* before = nullptr;  // the whole run to compare with; null: there is none
  fingerprint_ptr now = {};              // null: not known
  std::string language = {};
  const coverage* report = nullptr;
  const file_index* files = nullptr;  // of the report
};

// The base of "last_run": the newest run that saw other sources than there are now; null: there is none.
const measured_run* last_other_run(const measured_by& by, const path_test& is_source);
// And what was edited since.
edited_files edits_since(const measured_run& run, const measured_by& by, present_sources& sources);

constexpr std::size_t max_changed_files = 10'000;  // are looked at; a note says that there are more

// `only`: files and folders that count; none: all. `with_tests`: of lines that ran, by runs.
changed_coverage find_changed_coverage(const edited_files& edits, const measured_by& by,
                                       present_sources& sources, const std::vector<std::string>& only,
                                       bool with_tests);

}  // namespace covey::parsers
