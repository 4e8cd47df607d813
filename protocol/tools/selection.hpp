// Selects tests from a listing: by exact names, or whole files.
#pragma once

#include "protocol/arguments.hpp"
#include "protocol/tools/reply.hpp"
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

// Exact names to find in a listing, which may hold a name several times.
class exact_names {
 public:
  explicit exact_names(const std::vector<std::string>& wanted) {
    for (const auto& name : wanted) found_.emplace(name, false);
  }
  // Matches the raw name, or the name as answers display it.
  bool has(std::string_view listed);
  std::vector<std::string> unmatched() const;

 private:
  std::map<std::string, bool, std::less<>> found_;
};

// The argument that holds the names, the tool that lists them, and all that it lists.
struct name_list {
  std::string_view argument;
  std::string_view lister;
  const std::vector<std::string>& listed;
};

// Adds the names that were not found to the selection, and refuses it if none was found.
void settle_unknown(run_selection& selection, const exact_names& names, const name_list& from);

// Refuses more than limits::selections. `what`: "the query matches"; `instead`: "run_all_tests".
void refuse_too_many(run_selection& selection, std::string_view what, std::string_view unit,
                     std::string_view instead);

// "" if exactly one of the two was given; else a sentence that names both.
std::string one_of(const arguments& given, std::string_view query, std::string_view list);

// Selects a whole file, with all tests known to be in it.
parsers::file_selection select_file(const parsers::listed_file& file);

}  // namespace covey::protocol
