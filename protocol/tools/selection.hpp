// Selects tests from a listing: by exact names, or whole files.
#pragma once

#include "protocol/arguments.hpp"
#include "protocol/tools/reply.hpp"
#include <array>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
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

// "" if exactly one was given, the query or one of those that stand for it; else a sentence that names them.
std::string one_of(const arguments& given, std::string_view query, std::initializer_list<std::string_view> others);

// What runners write between the parts of a test's name.
inline constexpr std::array<std::string_view, 3> separators{" > ", "::", "/"};

// The tests of a listing by their names as failures print them, which may be known only when they run: "example.com/m/shop/TestX/sub case",
// "tests/test_a.py::test_x[1]", "Cart > adds". A name that says where its test is means no other one.
class named_tests {
 public:
  explicit named_tests(const parsers::test_listing& listing);

  // Several: the name says not which. `group`: what the name is in, as the runner says it; empty: the name says it, or it is not known.
  std::vector<parsers::file_selection> find(std::string_view name, std::string_view group = {}) const;

 private:
  using listed = std::pair<const parsers::listed_file*, const parsers::test_block*>;
  const parsers::test_listing& listing_;
  std::multimap<std::string, listed> by_name_;  // as each separator joins it
  std::vector<listed> open_;                    // their names are known when they run
};

// Selects a whole file, with all tests known to be in it.
parsers::file_selection select_file(const parsers::listed_file& file);

}  // namespace covey::protocol
