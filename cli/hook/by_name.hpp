// Whether a query of labels selects the tests that a runner would by a part of their names. A runner knows more of a name than a
// label shows: the file, the parameters, what is put together while it runs. Whatever that is, somebody has written it:
// the words are mentioned nowhere but in blocks whose labels have them.
// Design: docs/design/20-hook.md
#pragma once

#include "cli/local_session.hpp"
#include "protocol/json.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::cli {

// What covey lists of a project's tests, which a selection is held against before a call is named.
struct listed_block {
  std::string label;
  std::string file;
  std::uint64_t first_line = 0;
  std::uint64_t last_line = 0;
};

class listing {
 public:
  listing(const std::string& project, std::string_view language);

  // Those that a query of the tools finds, "" all of them. Nothing: they do not fit one answer, or there is an error.
  std::optional<std::vector<std::string>> files(std::string_view query);
  std::optional<std::vector<listed_block>> blocks(std::string_view file_query);
  // That the files of the latest answer are relative to.
  const std::string& folder() const { return folder_; }

 private:
  protocol::json::object ask(std::string_view tool, const char* argument, std::string_view query);

  std::string language_;
  std::string folder_;
  local_session session_;
};

// Of the files that `file_query` finds. False, too: covey cannot list them, or they are too many.
bool is_found_by_labels(listing& tests, const std::string& query, const std::string& file_query);

}  // namespace covey::cli
