// What a line of the private channel says, read as plainly as possible: a document is built of it.
#pragma once

#include "parsers/events/event_reader.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace covey::fuzz {

// No document can be built of the line, though it may be JSON: RFC 8259 knows no highest exponent.
bool is_beyond_documents(std::string_view line);

// Everything that parsers::event_reader promises of the line, as text; nothing for a line that is no event.
std::optional<std::string> slow_event(std::string_view line, const std::string& root);

// The same of what it has read.
std::string written(const parsers::reporter_event& event);

}  // namespace covey::fuzz
