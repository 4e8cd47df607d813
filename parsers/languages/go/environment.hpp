// A Go toolchain and its configuration as `go env` reports them, as far as the plan of a run needs them; and what `go env` and
// `go list` read, as far as it can change what they say.
#pragma once

#include "parsers/model/freshness.hpp"
#include "parsers/model/settings.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

struct toolchain {
  std::string version;         // "go1.26.8"
  int minor = 0;               // 26 of that; 0: unknown
  std::string workspace;       // the go.work in use, "" for none
  bool starts_tests = false;   // the user's -exec, or a foreign OS or architecture, starts the test binaries
  bool selects_tests = false;  // GOFLAGS has -run, -skip, -list or -failfast: not all tests are run
  bool counts_tests = false;   // GOFLAGS has -count, which a command's own would go before
  bool limits_tests = false;   // and -timeout
  bool own_temp = false;       // go commands work in the user's GOTMPDIR
  std::string root;            // GOROOT; "": unknown
  std::string module_cache;    // GOMODCACHE
  std::string overlay;         // the file of GOFLAGS' -overlay; "": none

  // The arguments after `go`; one value per line, in this order.
  static const std::vector<std::string>& arguments();
  static toolchain parse(std::string_view printed);
};

// Quotes the text as one word of a flag that Go splits into words itself (-exec). Go knows '…' and "…" but no
// escapes: nullopt if the text holds both quotes.
std::optional<std::string> quoted_argument(std::string_view text);

// `environment`: the server's own. The version that answers is decided by go.mod and go.work, too.
answer_sources_ptr sources_of_environment(const std::string& root, const variables& environment);

// `patterns`: what is listed. Null if it cannot be told where that lies.
answer_sources_ptr sources_of_list(const std::string& root, const variables& environment,
                                   const std::vector<std::string>& patterns);

}  // namespace covey::parsers::languages::go
