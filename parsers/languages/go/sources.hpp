// What the sources of a project's tests tell about its failures beyond Go's output: which logged line was an
// error, where in its test a helper was called, where a test begins, and which tests there are.
#pragma once

#include "parsers/languages/go/packages.hpp"
#include "parsers/languages/plan.hpp"
#include "parsers/model/test.hpp"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

// A Go source as a list of words and the functions that contain them. A lexer, not a grammar: it also reads
// damaged sources, and syntax that is newer than any grammar, as well as it can.
// An identifier or a keyword; comments and literals hold none.
struct source_word {
  std::string_view text;
  std::uint32_t line = 0;
  bool selected = false;       // after a dot: the Errorf of t.Errorf
  bool called = false;         // before a parenthesis
  bool takes_nothing = false;  // the parenthesis closes at once: err.Error()
};

struct source_function {
  std::string_view name;
  bool is_method = false;
  bool has_output = false;  // its last comment begins with "Output:"; an example is then run
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  std::size_t first_word = 0;            // the first of its body
  std::size_t last_word = 0;             // the one after it
  std::string_view last_parameter_word;  // "T" of (t *testing.T)
};

struct source_outline {
  std::vector<source_word> words;
  std::vector<source_function> functions;  // top-level functions only
};

// What `go list` reads of a source: all up to its first declaration, which holds its constraints, package and imports.
std::string file_header(std::string_view text);

// Views into `text`.
source_outline read_source_outline(std::string_view text);

enum class line_kind : std::uint8_t {
  unknown,  // for instance a helper's call
  log,      // only t.Log and the like
  error     // t.Error, t.Fatal and the like
};

class test_sources {
 public:
  test_sources() = default;

  // The test files of the packages, and the files of packages that import "testing" to help tests. Empty if
  // there are more than a planner may read.
  static path_request question(const package_list& packages);

  // `seen` answers `asked`. A file is parsed only when a failure needs it.
  test_sources(const path_request& asked, path_states seen);

  // `file` is absolute.
  line_kind kind_of(const std::string& file, std::uint32_t line) const;

  // Whether the line is in the test's own function, or in a method of a suite that has the name of one of its
  // subtests. nullopt if the file is unknown.
  std::optional<bool> is_in_test(const std::string& file, std::uint32_t line, std::string_view test) const;

  // The line of the test that called the function around `raised_at`, if only one line can have done that;
  // else where the test begins. `files`: those of the test's package. nullopt: the test is not found.
  std::optional<location> caller_in_test(const std::vector<std::string>& files, std::string_view test,
                                         const std::string& raised_in, std::uint32_t raised_at) const;

  // The one line of the test that ends the process (os.Exit, log.Fatal), directly or by what it calls; else
  // where the test begins.
  std::optional<location> exit_in_test(const std::vector<std::string>& files, std::string_view test) const;

  // The line of TestMain that leaves its package out: it returns before it runs the tests, or calls os.Exit(0), directly or by
  // what it calls. Where there are several, where it begins. nullopt: there is none.
  std::optional<location> way_out_of_test_main(const std::vector<std::string>& files) const;

  std::optional<location> beginning_of(const std::vector<std::string>& files, std::string_view test) const;

  // Sets listed_package::spec_runner: the test function that calls RunSpecs, or the only one there is. Whether any package
  // runs specs.
  bool find_spec_runners(package_list& packages) const;

  // The functions of these files that a plain `go test` runs.
  std::vector<std::string> tests_of(const std::vector<std::string>& files) const;

 private:
  struct source {
    std::string text;
    mutable std::unique_ptr<source_outline> outline;
  };
  struct place {
    const std::string* file = nullptr;
    const source_outline* outline = nullptr;
    const source_function* function = nullptr;

    location beginning() const { return {*file, function->first_line}; }
  };
  using target = std::function<bool(const std::vector<source_word>& words, std::size_t at)>;

  std::optional<std::string> spec_runner(const std::vector<std::string>& files) const;
  const source_outline* outline(const std::string& file) const;
  void for_each_function(const std::vector<std::string>& files,
                         const std::function<void(const place&)>& visit) const;
  place find_test(const std::vector<std::string>& files, std::string_view test) const;
  std::optional<location> only_site(const place& test, const std::vector<std::string>& files,
                                    const target& is_target) const;

  std::map<std::string, source, std::less<>> files_;
};

// The project as the readers of a run's output know it: its packages, and the sources of its tests.
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
