#include "parsers/syntax/outline.hpp"
#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace covey::parsers {
namespace {

constexpr std::size_t max_moves = 500;  // each visits all blocks

std::string key_of(const std::vector<block_name>& path) {
  std::string out;
  for (const auto& name : path) {
    for (const auto& piece : name.literals) out.append(piece) += '\x1e';
    out += '\x1f';
  }
  return out;
}

// A tree that could not parse the code around a name leaves the name's beginning open.
std::string loose_key(block_name name) {
  if (name.literals.size() > 1 && name.literals.front().empty()) name.literals.erase(name.literals.begin());
  return key_of({std::move(name)});
}

bool begins_with(const std::vector<block_name>& path, const std::vector<block_name>& head) {
  return path.size() >= head.size() && std::equal(head.begin(), head.end(), path.begin());
}

class merger {
 public:
  merger(std::vector<test_block>& blocks, const outline& found)
      : blocks_(blocks), whole_(found.whole), certain_(found.certain && found.whole) {
    for (const auto& block : found.blocks) declared_.insert(key_of(block.path));
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      by_path_.emplace(key_of(blocks_[i].path), i);
      by_name_.emplace(loose_key(blocks_[i].path.back()), i);
    }
  }

  void add(test_block block) {
    if (auto* known = nearest(block)) {
      if (whole_) place(*known, block);
    } else if (whole_ ? !move(block) : !is_near(block)) {
      block.dynamic = block.dynamic || !certain_;
      blocks_.push_back(std::move(block));
    }
  }

 private:
  // Of several of one path (#[cfg]) each is taken once.
  test_block* nearest(const test_block& to) {
    const auto [first, last] = by_path_.equal_range(key_of(to.path));
    auto best = last;
    for (auto it = first; it != last; ++it)
      if (best == last || distance(it->second, to) < distance(best->second, to)) best = it;
    if (best == last) return nullptr;
    auto* out = &blocks_[best->second];
    by_path_.erase(best);
    return out;
  }

  std::uint32_t distance(std::size_t block, const test_block& to) const {
    const auto a = blocks_[block].line_start, b = to.line_start;
    return a < b ? b - a : a - b;
  }

  static void place(test_block& known, const test_block& where) {
    known.line_start = where.line_start;
    known.line_end = where.line_end;
  }

  bool is_near(const test_block& to) const {
    const auto [first, last] = by_name_.equal_range(loose_key(to.path.back()));
    return std::any_of(first, last, [&](const auto& one) { return distance(one.second, to) == 0; });
  }

  // The tree has it below the wrong names: its descendants move with it.
  bool move(const test_block& to) {
    const auto [first, last] = by_name_.equal_range(loose_key(to.path.back()));
    for (auto it = first; it != last && moves_ < max_moves; ++it) {
      const auto from = blocks_[it->second];
      const bool is_it = to.line_start <= from.line_start && from.line_start <= to.line_end &&
                         !declared_.contains(key_of(from.path));
      if (!is_it) continue;
      ++moves_;
      for (std::size_t i = 0; i < blocks_.size(); ++i) {
        auto& block = blocks_[i];
        const bool inside = to.line_start <= block.line_start && block.line_start <= to.line_end;
        if (!inside || !begins_with(block.path, from.path)) continue;
        rebase(block, from, to);
        if (block.path.size() > to.path.size()) by_path_.emplace(key_of(block.path), i);
      }
      return true;
    }
    return false;
  }

  static void rebase(test_block& block, const test_block& from, const test_block& to) {
    const bool itself = block.path.size() == from.path.size();
    std::vector<block_name> path = to.path;
    path.insert(path.end(), block.path.begin() + static_cast<std::ptrdiff_t>(from.path.size()),
                block.path.end());
    block.path = std::move(path);
    block.label = to.label + block.label.substr(std::min(from.label.size(), block.label.size()));
    const bool named = itself && to.path.back().is_literal();
    block.dynamic = to.dynamic || (block.dynamic && !named);
    if (itself) place(block, to);
  }

  std::vector<test_block>& blocks_;
  bool whole_;  // else the tree knows better what stands within what
  bool certain_;
  std::set<std::string> declared_;
  std::multimap<std::string, std::size_t> by_path_;
  std::multimap<std::string, std::size_t> by_name_;
  std::size_t moves_ = 0;
};

}  // namespace

void add_outline(file_blocks& out, outline found) {
  out.complete = found.whole;
  merger into{out.blocks, found};
  for (auto& block : found.blocks) into.add(std::move(block));
  std::stable_sort(out.blocks.begin(), out.blocks.end(), [](const auto& a, const auto& b) {
    return std::pair{a.line_start, a.path.size()} < std::pair{b.line_start, b.path.size()};
  });
}

}  // namespace covey::parsers
