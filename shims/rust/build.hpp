// The builds of a cargo run: everything to be tested; if that fails, as much of it as can be built.
#pragma once

#include "process/piped_child.hpp"
#include "parsers/languages/rust/steps.hpp"
#include "parsers/languages/rust/output/progress.hpp"
#include "parsers/text/head_tail.hpp"
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::shims::rust {

namespace language = parsers::languages::rust;

// How cargo is started and reported.
struct cargo_caller {
  std::function<process::child_request(const std::vector<std::string>& arguments)> request;
  std::function<int(const process::child_request&)> run;  // the exit code
  std::function<void(std::string_view)> print;            // to the run's stderr
  std::function<bool()> stopped;                          // the run was stopped: start nothing more
};

class builder {
 public:
  builder(language::cargo_job& job, cargo_caller cargo, process::event_channel& events)
      : job_(job), cargo_(std::move(cargo)), events_(events) {}

  // Clears `chosen` of the job's targets that cargo refuses to build. Sends progress to the event channel.
  void run();

  const language::build_result& result() const { return result_; }
  bool succeeded() const { return succeeded_; }

 private:
  bool build_all(language::build_reader& reader, parsers::head_tail& said);
  bool give_up_refused(std::string_view said);
  int build(const std::vector<std::string>& arguments, language::build_reader& reader,
            parsers::head_tail& said);
  void rescue(const language::build_reader& first, std::string_view said);
  void tell(const std::string& doing);

  language::cargo_job& job_;
  cargo_caller cargo_;
  process::event_channel& events_;
  language::build_result result_;
  std::vector<language::build_problem> refused_;
  bool succeeded_ = true;
};

}  // namespace covey::shims::rust
