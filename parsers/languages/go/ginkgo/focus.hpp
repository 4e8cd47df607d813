// Which specs of a package are to run: `go test -run` knows only the function that runs them all.
#pragma once

#include "parsers/languages/go/rerun.hpp"
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

struct spec_selection {
  std::string pattern;  // for -run
  // For --ginkgo.focus, which is matched against the texts of a spec with blanks between them.
  std::string focus;
};

struct specs_apart {
  std::set<name_pattern> others;
  std::vector<spec_selection> specs;
};

// `runner` as listed_package::spec_runner. A container's name stands for all its specs. Runs more, never less: a spec whose
// texts end as those of a selected one runs as well.
specs_apart take_specs(const std::set<name_pattern>& names, std::string_view runner);

}  // namespace covey::parsers::languages::go
