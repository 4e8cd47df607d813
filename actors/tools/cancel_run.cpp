#include "actors/tools/kept_runs.hpp"
#include "protocol/render/run_pages.hpp"
#include "protocol/render/still_failing.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_cancel_run() {
  protocol::tool_description out;
  out.name = "cancel_run";
  out.title = "Stop a run";
  out.description =
      "Stop a run that waits or goes on, with all of its processes, and answer when they are gone. What it found "
      "is kept: run_status.";
  out.arguments = {run_argument()};
  out.output_schema = protocol::cancel_run_schema;
  out.hints = {.read_only = false, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

class cancel_state {
 public:
  static inline const char* name = "cancel_run";
  using self_pointer = call_actor::stateful_pointer<cancel_state>;

  explicit cancel_state(self_pointer self) : self_(self) {}

  void begin(call_context context, std::uint64_t run) {
    context_ = std::move(context);
    run_ = run;
    self_
        ->request(context_.with->supervisor, within(limits::question),
                  look_at_run{context_.key, context_.workspace, run_})
        .then([this](const run_news_ptr& news) { news ? stop(news->id, news->waiting) : report_ended(); },
              [this](const caf::error&) { run_ != 0 ? stop(run_, false) : report_ended(); });
  }

  void cancel() {
    self_->send(context_.with->supervisor, leave_run{context_.key});
    self_->quit();
  }

 private:
  void stop(std::uint64_t run, bool waits) {
    run_ = run;
    self_
        ->request(context_.with->supervisor, within(limits::maximum_timeout), watch_run{context_.key, run_},
                  call_actor{self_})
        .then([this](const finished_run_ptr& ended) { on_end(*ended); },
              [this, waits](const caf::error& error) {
                if (error != fault::cancelled) return report_ended();
                finish({"cancelled run " + std::to_string(run_) +
                            (waits ? ": it had not begun" : ": it had found nothing yet"),
                        {{"status", "cancelled"}, {"run_id", run_}},
                        false});
              });
    self_->send(context_.with->supervisor, cancel_run{run_});
  }

  void on_end(const parsers::finished_run& run) {
    const auto& totals = run.results.totals;
    const auto found = std::to_string(totals.passed) + " passed, " + std::to_string(totals.failed) +
                       " failed, " + std::to_string(totals.skipped) + " skipped, " +
                       std::to_string(totals.errors) + " errors";
    finish({(run.ending.cancelled ? "cancelled run " + std::to_string(run_) + ": until then "
                                  : "run " + std::to_string(run_) + " came to its end before: ") +
                found + still_failing(run) + R"(; run_status {"run": )" + std::to_string(run_) +
                "} has the rest",
            {{"status", parsers::to_string(parsers::status_of(run))},
             {"run_id", run_},
             {"counts",
              {{"passed", totals.passed},
               {"failed", totals.failed},
               {"skipped", totals.skipped},
               {"errors", totals.errors}}}},
            false});
  }

  static std::string still_failing(const parsers::finished_run& run) {
    const auto line = protocol::still_failing_line(run);
    return line.empty() ? "" : "; " + line;
  }

  void report_ended() {
    find_kept_run(
        self_, context_, run_, "cancel_run",
        [this](const finished_run_ptr& run, const protocol::tool_answer& none) {
          if (!run) return finish(none);
          run_ = run->id;
          const std::string status{parsers::to_string(parsers::status_of(*run))};
          finish({"run " + std::to_string(run_) + " has ended already: " + status + still_failing(*run),
                  {{"status", status}, {"run_id", run_}},
                  false});
        });
  }

  void finish(const protocol::tool_answer& given) { answer(self_, context_, given); }

  self_pointer self_;
  call_context context_;
  std::uint64_t run_ = 0;
};

call_actor::behavior_type cancel(cancel_state::self_pointer self, call_context context, std::uint64_t run) {
  auto& state = state_of(self);
  state.begin(std::move(context), run);
  return {[&state](const cancel_call&) { state.cancel(); }, [](const run_progress&) {}};
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& given) {
  return system.spawn(cancel, std::move(context), static_cast<std::uint64_t>(given.integer("run")));
}

}  // namespace

extern const tool cancel_run_tool;
const tool cancel_run_tool{describe_cancel_run(), start};

}  // namespace covey::actors
