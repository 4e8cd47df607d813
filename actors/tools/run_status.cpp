#include "actors/limits.hpp"
#include "actors/tool.hpp"
#include "actors/tools/answer_arguments.hpp"
#include "actors/tools/kept_runs.hpp"
#include "actors/tree_age.hpp"
#include "protocol/render/run_news.hpp"
#include "protocol/render/run_pages.hpp"
#include "protocol/visible.hpp"
#include <utility>

namespace covey::actors {
namespace {

protocol::tool_description describe_run_status() {
  protocol::tool_description out;
  out.name = "run_status";
  out.title = "A run by its id";
  out.description =
      "Follow a run that was answered `still running`, or read one of the latest 16 again. `wait` answers at its "
      "end, with `since` also at the next failure. Of a run that has ended `page` lists the failures in full, "
      "`range` the output. Runs nothing.";
  const protocol::argument since{.name = "since",
                                 .type = protocol::argument_type::integer,
                                 .description = "failures after this place",
                                 .minimum = 0};
  const protocol::argument page{.name = "page",
                                .type = protocol::argument_type::integer,
                                .description = "of its failures",
                                .minimum = 1};
  const protocol::argument range{.name = "range",
                                 .type = protocol::argument_type::string,
                                 .description = "bytes of its output: 0-20000, err:0-20000"};
  out.arguments = {run_argument(), wait_argument(), since, page, range, detail_argument(), budget_argument()};
  out.output_schema = protocol::run_status_schema;
  out.hints = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

struct status_question {
  std::uint64_t run = 0;  // 0: the one that goes on, else the latest
  std::chrono::milliseconds wait{0};
  std::optional<std::size_t> since;
  std::size_t page = 0;  // 0: the summary
  std::optional<protocol::output_range> range;
};

class status_state {
 public:
  static inline const char* name = "run_status";
  using self_pointer = waiting_call_actor::stateful_pointer<status_state>;

  explicit status_state(self_pointer self) : self_(self) {}

  void begin(call_context context, status_question asked) {
    context_ = std::move(context);
    asked_ = std::move(asked);
    look();
  }

  void cancel() {
    self_->send(context_.with->supervisor, leave_run{context_.key});
    self_->quit();
  }

  // Each sign of life is a reason to look whether it has found a failure.
  void on_progress(const run_progress& news) {
    self_->send(context_.dispatcher, news);
    if (asked_.since && !looking_ && !ended_) look();
  }

  void on_wait_over() {
    wait_is_over_ = true;
    if (!ended_) look();
  }

 private:
  void look() {
    looking_ = true;
    self_
        ->request(context_.with->supervisor, within(limits::question),
                  look_at_run{context_.key, context_.workspace, asked_.run, asked_.since.value_or(0)})
        .then([this](const run_news_ptr& news) { on_news(news); },
              [this](const caf::error& error) { on_silence(error); });
  }

  void on_silence(const caf::error& error) {
    looking_ = false;
    if (error != caf::sec::request_timeout) return find();  // it ended meanwhile
    if (ended_) return;
    const auto run = asked_.run == 0 ? "a run" : "run " + std::to_string(asked_.run);
    finish({run + " goes on, or is being prepared; what it has found could not be asked within " +
                std::to_string(limits::question.count()) + " s: the machine is busy, ask again",
            {{"status", "running"}},
            false});
  }

  void on_news(const run_news_ptr& news) {
    looking_ = false;
    if (ended_) return;
    if (!news) return find();
    const bool wait = asked_.wait.count() > 0 && !wait_is_over_;
    if (wait && !(asked_.since && !news->failures.empty())) return watch(news->id);
    ended_ = true;
    with_view(self_, *context_.with, *news, context_.bytes, [this, news](const protocol::answer_view& view) {
      auto given = protocol::render_news(*news, protocol::news_for::status, view);
      protocol::add_freshness(given, view.tree.get());
      say_where(given, news->root);
      if (asked_.page > 0 || asked_.range)
        given.text += (given.text.ends_with('\n') ? "" : "\n") +
                      std::string{"page and range are of runs that have ended\n"};
      finish(given);
    });
  }

