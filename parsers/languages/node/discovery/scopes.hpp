// Which names mean what, at a place of a program.
#pragma once

#include "parsers/languages/node/discovery/api.hpp"
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace covey::parsers {

struct binding {
  enum class kind_type : std::uint8_t {
    other,    // of no interest: it hides what the name meant outside
    api,      // `check` of `import { test as check }`
    factory,  // a function that returns `api`: `const when = (c) => (c ? it : it.skip)`
    text,     // a constant text
    named,    // a class or a function, whose own name `text` is
    imported  // likewise, as far as one can tell
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
  const binding* find(std::string_view name) const;  // null: nobody has declared it
  test_api api_of(std::string_view name) const;

 private:
  std::unordered_map<std::string_view, std::vector<binding>> by_name_;
  std::vector<std::string_view> order_;
  std::vector<std::size_t> marks_;
};

}  // namespace covey::parsers
