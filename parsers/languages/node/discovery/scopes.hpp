// What each name means at a place in a program.
#pragma once

#include "parsers/languages/node/discovery/api.hpp"
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace covey::parsers::languages::node {

struct binding {
  enum class kind_type : std::uint8_t {
    other,    // not relevant itself, but it hides an outer meaning of the name
    api,      // `check` of `import { test as check }`
    factory,  // a function that returns `api`: `const when = (c) => (c ? it : it.skip)`
    text,     // a constant text
    named,    // a class or a function; `text` is its own name
    imported  // likewise, but only probable
  };
  kind_type kind = kind_type::other;
  test_api api;
  std::string text;
};

// The keys are parts of the source text.
class name_scopes {
 public:
  void open() { marks_.push_back(order_.size()); }
  void close();
  void bind(std::string_view name, binding what);
  const binding* find(std::string_view name) const;  // null: not declared
  test_api api_of(std::string_view name) const;

 private:
  std::unordered_map<std::string_view, std::vector<binding>> by_name_;
  std::vector<std::string_view> order_;
  std::vector<std::size_t> marks_;
};

}  // namespace covey::parsers::languages::node
