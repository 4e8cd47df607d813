// The declaration of a tool's arguments, the JSON Schema that clients get for it, and the arguments of a call.
#pragma once

#include "protocol/json.hpp"
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace covey::protocol {

enum class argument_type { string, number, integer, boolean, strings, variables, place, rules };

struct argument {
  std::string_view name;
  argument_type type = argument_type::string;
  std::string_view description;
  bool required = false;
  std::optional<double> default_value = {};  // of numbers
  std::optional<double> minimum = {};
  std::optional<double> maximum = {};
  bool range_told = true;  // in the schema; else only an error tells it, for arguments that many tools have
  bool in_schema = true;   // else it is taken all the same: a tool that has it tells of it
  bool lenient = false;    // a number <= 0 falls back to the default, one above the maximum is clamped
  std::vector<std::string_view> choices = {};  // of strings; empty: any
  std::string_view default_text = {};          // of strings; empty: none
  std::size_t max_bytes = 0;                   // of lists and maps of strings: total size as JSON; 0: any
};

// Root type object, no additional properties, no combinators: some hosts drop tools that use combinators.
json::object input_schema(const std::vector<argument>& arguments);

// --- the arguments of a call, checked against the declaration

// Defaults are filled in. For an argument without value and default the accessors return "", 0, false and an
// empty list or map.
class arguments {
 public:
  using variables = std::map<std::string, std::string, std::less<>>;
  using value_type = std::variant<std::string, double, bool, std::vector<std::string>, variables>;

  void set(std::string_view name, value_type value) {
    values_.insert_or_assign(std::string{name}, std::move(value));
  }
  void set_default(std::string_view name, value_type value) {
    set(name, std::move(value));
    defaults_.emplace(name);
  }

  bool has(std::string_view name) const { return values_.find(name) != values_.end(); }
  // The caller gave it: it has more than its default.
  bool was_given(std::string_view name) const { return has(name) && defaults_.find(name) == defaults_.end(); }
  std::string text(std::string_view name) const;
  double number(std::string_view name) const;
  std::int64_t integer(std::string_view name) const;
  bool boolean(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;
  variables pairs(std::string_view name) const;

 private:
  std::map<std::string, value_type, std::less<>> values_;
  std::set<std::string, std::less<>> defaults_;
};

// The arguments, or a sentence that begins with the prefix and says which argument is wrong, what was given
// and what is accepted. A null counts as not given.
std::variant<arguments, std::string> check_arguments(std::string_view prefix,
                                                     const std::vector<argument>& known,
                                                     const json::object& given);

}  // namespace covey::protocol
