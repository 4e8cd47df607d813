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
    case block_kind::doc_test:
      return "doc test";
  }
  return "unknown";
}

test_block within(const test_block& outer) {
  test_block out;
  out.label = outer.label;
  out.label += label_joint;
  out.path = outer.path;
  out.dynamic = outer.dynamic;
  return out;
}

block_name joined(const std::vector<block_name>& path, std::string_view joint) {
  block_name out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto& pieces = path[i].pieces;
    if (i > 0) out.pieces.back() += joint;
    out.pieces.back() += pieces.front();
    out.pieces.insert(out.pieces.end(), pieces.begin() + 1, pieces.end());
  }
  return out;
}

}  // namespace covey::parsers
