// A coverage snapshot as the text that is kept on disk: one JSON object,
//   {"covey_snapshot": 1, "taken": MS, "source": TEXT, "lines": [FOUND, HIT], "files": {PATH: [FOUND, HIT],
//   …}}
#pragma once

#include "parsers/model/snapshot.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace covey::protocol {

std::string to_text(const parsers::snapshot& value);

// Nothing if the text is no such object, whole and consistent.
std::optional<parsers::snapshot> read_snapshot(std::string_view text);

}  // namespace covey::protocol
