// Several failures: which there are, what their names have in common, and a numbered list of them.
#pragma once

#include "protocol/render/failure.hpp"
#include <span>
#include <string>
#include <vector>

namespace covey::protocol {

using found_span = std::span<const found_failure>;

// All that is known to fail: what the run found, then what earlier ones found. They are the run's.
std::vector<found_failure> all_failures(const parsers::finished_run& run);

// What the run itself found: causes are told apart among these.
std::vector<found_failure> own_failures(const parsers::finished_run& run);

// What the names of all of them begin with, up to the end of a folder or a suite; empty where leaving it out
// would not pay.
std::string common_prefix(found_span failures);

// "; names begin with "a/b/"", or nothing.
std::string prefix_remark(std::string_view prefix);

struct list_page {
  std::size_t offset = 0;  // of the first one in all that is listed
  std::size_t limit = 0;
  bool in_full = false;          // each with all it says; else one of each cause, of the others what differs
  bool last_takes_rest = false;  // of the room, however much it is
};

// What came of it: how many of `all`, from the page's offset on, found room.
struct listed_text {
  std::string text;
  std::size_t shown = 0;
};
struct listed_json {
  json::array list;
  std::size_t shown = 0;
};

// A numbered block per failure, with an empty line after each: to 4 KiB, or 8 where there is only one.
listed_text failure_list(found_span all, const list_page& page, const failure_style& style,
                         std::size_t bytes);
listed_json failure_array(found_span all, const list_page& page, const failure_style& style,
                          std::size_t bytes);

}  // namespace covey::protocol
