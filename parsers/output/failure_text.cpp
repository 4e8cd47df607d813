#include "parsers/output/failure_text.hpp"
#include "parsers/text/head_tail.hpp"
#include "parsers/text/utf8.hpp"

namespace covey::parsers {

std::string bounded_text(std::string_view text, std::size_t limit) {
  auto plain = plain_text(text);
  plain.resize(plain.find_last_not_of(" \t\n") + 1);
  if (plain.size() <= limit) return plain;
  head_tail kept(limit);
  kept.append(plain);
  return kept.text();
}

void failure_budget::charge(failure& made) {
  const auto size = made.message.size() + made.diff.size() + made.output.size() +
                    (made.expected ? made.expected->size() : 0) + (made.actual ? made.actual->size() : 0);
  if (size <= left_) {
    left_ -= size;
    return;
  }
  constexpr std::size_t short_message = 512;
  made.message = bounded_text(made.message, short_message);
  made.expected.reset();
  made.actual.reset();
  made.diff.clear();
  made.output.clear();
}

}  // namespace covey::parsers
