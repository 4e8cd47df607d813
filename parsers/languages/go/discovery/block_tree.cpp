#include "parsers/languages/go/discovery/block_tree.hpp"
#include <algorithm>
#include <numeric>

namespace covey::parsers::languages::go {
namespace {

std::size_t bytes_of(const test_block& block) {
  auto size = sizeof(test_block) + block.label.size();
  for (const auto& name : block.path)
    for (const auto& piece : name.literals) size += sizeof(std::string) + piece.size();
  return size;
}

}  // namespace

std::size_t block_tree::add(std::size_t parent, new_block block) {
  test_block out;
  node its;
  its.parent = parent;
  if (parent != none) {
    out = within(blocks_[parent]);
    its.depth = nodes_[parent].depth + 1;
  }
  out.label += block.shown;
  out.path.push_back(std::move(block.name));
  out.line_start = block.line_start;
  out.line_end = block.line_end;
  out.kind = block.kind;
  out.dynamic = block.dynamic;
  const auto size = bytes_of(out);
  if (its.depth >= max_depth || blocks_.size() >= max_blocks || bytes_ + size > max_bytes) {
    cut_ = true;
    return none;
  }
  bytes_ += size;
  const auto place = blocks_.size();
  if (parent != none) {
    nodes_[parent].has_children = true;
    // Go tells subtests of one name apart by "#01" in the order in which they run.
    const auto& name = out.path.back();
    if (name.is_literal()) {
      const auto [other, first] = by_name_.try_emplace({parent, name.literals.front()}, place);
      if (!first) out.dynamic = blocks_[other->second].dynamic = true;
    }
  }
  blocks_.push_back(std::move(out));
  nodes_.push_back(its);
  return place;
}

std::size_t block_tree::root_of(std::size_t block) const {
  while (nodes_[block].parent != none) block = nodes_[block].parent;
  return block;
}

std::vector<test_block> block_tree::finish(std::vector<std::size_t>& places) {
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const auto parent = nodes_[i].parent;
    if (parent != none && blocks_[parent].dynamic) blocks_[i].dynamic = true;
  }
  std::vector<std::size_t> order(blocks_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](auto i) { return nodes_[i].hidden; });
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
    const auto &left = blocks_[a], &right = blocks_[b];
    if (left.line_start != right.line_start) return left.line_start < right.line_start;
    return nodes_[a].depth < nodes_[b].depth;
  });
  places.assign(blocks_.size(), none);
  std::vector<test_block> out;
  out.reserve(order.size());
  for (const auto i : order) {
    places[i] = out.size();
    out.push_back(std::move(blocks_[i]));
  }
  return out;
}

}  // namespace covey::parsers::languages::go
