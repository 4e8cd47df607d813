// The words that users add to `go test`.
// Source: `go help test`, `go help testflag`, `go help build` (Go 1.26).
#pragma once

#include "parsers/languages/added_flags.hpp"
#include <span>
#include <string>
#include <vector>

namespace covey::parsers::languages::go {

extern const flag_table added_flags;

// Why a word is refused, as a sentence; empty: all are passed on. What is behind `-args` is for the tests.
std::string refusal_of(std::span<const added_word> words);

// The same with the words of GOFLAGS, where the user adds it. Only there may -exec stand.
std::string refusal_of(const run_settings& added);

// Those of them that `go list` takes, too: it then names the packages and files that the tests are built of.
std::vector<std::string> build_flags(std::span<const added_word> words);

// Takes the -overlay out of them; returns its file, "": there is none.
std::string take_overlay(std::vector<added_word>& words);

// Whether one of them leaves tests out.
bool select_tests(std::span<const added_word> words);

// What they cost that a user may not expect; a sentence each.
std::vector<std::string> notes_on(std::span<const added_word> words);

}  // namespace covey::parsers::languages::go
