// The subtests that a test function begins, and the suites that it runs.
#pragma once

#include "parsers/languages/go/discovery/bindings.hpp"
#include "parsers/languages/go/discovery/block_tree.hpp"
#include "parsers/languages/go/discovery/evaluation.hpp"
#include "parsers/syntax/tree.hpp"
#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

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

}  // namespace covey::parsers::languages::go
