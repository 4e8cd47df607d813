// What a step of a test script changed among the project's own files, as a note of the run.
#pragma once

#include "parsers/model/freshness.hpp"
#include <string>
#include <string_view>

namespace covey::parsers {

// "the step `./gencert.sh` wrote test/server.pem, and removed a.js"; empty: nothing. Some files are named,
// the others counted. What one of the fingerprints could not see is left out.
std::string note_of_step(std::string_view step, const fingerprint& before, const fingerprint& after);

}  // namespace covey::parsers
