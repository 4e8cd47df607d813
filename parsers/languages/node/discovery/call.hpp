// A call that makes a test or a group: `it("adds", () => …)`, Deno.test({ name: "adds", fn() {} }).
#pragma once

#include "parsers/languages/node/discovery/title.hpp"
#include <optional>

namespace covey::parsers::languages::node {

struct block_call {
  block_title title;
  syntax_node body;        // the function, if it is written in the call
  bool elsewhere = false;  // it belongs to a group that does not enclose it
};

// Nothing: it is some other call of a function with such a name. `alone`: it is a statement of its own.
std::optional<block_call> read_call(const syntax_node& call, const test_api& api, bool alone,
                                    const name_scopes& scopes);

}  // namespace covey::parsers::languages::node
