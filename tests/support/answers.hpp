// What tests ask of the answers of the tools.
#pragma once

#include "tests/support/session.hpp"

namespace covey::testing {

// The tools' own output schemas, by name; asked from the server.
json::object output_schemas(session& server);

// Every non-error answer conforms to its tool's schema and has a text.
void check_answer(const json::object& schemas, std::string_view tool, const json::object& answer);

// "passed 3, failed 1, skipped 0, errors 0" of a run's answer.
std::string counts_of(const json::object& run);
std::string status_of(const json::object& run);

// A client may be shown either half: each has what the other says of the failures, and the structured one has at most
// 1.3 times the text's bytes.
void check_halves(const json::object& answer);

// The names that last_test_failures lists, in its order.
std::vector<std::string> failures_now(session& server);

// The last line of a text that is not empty.
std::string last_line(const std::string& text);

}  // namespace covey::testing
