// What covey's readers are measured beside: a bare scan, Boost.JSON's documents, and what the anchors share.
#pragma once

#include "bench/inputs/made_text.hpp"
#include <boost/json.hpp>
#include <array>
#include <cstring>
#include <string_view>

namespace covey::bench {

// Looks for every line feed: a reader of lines cannot be much faster.
counts scan(std::string_view bytes);

template <class Use>
void for_each_line(std::string_view bytes, Use use) {
  const auto* end = bytes.data() + bytes.size();
  for (const auto* at = bytes.data(); at != end;) {
    const auto* stop = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    if (stop == nullptr) stop = end;
    use(std::string_view{at, static_cast<std::size_t>(stop - at)});
    at = stop == end ? end : stop + 1;
  }
}

// Boost.JSON as one uses it first: a document for each line, from the heap. Nothing for what is no JSON.
struct fresh_documents {
  template <class Use>
  void read(std::string_view line, Use use) {
    boost::json::error_code error;
    const auto value = boost::json::parse(line, error);
    if (!error) use(value);
  }
};

// Boost.JSON as its documentation makes it fast: the parser is kept, and values lie in memory that is kept.
class reused_documents {
 public:
  template <class Use>
  void read(std::string_view line, Use use) {
    boost::json::monotonic_resource memory(buffer_.data(), buffer_.size());
    boost::json::error_code error;
    parser_.reset(&memory);
    parser_.write(line, error);
    if (error) return;
    const auto value = parser_.release();
    use(value);
  }

 private:
  boost::json::parser parser_;
  std::array<unsigned char, 64 * 1024> buffer_;
};

// A member's text, or nothing.
inline std::string_view text_of(const boost::json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  return value != nullptr && value->is_string() ? std::string_view{value->get_string()} : std::string_view{};
}

}  // namespace covey::bench
