// Whether a query of labels selects the tests that a runner would by a part of their names. A runner knows more of a name than a
// label shows: the file, the parameters, what is put together while it runs. Whatever that is, somebody has written it:
// the words are mentioned nowhere but in blocks whose labels have them.
// Design: docs/design/20-hook.md
#pragma once

#include "cli/hook/listing.hpp"
#include <string>

namespace covey::cli {

// Of the files that `file_query` finds. False, too: covey cannot list them, or they are too many.
bool is_found_by_labels(listing& tests, const std::string& query, const std::string& file_query);

}  // namespace covey::cli
