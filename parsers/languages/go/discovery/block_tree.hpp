// The blocks of one file while they are being found: each below another, or at the top.
#pragma once

#include "parsers/model/test_block.hpp"
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace covey::parsers::languages::go {

struct new_block {
  std::string shown;  // its own part of the label
  block_name name;    // its own part of the path
  std::uint32_t line_start = 0;
  std::uint32_t line_end = 0;
  block_kind kind = block_kind::test;
  bool dynamic = false;
};

class block_tree {
 public:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  // `none` if the block would be too deep or exceed a size limit; what is below it is then lost as well.
  std::size_t add(std::size_t parent, new_block block);
  // The block stays as a parent of those below it, but is not listed.
  void hide(std::size_t block) { nodes_[block].hidden = true; }
  bool has_children(std::size_t block) const { return nodes_[block].has_children; }
  const test_block& at(std::size_t block) const { return blocks_[block]; }
  std::size_t root_of(std::size_t block) const;
  std::size_t size() const { return blocks_.size(); }
  bool is_cut() const { return cut_; }

  // The blocks sorted by line; called once. `places` gives where each of the blocks went, or `none`.
  std::vector<test_block> finish(std::vector<std::size_t>& places);

 private:
  struct node {
    std::size_t parent = none;
    bool hidden = false;
    bool has_children = false;
    int depth = 0;
  };

  // Labels and paths repeat those above them, so the size of deeply nested names is bounded here.
  static constexpr int max_depth = 24;
  static constexpr std::size_t max_blocks = 50'000;
  static constexpr std::size_t max_bytes = std::size_t{32} << 20;

  std::vector<test_block> blocks_;
  std::vector<node> nodes_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> by_name_;
  std::size_t bytes_ = 0;
  bool cut_ = false;
};

}  // namespace covey::parsers::languages::go
