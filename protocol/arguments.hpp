// The arguments of a tool call, checked against the tool's declaration.
#pragma once

#include "protocol/schema.hpp"
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace covey::protocol {

// Defaults are filled in. For an argument without value and default the accessors return "", 0, false and an
// empty list.
class arguments {
 public:
  using value_type = std::variant<std::string, double, bool, std::vector<std::string>>;

  void set(std::string_view name, value_type value) {
    values_.insert_or_assign(std::string{name}, std::move(value));
  }

  bool has(std::string_view name) const { return values_.find(name) != values_.end(); }
  std::string text(std::string_view name) const;
  double number(std::string_view name) const;
  std::int64_t integer(std::string_view name) const;
  bool boolean(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;

 private:
  std::map<std::string, value_type, std::less<>> values_;
};

// The arguments, or a sentence that begins with the prefix and says which argument is wrong, what was given
// and what is accepted. A null counts as not given.
std::variant<arguments, std::string> check_arguments(std::string_view prefix,
                                                     const std::vector<argument>& known,
                                                     const json::object& given);

}  // namespace covey::protocol
