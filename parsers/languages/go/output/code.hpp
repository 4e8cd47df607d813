// The project as the readers of a run's output know it: its packages, and the sources of its tests.
#pragma once

#include "parsers/languages/go/packages.hpp"
#include "parsers/languages/go/sources.hpp"
#include "parsers/model/test.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

struct place_resolver {
  const package_list& packages;
  const test_sources& sources;

  // A file as Go prints it -> relative to the workspace root where it is the project's own, else as printed.
  std::string resolve(const test_id& id, std::string_view printed) const;
  // Whether a resolved file is the project's: not Go's, not a dependency's, not vendored.
  static bool is_own(std::string_view resolved);
  // The name under which the sources know a resolved file.
  std::string in_sources(std::string_view resolved) const;
  std::vector<std::string> files_of(const test_id& id) const;  // of its package, as the sources know them

  // Where a test begins by its source; line 0 if that is unknown.
  location beginning(const test_id& id) const;
  location exit_place(const test_id& id) const;
  // If `made.where` is outside of the test, moves it to raised_at and sets `where` to the call in the test.
  void place_in_test(failure& made) const;
  location to_workspace(const location& found) const;
};

}  // namespace covey::parsers::languages::go
