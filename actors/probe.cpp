#include "actors/probe.hpp"
#include "actors/limits.hpp"
#include "actors/start_error.hpp"
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

probe_state::~probe_state() {
  if (child) child->stop(std::chrono::milliseconds{0});
}

probe_actor::behavior_type probe(probe_actor::stateful_pointer<probe_state> self,
                                 process::launcher* launcher) {
  return {
      [self, launcher](const run_probe& question) -> caf::result<probe_answer_ptr> {
        auto& state = state_of(self);
        const auto& command = question.command;
        process::launch_request request{.argv = command.argv,
                                        .cwd = command.cwd,
                                        .set_env = command.set_env,
                                        .scratch = question.scratch,
                                        .events = {}};
        state.program = command.argv.front();
        state.question = question_of(command.argv);
        state.folder = command.cwd;
        probe_actor me{self};
        state.child = launcher->launch(
            std::move(request),
            [me](parsers::stream from, process::chunk bytes) {
              caf::anon_send(me, process_output{0, from, std::move(bytes)});
            },
            [me](const process::child_ending& ending) { caf::anon_send(me, process_ended{0, ending}); });
        auto promise = self->make_response_promise<probe_answer_ptr>();
        state.answer = reply<probe_answer_ptr>{promise};
        return promise;
      },
      [self](const cancel_probe&) {
        auto& state = state_of(self);
        state.cancelled = true;
        // No grace: a probe has nothing to clean up.
        if (state.child) state.child->stop(std::chrono::milliseconds{0});
      },
      [self](const process_output& message) {
        auto& state = state_of(self);
        if (message.from == parsers::stream::out)
          append_bounded(state.out, *message.bytes, limits::probe_out);
        else
          append_bounded(state.err, *message.bytes, limits::probe_err);
        if (state.child) state.child->acknowledge(message.bytes->size());
      },
      [self](const process_ended& message) {
        auto& state = state_of(self);
        state.child.reset();
        if (state.cancelled) {
          state.answer.give(fail(fault::cancelled, state.question));
        } else if (message.ending.kind == ending_kind::not_started) {
          state.answer.give(start_error(state.program, state.folder, message.ending.value));
        } else {
          state.answer.give(std::make_shared<const parsers::probe_answer>(
              parsers::probe_answer{shell_code(message.ending), std::move(state.out), std::move(state.err)}));
        }
        self->quit();
      },
  };
}

}  // namespace covey::actors
