// The filter for every answer and every progress line: secrets are masked, and invisible characters become
// escapes.
// Design: docs/design/16-answers.md
#pragma once

#include "protocol/json.hpp"
#include "protocol/secrets.hpp"
#include <memory>
#include <string>
#include <string_view>

namespace covey::protocol {

class answer_filter {
 public:
  answer_filter();  // knows no secrets; must stay cheap, since every call constructs one
  explicit answer_filter(secret_mask secrets)
      : secrets_(std::make_shared<const secret_mask>(std::move(secrets))) {}

  // Text of any number of lines.
  std::string text(std::string from) const;

  // The same for all strings in it, including the members' names. Returns whether anything changed.
  bool clean(json::object& members) const;

 private:
  bool clean(json::value& value) const;
  bool is_clean(std::string_view from) const;

  std::shared_ptr<const secret_mask> secrets_;
};

}  // namespace covey::protocol
