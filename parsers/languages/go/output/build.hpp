// Packages that could not be built or set up: what the compiler, vet and the go command said, joined to the
// packages that failed by it. Go 1.24 says this in events; before, the text is on stderr under "# package"
// lines and nothing links a package to the dependency that broke it.
#pragma once

#include "parsers/languages/go/packages.hpp"
#include "parsers/model/test.hpp"
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

class go_build_failures {
 public:
  // From events.
  void build_output(std::string_view import_path, std::string_view text);

  // A line of the go command's stderr; false where it belongs to no package.
  bool stderr_line(std::string_view line);

  // `failed_build` is empty where the go command did not say it. Names are made plain: a test may print such
  // a line itself.
  void package_failed(std::string_view package, std::string_view failed_build);

  bool empty() const { return broken_.empty(); }

  // One failure for each unit that broke; who only depends on it stands in `also_failed`.
  std::vector<failure> failures(const go_packages& packages) const;

 private:
  struct unit {
    std::string header;  // "p", "p [p.test]"
    std::string text;    // without header lines; bounded
    bool repeats = false;
  };
  struct broken_package {
    std::string name;
    std::string failed_build;
  };

  static void add_text(unit& into, std::string_view line);
  bool is_broken(std::string_view package) const;
  std::string group_of(const unit& from, const go_packages& packages) const;
  const unit* unit_behind(const broken_package& package, const go_packages& packages) const;

  // Another unit of the same package, where this one holds the words of the cover tool.
  const unit* in_the_compilers_words(const unit* behind) const;

  std::map<std::string, unit, std::less<>> built_;  // by import path, as events name it
  std::vector<unit> sections_;                      // of stderr
  bool in_section_ = false;
  std::vector<broken_package> broken_;
};

}  // namespace covey::parsers
