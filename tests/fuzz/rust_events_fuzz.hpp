// What must hold of the readers that turn Rust's harnesses into events of the private channel.
#pragma once

#include "parsers/events/event_output.hpp"
#include "tests/fuzz/report_fuzz.hpp"
#include "tests/fuzz/results_fuzz.hpp"
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace covey::fuzz {

// `read(pieces)` gives the events of a text that comes in these pieces. They must not depend on the pieces,
// and must be ones that the reader of the channel takes.
template <class Read>
void check_events(std::string_view text, Read&& read) {
  std::vector<std::string> cut;
  in_pieces(text.data(), text.size(),
            [&](const char* at, std::size_t length) { cut.emplace_back(at, length); });
  const std::string whole = read({std::string{text}});
  if (read(cut) != whole) {
    std::fprintf(stderr, "in pieces it is not this: %s\n", whole.c_str());
    std::abort();
  }
  parsers::event_output_options options;
  options.root = "/w";
  options.separator = " ";
  options.runner = "cargo";
  const auto parser = parsers::make_event_output(std::move(options));
  parser->feed(parsers::stream::events, whole);
  const auto results = parser->finish({parsers::run_ending::kind_type::exited, 101, false, false});
  everything(results);
  for (const auto& note : results.notes)
    if (note.find("could not be read") != std::string::npos) {
      std::fprintf(stderr, "%s: %s\n", note.c_str(), whole.c_str());
      std::abort();
    }
}

}  // namespace covey::fuzz
