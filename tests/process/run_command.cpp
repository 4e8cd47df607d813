#include "tests/process/run_command.hpp"
#include "tests/support/processes.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::testing {

command::command(std::vector<std::string> argv, process::child_limits limits)
    : launcher_(process::make_guard_launcher(context_, COVEY_BINARY, limits)) {
  request.argv = std::move(argv);
}

void command::start() {
  started_ = clock::now();
  child_ = launcher_->launch(
      request,
      [this](parsers::stream from, const process::chunk& bytes) {
        if (from == parsers::stream::events)
          result_.events += *bytes;
        else
          (from == parsers::stream::out ? result_.out : result_.err) += *bytes;
        if (acknowledge_at_once) child_->acknowledge(bytes->size());
      },
      [this](const process::child_ending& ending) {
        result_.ending = ending;
        result_.took = since(started_);
        ++ends_;
      });
}

void command::until(const std::function<bool()>& holds) {
  const auto deadline = clock::now() + std::chrono::seconds{20};
  context_.restart();
  while (!holds()) {
    BOOST_REQUIRE_MESSAGE(clock::now() < deadline,
                          "it took too long; output so far: " << result_.out.substr(0, 2000));
    context_.run_one_for(milliseconds{10});
    context_.restart();
  }
}

command_result command::finish() {
  if (!child_) start();
  until([this] { return ended(); });
  BOOST_TEST(ends_ == 1);
  return result_;
}

std::vector<std::string> behaving(const std::string& behaviours) {
  return {FAKE_RUNNER_BINARY, "--behave=silent," + behaviours};
}

}  // namespace covey::testing
