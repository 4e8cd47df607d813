// Limits and source lines that an answer is rendered with.
#pragma once

#include "parsers/model/test.hpp"
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace covey::protocol {

// Source lines as the run saw them; files that have changed since are left out.
class source_lines {
 public:
  void add(parsers::location where, std::string text) {
    texts_.insert_or_assign(std::move(where), std::move(text));
  }
  std::string_view at(const parsers::location& where) const {
    const auto found = texts_.find(where);
    return found == texts_.end() ? std::string_view{} : found->second;
  }

 private:
  std::map<parsers::location, std::string> texts_;
};

// A token is about four bytes of text.
constexpr std::size_t token_bytes = 4;
constexpr std::size_t default_answer_tokens = 20'000;
constexpr std::size_t default_answer_bytes = default_answer_tokens * token_bytes;

struct answer_view {
  std::size_t bytes = default_answer_bytes;  // of each half
  source_lines sources = {};
};

}  // namespace covey::protocol
