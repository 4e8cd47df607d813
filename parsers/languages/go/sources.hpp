// What the sources of a project's tests tell about its failures that Go itself does not print: which logged
// line was an error, where in its test a helper was called, where a test begins, and which tests there are.
#pragma once

#include "parsers/languages/go/outline.hpp"
#include "parsers/languages/go/packages.hpp"
#include "parsers/languages/language.hpp"
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

namespace covey::parsers {

enum class go_line_kind : std::uint8_t {
  unknown,  // for instance a helper's call
  log,      // t.Log and its like only
  error     // t.Error, t.Fatal and their like
};

class go_sources {
 public:
  go_sources() = default;

  // The test files of the packages, and the files of packages that import "testing" to help tests. None where
  // they are more than a planner may look at.
  static path_request question(const go_packages& packages);

  // `seen` answers `asked`. A file is only read as a source when a failure needs it.
  go_sources(const path_request& asked, path_states seen);

  // `file` is absolute.
  go_line_kind kind_of(const std::string& file, std::uint32_t line) const;

  // Whether the line is in the test's own function, or in a method of a suite that has the name of one of its
  // subtests. Nothing where the file is not known.
  std::optional<bool> is_in_test(const std::string& file, std::uint32_t line, std::string_view test) const;

  // Where in the test, whose package has these files, the function around `raised_at` was called: where only
  // one line can have done that; else where the test begins. Nothing where the test is not found.
  std::optional<location> caller_in_test(const std::vector<std::string>& files, std::string_view test,
                                         const std::string& raised_in, std::uint32_t raised_at) const;

  // The one line of the test that ends the process (os.Exit, log.Fatal), by itself or by what it calls; else
  // where the test begins.
  std::optional<location> exit_in_test(const std::vector<std::string>& files, std::string_view test) const;

  std::optional<location> beginning_of(const std::vector<std::string>& files, std::string_view test) const;

  // The functions of these files that a plain `go test` runs.
  std::vector<std::string> tests_of(const std::vector<std::string>& files) const;

 private:
  struct source {
    std::string text;
    mutable std::unique_ptr<go_outline> outline;
  };
  struct place {
    const std::string* file = nullptr;
    const go_outline* outline = nullptr;
    const go_function* function = nullptr;
  };
  using target = std::function<bool(const std::vector<go_word>& words, std::size_t at)>;

  const go_outline* outline(const std::string& file) const;
  place find_test(const std::vector<std::string>& files, std::string_view test) const;
  location only_site(const place& test, const std::vector<std::string>& files, const target& is_target) const;

  std::map<std::string, source, std::less<>> files_;
};

}  // namespace covey::parsers
