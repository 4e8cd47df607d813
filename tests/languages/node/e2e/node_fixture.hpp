// A Node project in the workspace, with the packages of one of the sets in tests/languages/node/tools.
#pragma once

#include "tests/languages/common/e2e/language_fixture.hpp"
#include "tests/languages/common/e2e/outcome_table.hpp"
#include <boost/interprocess/sync/file_lock.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace covey::testing {

// The cases of tests/languages/node/projects/RUNNER/outcomes, which are all in one file; `prevented` is the name of the test
// whose set-up fails.
std::vector<present_case> outcomes_in(const std::string& file, const std::string& prevented);

// The tests of tests/languages/node/projects/RUNNER/names whose name is their label.
std::vector<language_fixture::named_test> names_in(const std::string& file,
                                                   const std::vector<std::string>& labels);
extern const std::vector<std::string> odd_names;  // that every runner can have

// Of the set "c8": its program.
std::string c8();

class node_fixture : public language_fixture {
 public:
  // Says why a test is skipped where the set is not installed, or wants a newer Node than there is.
  static bool has(const std::string& set);

  // The project and the set's packages; Node itself is the set's own where it has one.
  void use(const std::string& project, const std::string& set);

  // The same of a project that is in the workspace already.
  void use_packages(const std::string& set);

  // A node_modules of links to the set's packages, without one of them.
  void use_packages_but_for(const std::string& set, const std::string& left_out);

  // Runs node in the workspace as its user would, outside of covey.
  program_result run_node(std::vector<std::string> arguments, const std::string& directory = {}) const;

  // Every line of the file that the runner's own LCOV knows has the same state in covey, and there is no
  // other.
  void expect_lines_of(const json::object& run, const std::string& lcov_file);

  // The sets are shared: until this test ends, no other that calls this has the same set's node_modules. For
  // what looks at the folder itself, and for runs that write there.
  void use_packages_alone();

  // What lies beside the packages in node_modules: caches. Not the empty folder that Vite leaves of loading a
  // configuration, with covey or without.
  std::vector<std::string> hidden_in_node_modules() const;

  // The files in jest's cache, which is in the temp directory.
  std::vector<std::string> cached_by_jest() const;

  void teardown();  // jest keeps its cache in the temp directory, Vitest 3 a folder if it is killed

 private:
  std::string set_;
  boost::interprocess::file_lock packages_;
};

}  // namespace covey::testing
