// Wraps an output parser so that an exception in it loses only the output after it: earlier results are kept,
// and the results say that they are partial.
// Design: docs/design/06-own-faults.md
#pragma once

#include "parsers/events/output_parser.hpp"
#include <memory>
#include <string>

namespace covey::actors {

class exception_barrier {
 public:
  explicit exception_barrier(std::unique_ptr<parsers::output_parser> parser) : parser_(std::move(parser)) {}

  void feed(parsers::stream from, std::string_view bytes);
  parsers::progress now();
  parsers::failures_so_far failures_since(std::size_t from, std::size_t max);
  void stopping();
  void end_command(std::string_view runner, const parsers::run_ending& ending);
  parsers::run_results finish(const parsers::run_ending& ending);

 private:
  template <class Use>
  void attempt(Use use);

  std::unique_ptr<parsers::output_parser> parser_;
  parsers::progress last_;
  std::string fault_;  // the first exception; after it the parser gets no more input
};

}  // namespace covey::actors
