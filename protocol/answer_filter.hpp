// The gate that every answer and every line of progress leaves through: secrets are masked, and what nobody
// sees is shown as escapes.
#pragma once

#include "protocol/json.hpp"
#include "protocol/secrets.hpp"
#include <memory>
#include <string>
#include <string_view>

namespace covey::protocol {

class answer_filter {
 public:
  answer_filter();  // knows no secrets; costs nothing, for each call is made with one
  explicit answer_filter(secret_mask secrets)
      : secrets_(std::make_shared<const secret_mask>(std::move(secrets))) {}

  // Text of any lines.
  std::string text(std::string from) const;

  // The same for all strings in it, the members' names too. Gives whether there was anything to change.
  bool clean(json::object& members) const;

 private:
  bool clean(json::value& value) const;
  bool is_clean(std::string_view from) const;

  std::shared_ptr<const secret_mask> secrets_;
};

}  // namespace covey::protocol
