// What the names of a function mean at the place where its syntax tree is being walked.
#pragma once

#include "parsers/languages/go/discovery/declarations.hpp"
#include "parsers/syntax/tree.hpp"
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

struct binding {
  enum class kind_type : std::uint8_t {
    unknown,
    expression,  // the value of `node`
    element,     // of the table `node`, a composite literal, that a loop ranges over
    key,
    index,
    test,     // the *testing.T of the block `block`
    fixture,  // the receiver of a suite's method
  };
  kind_type kind = kind_type::unknown;
  syntax_node node = {};
  std::size_t block = 0;
  bool uncertain = false;  // of a test: it may belong to a subtest that was not seen
};

class bindings {
 public:
  explicit bindings(const declarations& file) : file_(&file) {}

  void open() { marks_.push_back(order_.size()); }
  void close();

  void bind(std::string_view name, binding meaning);
  // For an assignment: the meaning of the name is unknown from here on.
  void forget(std::string_view name);
  binding find(std::string_view name) const;
  bool is_bound(std::string_view name) const;  // within the function

  const declarations& file() const { return *file_; }
  void add_types(const syntax_node& declaration) { go::add_types(declaration, types_); }
  syntax_node type(std::string_view name) const;

 private:
  const declarations* file_;
  named_nodes types_;  // declared within functions
  std::map<std::string_view, std::vector<binding>> meanings_;
  std::vector<std::string_view> order_;
  std::vector<std::size_t> marks_;
};

}  // namespace covey::parsers::languages::go
