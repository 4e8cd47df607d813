// The blocks of one file while they are being found, each below another or at the top: the subtests that a test function
// begins, the suites that it runs, and Ginkgo's specs (`var _ = Describe("Cart", func() { It("sums", …) })`). The function that
// runs these by RunSpecs may stand in another file of the folder, and in its other package: the specs are linked to it as a
// suite's methods are.
#pragma once

#include "parsers/languages/go/discovery/evaluation.hpp"
#include "parsers/model/test_block.hpp"
#include "parsers/syntax/tree.hpp"
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
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

// suite.Run(t, new(CartSuite)) in the block.
struct suite_run {
  std::size_t block = 0;
  std::string type;
};

class subtest_reader {
 public:
  subtest_reader(const declarations& file, block_tree& blocks) : names_(file), blocks_(blocks) {}

  // The body of a test function, or of a suite's method, whose block already exists.
  void read(const syntax_node& function, std::size_t block);

  const std::vector<suite_run>& suites() const { return suites_; }

 private:
  using id = const void*;  // of a node

  // A block that is being read.
  struct frame {
    id call = nullptr;
    std::size_t block = 0;
    int loops = 0;                  // around its beginning
    bool only_its_entries = false;  // its cases are listed: it stays only if blocks are below it
  };

  // How a block is begun.
  struct start {
    std::size_t parent = 0;
    bool uncertain = false;
  };

  bool enter(const syntax_node& node);
  void leave(const syntax_node& node);
  void walk_body(const syntax_node& body);
  bool enter_function(const syntax_node& literal);
  bool enter_call(const syntax_node& call);
  void bind_parameters(const syntax_node& function, const binding& test);
  void bind_declaration(const std::vector<syntax_node>& names, const std::vector<syntax_node>& values,
                        const syntax_node& type);
  void bind_spec(const syntax_node& spec);
  void bind_range(const syntax_node& clause);
  void assign(const syntax_node& statement);
  binding meaning_of(const syntax_node& expression);
  bool is_test(const syntax_node& expression, binding& test);

  bool begins_subtest(const syntax_node& call, const std::vector<syntax_node>& arguments, start& from);
  bool add_subtest(const syntax_node& call, const std::vector<syntax_node>& arguments, const start& from);
  bool add_entries(const syntax_node& name, const table& cases, const start& from);
  void note_suite(const syntax_node& call, const std::vector<syntax_node>& arguments);
  std::string suite_type(syntax_node expression, int depth);
  void follow(const syntax_node& function, const std::vector<syntax_node>& arguments);
  void follow_call(const syntax_node& call, const std::vector<syntax_node>& arguments);
  int loops_of(std::size_t block) const;
  const table& table_of(const syntax_node& literal);

  static constexpr int max_calls = 3;
  // Bytes of functions that are read once more.
  static constexpr std::size_t max_followed = std::size_t{8} << 20;
  static constexpr std::size_t cost_of_following = 1024;

  bindings names_;
  block_tree& blocks_;
  std::vector<frame> frames_;
  std::map<id, std::size_t> bodies_;  // functions that are the body of a block
  std::set<id> not_called_here_;      // functions that are kept for later
  std::map<id, table> tables_;
  std::set<id> grown_;  // tables that are appended to
  std::vector<suite_run> suites_;
  int loops_ = 0;
  int literals_ = 0;  // composite literals around
  int calls_ = 0;     // functions that are being followed
  std::size_t followed_ = 0;
};

// Stands for the type of the suite; no type of Go's has such a name.
inline constexpr std::string_view spec_suite = "ginkgo/Suite";

// Whether the file imports Ginkgo, of either major version.
bool may_hold_specs(std::string_view text);

// Adds the file's specs and containers below the block `suite`.
void read_specs(const syntax_node& file, const declarations& declared, std::size_t suite, block_tree& blocks);

}  // namespace covey::parsers::languages::go
