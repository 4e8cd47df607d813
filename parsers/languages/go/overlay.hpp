// The overlay of Go's package testing that tells which code each test ran (reporters/go/covey_tests.go).
// Source: `go help build` on -overlay; src/testing of Go 1.20 to 1.27.
// Design: docs/design/14-go.md
#pragma once

#include "parsers/languages/go/environment.hpp"
#include "parsers/languages/plan.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

struct test_overlay {
  std::string path;                 // for -overlay; "": there is none, and `why_not` says why
  std::vector<planned_file> files;  // the sources and the overlay itself
  std::string why_not;              // "Go 1.19 …", the end of a sentence
  std::string root = {};            // a link to the toolchain, which GOROOT has to name; "": none is needed
};

// The files that make_overlay() has to know: the sources of package testing, then the user's own overlay.
// Empty if the toolchain can have no overlay.
path_request overlay_question(const toolchain& environment, const std::string& users_overlay);

// `folder`: for the files. The user's own overlay is a part of the new one. From Go 1.25 on no file of the module cache may be
// replaced, so a toolchain there is reached through a link beside the files.
test_overlay make_overlay(const toolchain& environment, const path_request& asked, const path_states& seen,
                          const std::string& users_overlay, const std::string& folder);

}  // namespace covey::parsers::languages::go
