#include "parsers/model/test_block.hpp"

namespace covey::parsers {

std::string_view to_string(block_kind value) {
  switch (value) {
    case block_kind::test:
      return "test";
    case block_kind::group:
      return "group";
    case block_kind::example:
      return "example";
    case block_kind::fuzz:
      return "fuzz";
    case block_kind::benchmark:
      return "benchmark";
    case block_kind::doc_test:
      return "doc test";
  }
  return "unknown";
}

test_block within(const test_block& outer) {
  test_block out;
  out.label = outer.label;
  out.label += label_separator;
  out.path = outer.path;
  out.dynamic = outer.dynamic;
  return out;
}

block_name joined(const std::vector<block_name>& path, std::string_view separator) {
  block_name out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto& literals = path[i].literals;
    if (i > 0) out.literals.back() += separator;
    out.literals.back() += literals.front();
    out.literals.insert(out.literals.end(), literals.begin() + 1, literals.end());
  }
  return out;
}

}  // namespace covey::parsers
