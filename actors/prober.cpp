#include "actors/prober.hpp"
#include "actors/limits.hpp"
#include "actors/errors.hpp"
#include <algorithm>

namespace covey::actors {
namespace {

using ending_kind = parsers::run_ending::kind_type;

void append_bounded(std::string& to, const std::string& bytes, std::size_t limit) {
  to.append(bytes, 0, std::min(bytes.size(), limit - std::min(limit, to.size())));
}

int shell_code(const process::child_ending& ending) {
  return ending.kind == ending_kind::exited ? ending.value : 128 + ending.value;
}

// "go list -e -export": the program and what says most of what it was asked.
std::string question_of(const std::vector<std::string>& argv) {
  constexpr std::size_t words = 4;
  std::string out = argv.front().substr(argv.front().rfind('/') + 1);
  for (std::size_t i = 1; i < std::min(words, argv.size()); ++i) out += " " + argv[i];
  return out;
}

}  // namespace

prober_state::~prober_state() {
  if (child_) child_->stop(std::chrono::milliseconds{0});
}

caf::result<probe_answer_ptr> prober_state::start(const run_probe& probe, process::launcher* launcher) {
  if (cancelled_) return fail(fault::cancelled);
  const auto& command = probe.command;
  process::launch_request request{.argv = command.argv,
                                  .cwd = command.cwd,
                                  .set_env = command.set_env,
                                  .scratch = probe.scratch,
                                  .events = {}};
  program_ = command.argv.front();
  asked_ = question_of(command.argv);
  folder_ = command.cwd;
  out_.clear();
  err_.clear();
  prober_actor me{self_};
  child_ = launcher->launch(
      std::move(request),
      [me](parsers::stream from, process::chunk bytes) {
        caf::anon_send(me, process_output{from, std::move(bytes)});
      },
      [me](const process::child_ending& ending) { caf::anon_send(me, process_ended{ending}); });
  auto promise = self_->make_response_promise<probe_answer_ptr>();
  answer_ = reply<probe_answer_ptr>{promise};
  return promise;
}

caf::result<std::string> prober_state::cancel() {
  cancelled_ = true;
  if (!child_) return std::string{};
  child_->stop(std::chrono::milliseconds{0});  // without grace: a probe has nothing to clean up
  auto promise = self_->make_response_promise<std::string>();
  stopped_ = reply<std::string>{promise};
  return promise;
}

void prober_state::on_output(const process_output& message) {
  if (message.from == parsers::stream::out)
    append_bounded(out_, *message.bytes, limits::probe_out);
  else
    append_bounded(err_, *message.bytes, limits::probe_err);
  if (child_) child_->acknowledge(message.bytes->size());
}

void prober_state::on_ended(const process_ended& message) {
  child_.reset();
  if (cancelled_) {
    answer_.give(fail(fault::cancelled));
    stopped_.give(asked_);
  } else if (message.ending.kind == ending_kind::not_started) {
    answer_.give(start_error(program_, folder_, message.ending.value));
  } else {
    answer_.give(std::make_shared<const parsers::probe_answer>(
        parsers::probe_answer{shell_code(message.ending), std::move(out_), std::move(err_)}));
  }
}

prober_actor::behavior_type prober(prober_state::self_pointer self, process::launcher* launcher) {
  auto& state = state_of(self);
  return {
      [&state, launcher](const run_probe& probe) { return state.start(probe, launcher); },
      [&state](const cancel_probes&) { return state.cancel(); },
      [&state](const process_output& message) { state.on_output(message); },
      [&state](const process_ended& message) { state.on_ended(message); },
  };
}

}  // namespace covey::actors
