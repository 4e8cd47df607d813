// An answer as it goes to a client, without the braces of its result.
#pragma once

#include "protocol/tool.hpp"
#include <string>

namespace covey::protocol {

inline std::string body_text(tool_answer answer, const answer_filter& filter = {},
                             halves sent = halves::both) {
  const auto result = tool_result(era::legacy, encode_answer(std::move(answer), filter, sent), {});
  return result.substr(1, result.size() - 2);
}

}  // namespace covey::protocol
