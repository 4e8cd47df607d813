// Where the parts of a JSON text with comments stand in it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct json_span {
  std::size_t begin = 0;  // of the value: its first byte; `end` is behind its last
  std::size_t end = 0;
  char kind = 0;              // '{', '[', or the first byte of a scalar
  std::string key;            // of a member of an object, decoded
  std::size_t key_begin = 0;  // of a member, its first byte; of an element that of the value
  std::vector<json_span> parts;
};

// Nothing: it is no JSON, or nests deeper than 64 levels. Scalars are not checked.
std::optional<json_span> json_spans(std::string_view text);

// Behind the blanks and comments from `at` on; npos: a comment is not closed.
std::size_t skip_json_blanks(std::string_view text, std::size_t at);

}  // namespace covey::parsers
