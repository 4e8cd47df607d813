// Which call runs at least the tests that a runner would select by a part of their names. A runner knows more of a name than a
// label shows: the file, the parameters, what is put together while it runs. Whatever that is, somebody has
// written it: files that mention the words are taken whole, unless all they mention them in are blocks whose
// labels have them.
// Design: docs/design/20-hook.md
#pragma once

#include "cli/hook/listing.hpp"
#include <optional>
#include <string>
#include <vector>

namespace covey::cli {

struct selected_by_name {
  std::vector<std::string> files;  // as covey lists them; none: no test has such a name
  bool labels_do = false;          // a query of labels finds all of it
};

// Of the files that `file_query` finds. Nothing: covey cannot list them, or they are too many.
std::optional<selected_by_name> select_by_name(listing& tests, const std::string& query,
                                               const std::string& file_query);

}  // namespace covey::cli
