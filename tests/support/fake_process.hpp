// Processes that the test plays: what a run starts is kept here, and the test says what it prints and how it
// ends.
#pragma once

#include "process/launcher.hpp"
#include <memory>
#include <string>
#include <vector>

namespace covey::tests {

class fake_child final : public process::child {
 public:
  fake_child(process::launch_request r, process::launcher::on_output o, process::launcher::on_end e)
      : request(std::move(r)), output_(std::move(o)), end_(std::move(e)) {}

  void acknowledge(std::size_t bytes) override { acknowledged += bytes; }
  void stop(std::chrono::milliseconds grace) override { stops.push_back(grace); }

  void print(std::string text, parsers::stream to = parsers::stream::out) {
    if (output_) output_(to, std::make_shared<const std::string>(std::move(text)));
  }
  void end(process::child_ending ending) {
    output_ = nullptr;
    if (const auto tell = std::exchange(end_, nullptr)) tell(ending);
  }
  void exit(int code) { end({parsers::run_ending::kind_type::exited, code, 0, 0}); }
  bool ended() const { return !end_; }

  process::launch_request request;
  std::size_t acknowledged = 0;
  std::vector<std::chrono::milliseconds> stops;

 private:
  process::launcher::on_output output_;
  process::launcher::on_end end_;
};

class fake_launcher final : public process::launcher {
 public:
  std::shared_ptr<process::child> launch(process::launch_request request, on_output output,
                                         on_end end) override {
    children.push_back(std::make_shared<fake_child>(std::move(request), std::move(output), std::move(end)));
    return children.back();
  }
  // The process started last.
  fake_child& last() { return *children.back(); }

  std::vector<std::shared_ptr<fake_child>> children;
};

}  // namespace covey::tests
