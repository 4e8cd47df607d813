// What covey lists of a project's tests, which a selection is held against before a call is named.
#pragma once

#include "cli/local_session.hpp"
#include "protocol/json.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::cli {

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

}  // namespace covey::cli
