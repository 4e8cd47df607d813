// Packages that could not be built or set up: what the compiler, vet and the go command said, joined to the
// packages that failed because of it. Go 1.24 reports this in events; before, the text is on stderr under "#
// package" lines and nothing links a package to the dependency that broke it.
#pragma once

#include "parsers/languages/go/packages.hpp"
#include "parsers/model/test.hpp"
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

class build_failures {
 public:
  // From events.
  void build_output(std::string_view import_path, std::string_view text);

  // A line of the go command's stderr; false where it belongs to no package.
  bool stderr_line(std::string_view line);

  // `failed_build` is empty if the go command did not report it. Names are turned into plain text: a test may
  // print such a line itself.
  void package_failed(std::string_view package, std::string_view failed_build);

  bool empty() const { return broken_.empty(); }

  // One failure per broken unit; packages that only depend on it are in `also_failed`.
  std::vector<failure> failures(const package_list& packages) const;

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
  std::string group_of(const unit& from, const package_list& packages) const;
  const unit* unit_behind(const broken_package& package, const package_list& packages) const;

  // Another unit of the same package, if the text of this one is the cover tool's.
  const unit* in_the_compilers_words(const unit* behind) const;

  std::map<std::string, unit, std::less<>> built_;  // by import path, as events name it
  std::vector<unit> sections_;                      // of stderr
  bool in_section_ = false;
  std::vector<broken_package> broken_;
};

}  // namespace covey::parsers::languages::go
