// Which of a workspace's lines that have changed ran: what is measured of them, and the files as they are now. It blocks, so it has a
// thread of its own.
// Design: docs/design/26-changed-lines.md
#pragma once

#include "actors/messages.hpp"
#include "parsers/model/changed_coverage.hpp"
#include <string>
#include <vector>

namespace covey::actors {

struct changed_coverage_order {
  std::string root;
  std::string base;  // "last_run", or what `edits` are since
  git_edits_ptr edits = {};
  latest_coverage latest = {};
  coverage_source_ptr report = {};      // null: what runs measured counts
  fingerprint_ptr now = {};             // null: not known
  std::string language = {};            // empty: any
  std::vector<std::string> files = {};  // and folders, absolute or relative to the root; none: all
  bool tests = true;                    // also who ran the lines
  kept_structures_ptr structures = {};  // null: sources are parsed each time
};

struct found_changed_coverage {
  parsers::changed_coverage_ptr value;
  std::string problem;  // why there is none: the end of a sentence
};
found_changed_coverage read_changed_coverage(const changed_coverage_order& order);

}  // namespace covey::actors
