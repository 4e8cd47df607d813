// An output parser whose faults cost no more than what comes after them: what was known up to then is kept,
// and the results say that they are a part.
#pragma once

#include "parsers/events/output_parser.hpp"
#include <memory>
#include <string>

namespace covey::actors {

class careful_parser {
 public:
  explicit careful_parser(std::unique_ptr<parsers::output_parser> parser) : parser_(std::move(parser)) {}

  void feed(parsers::stream from, std::string_view bytes);
  parsers::progress now();
  void stopping();
  void end_command(std::string_view runner, const parsers::run_ending& ending);
  parsers::run_results finish(const parsers::run_ending& ending);

 private:
  template <class Use>
  void attempt(Use use);

  std::unique_ptr<parsers::output_parser> parser_;
  parsers::progress last_;
  std::string fault_;  // what went wrong first; after that the parser is fed no more
};

}  // namespace covey::actors
