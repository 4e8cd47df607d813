// A coverage snapshot as the text that is stored on disk: one JSON object,
//   {"covey_snapshot": 1, "taken": MS, "source": TEXT, "lines": [FOUND, HIT], "files": {PATH: [FOUND, HIT],
//   …}}
#pragma once

#include "parsers/model/coverage.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace covey::protocol {

std::string to_text(const parsers::snapshot& value);

// Nothing if the text is not a complete and consistent object of this form.
std::optional<parsers::snapshot> read_snapshot(std::string_view text);

}  // namespace covey::protocol
