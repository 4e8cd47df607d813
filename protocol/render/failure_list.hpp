// Several failures: collecting them, the common prefix of their names, and a page of them.
#pragma once

#include "protocol/render/failure_view.hpp"
#include <span>
#include <string>
#include <vector>

namespace covey::protocol {

using found_span = std::span<const found_failure>;

// All known failures: the run's own, then those of earlier runs. The result points into `run`. With `freshness`
// those whose files have changed are marked.
std::vector<found_failure> all_failures(const parsers::finished_run& run,
                                        const run_freshness* freshness = nullptr);

// The run's own failures; causes are determined among these only.
std::vector<found_failure> own_failures(const parsers::finished_run& run,
                                        const run_freshness* freshness = nullptr);

// The common prefix of all names, up to the end of a folder or a suite; empty if it is too short to be worth
// omitting.
std::string common_prefix(found_span failures);

// "; names begin with "a/b/"", or "" for an empty prefix.
std::string prefix_remark(std::string_view prefix);

struct list_page {
  std::size_t offset = 0;  // of the first failure on the page
  std::size_t limit = 0;
  bool in_full = false;          // each in full; else one per cause, and the others' differences
  bool last_takes_rest = false;  // the last one may use all remaining bytes
};

// A page of failures, as many as fit both as text and as objects: up to 4 KiB each, or 8 KiB for a single one.
struct failure_list {
  std::vector<failure_view> shown;
  std::size_t offset = 0;  // of the first
  std::string prefix;
  bool short_names = false;  // of objects: without the prefix, which is said once
  bool detail = false;
};
failure_list list_failures(found_span all, const list_page& page, const failure_style& style,
                           std::size_t bytes);

// A numbered block per failure, with an empty line after each.
std::string text_of(const failure_list& list);

// As the member, with `names_begin_with` if the names are without that.
void add_failures(json::object& out, const failure_list& list, std::string_view member = "failures");

}  // namespace covey::protocol
