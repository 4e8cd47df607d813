// What `go env` and `go list` read, as far as it can change what covey asks them.
#pragma once

#include "parsers/model/answer_sources.hpp"
#include "parsers/model/settings.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

// `environment`: the server's own. The version that answers is decided by go.mod and go.work, too.
answer_sources_ptr sources_of_environment(const std::string& root, const variables& environment);

// `patterns`: what is listed. Null if it cannot be told where that lies.
answer_sources_ptr sources_of_list(const std::string& root, const variables& environment,
                                   const std::vector<std::string>& patterns);

// What `go list` reads of a source: all up to its first declaration, which holds its constraints, package and imports.
std::string file_header(std::string_view text);

}  // namespace covey::parsers::languages::go
