// Failures as the blocks of a listing and as JSON. Both stay within a number of bytes however long the
// failures are: every failure gets an even share of what those before it left over.
#pragma once

#include "parsers/model/test.hpp"
#include "protocol/json.hpp"
#include "protocol/text.hpp"
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

using failure_span = std::span<const parsers::failure>;

// A failure and the run that found it.
struct found_failure {
  const parsers::failure* what = nullptr;
  std::string_view language;
  std::uint64_t run_id = 0;
};
using found_span = std::span<const found_failure>;

// A numbered block per failure, with an empty line after each:
//   1. example.com/pkg/TestBaz
//      pkg/baz_test.go:87
//      raised at pkg/baz.go:12
//      mismatch
//      --- diff ---
//      got: 5
//      want: 3
// What a panic, a crash or a build printed follows as "--- output ---", since their message says little
// alone.
std::string failure_blocks(failure_span failures, std::size_t bytes);

// The same, with the run that found it behind the name of each that is not of run `latest`.
std::string failure_blocks(found_span failures, std::uint64_t latest, std::size_t bytes);

// An array of {name, group, test, kind, file, line, raised_at, message, expected, actual, diff, output,
// also_failed}, with left and right for actual and expected where the library calls them so; what is not
// known is left out.
json::array failures_json(failure_span failures, std::size_t bytes);

// The same, with found_in_run in each that is not of run `latest`.
json::array failures_json(found_span failures, std::uint64_t latest, std::size_t bytes);

// "file:line", or the file alone.
std::string place_text(const parsers::location& where);

// What the library calls a value of a comparison.
struct value_words {
  std::string_view actual;
  std::string_view expected;
};
value_words words_of(parsers::value_names names, value_words usual);

// As many texts as fit, then how many do not.
json::array bounded_list(const std::vector<std::string>& texts, text_budget& budget);

}  // namespace covey::protocol