  void watch(std::uint64_t run) {
    if (std::exchange(watching_, true)) return;
    asked_.run = run;
    self_->delayed_send(self_, asked_.wait, wait_over{});
    self_
        ->request(context_.with->supervisor, within(limits::maximum_timeout + limits::plan_margin),
                  watch_run{context_.key, run}, call_actor{self_})
        .then([this](const finished_run_ptr& finished) { on_end(finished); },
              [this](const caf::error&) { find(); });  // it tells why there is none
  }

  void find() {
    if (ended_) return;
    find_kept_run(self_, context_, asked_.run, "run_status",
                  [this](const finished_run_ptr& run, const protocol::tool_answer& none) {
                    run ? on_end(run) : finish(none);
                  });
  }

  void on_end(const finished_run_ptr& run) {
    if (std::exchange(ended_, true)) return;
    with_view(self_, *context_.with, run, context_.bytes, [this, run](protocol::answer_view view) {
      view.detail = context_.detail;
      finish(render(*run, view));
    });
  }

  // A run's id is known in every workspace of the session.
  void say_where(protocol::tool_answer& to, const std::string& root) const {
    if (root == context_.workspace || to.is_error) return;
    to.text = "of " + protocol::one_line(root) + ", which is not the workspace now: " + to.text;
    to.structured["root"] = root;
  }

  protocol::tool_answer render(const parsers::finished_run& run, const protocol::answer_view& view) const {
    const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(self_->clock().now() - run.ended);
    protocol::tool_answer out;
    if (asked_.range) {
      out = protocol::render_range(run, *asked_.range, context_.with->filter, view);
    } else if (asked_.page > 0) {
      out = protocol::render_page(run, asked_.page, age, view);
    } else {
      out = protocol::render_ended(run, age, view);
    }
    if (!out.structured.contains("freshness")) protocol::add_freshness(out, view.tree.get());
    say_where(out, run.root);
    return out;
  }

  void finish(const protocol::tool_answer& given) {
    ended_ = true;
    self_->send(context_.with->supervisor, leave_run{context_.key});
    answer(self_, context_, given);
  }

  self_pointer self_;
  call_context context_;
  status_question asked_;
  bool looking_ = false;  // a question is on its way
  bool watching_ = false;
  bool wait_is_over_ = false;
  bool ended_ = false;  // its answer is decided on
};

waiting_call_actor::behavior_type run_status(status_state::self_pointer self, call_context context,
                                             status_question asked) {
  auto& state = state_of(self);
  state.begin(std::move(context), std::move(asked));
  return {
      [&state](const cancel_call&) { state.cancel(); },
      [&state](const run_progress& news) { state.on_progress(news); },
      [&state](const wait_over&) { state.on_wait_over(); },
  };
}

call_actor::behavior_type refuse(call_actor::pointer self, call_context context, std::string why) {
  answer(self, context, protocol::tool_error("run_status: " + why));
  return {[](const cancel_call&) {}, [](const run_progress&) {}};
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& given) {
  status_question asked;
  asked.run = static_cast<std::uint64_t>(given.integer("run"));
  asked.wait = std::chrono::milliseconds{static_cast<std::int64_t>(given.number("wait") * 1000)};
  if (given.has("since")) asked.since = static_cast<std::size_t>(given.integer("since"));
  asked.page = static_cast<std::size_t>(given.integer("page"));
  if (given.has("range")) {
    auto range = protocol::parse_range(given.text("range"));
    if (auto* problem = std::get_if<std::string>(&range))
      return system.spawn(refuse, std::move(context), std::move(*problem));
    asked.range = std::get<protocol::output_range>(range);
  }
  return caf::actor_cast<call_actor>(system.spawn(run_status, std::move(context), std::move(asked)));
}

}  // namespace

extern const tool run_status_tool;
const tool run_status_tool{describe_run_status(), start};

}  // namespace covey::actors
