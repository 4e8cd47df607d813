// The state of what an answer was read from (parsers/model/freshness.hpp), to tell whether the answer still holds.
#pragma once

#include "actors/storage/opened.hpp"
#include "parsers/model/freshness.hpp"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::storage {

struct source_state {
  std::string path;
  file_identity identity;     // all 0: it is absent, or only its name counts and its folder tells of changes
  std::uint64_t content = 0;  // a hash of what counts; 0: absent
};

// In the order of the sources; below a folder by path.
using source_states = std::vector<source_state>;

struct source_limits {
  std::size_t files = 20'000;     // below all folders together
  std::size_t entries = 200'000;  // looked at there
  std::size_t text = 1u << 20;    // bytes of a file; of a larger one the identity counts, not the content
};

// Nothing if there is more than the limits allow, or something cannot be read. What has not moved since `known` is not
// read again.
std::optional<source_states> look_at(const std::vector<parsers::answer_source>& sources,
                                     const source_states& known, const source_limits& limits = {});

bool same_content(const source_states& one, const source_states& other);

// Whether all of it was as it is now at `since` already, in ns since the epoch. False if it may have changed later.
bool unchanged_since(const source_states& states, std::int64_t since);

}  // namespace covey::storage
