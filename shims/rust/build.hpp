// The builds of a run of cargo: all that is to be tested, and where that fails, whatever of it can be built.
#pragma once

#include "process/piped_child.hpp"
#include "parsers/languages/rust/steps.hpp"
#include "parsers/languages/rust/output/progress.hpp"
#include "parsers/text/head_tail.hpp"
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::process {

// How cargo is started, and told of.
struct cargo_caller {
  std::function<child_request(const std::vector<std::string>& arguments)> request;
  std::function<int(const child_request&)> run;  // the exit code
  std::function<void(std::string_view)> print;   // to the run's stderr
  std::function<bool()> stopped;                 // the run is: nothing more is started
};

class cargo_build {
 public:
  cargo_build(parsers::rust_job& job, cargo_caller cargo, event_channel& events)
      : job_(job), cargo_(std::move(cargo)), events_(events) {}

  // Of `job` what cargo refuses to build at all has no choice any more. The channel hears what goes on.
  void run();

  const parsers::rust_build_result& result() const { return result_; }
  bool succeeded() const { return succeeded_; }

 private:
  bool build_all(parsers::rust_build_reader& reader, parsers::head_tail& said);
  bool give_up_refused(std::string_view said);
  int build(const std::vector<std::string>& arguments, parsers::rust_build_reader& reader,
            parsers::head_tail& said);
  void rescue(const parsers::rust_build_reader& first, std::string_view said);
  void tell(const std::string& doing);

  parsers::rust_job& job_;
  cargo_caller cargo_;
  event_channel& events_;
  parsers::rust_build_result result_;
  std::vector<parsers::rust_problem> refused_;
  bool succeeded_ = true;
};

}  // namespace covey::process
