#include "actors/project.hpp"
#include "actors/tool.hpp"
#include "actors/tree_age.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_get_package_status() {
  protocol::tool_description out;
  out.name = "get_package_status";
  out.title = "What the workspace is";
  out.description = "What project the workspace holds, and whether a run goes on; runs nothing.";
  out.output_schema = protocol::package_status_schema;
  out.hints = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

// Asks its actors one after the other; the last answer completes the status.
class status_call {
 public:
  static inline const char* name = "get_package_status";
  using self_pointer = call_actor::stateful_pointer<status_call>;

  explicit status_call(self_pointer self) : self_(self) {}

  void begin(call_context context) {
    context_ = std::move(context);
    status_.folder = context_.workspace;
    look_at_projects(self_, context_.with->languages, context_.workspace, [this](const auto& looked_at) {
      status_.packages = packages_of(looked_at, context_.workspace);
      if (status_.packages.empty()) status_.problem = no_project(looked_at);
      ask_supervisor();
    });
  }

 private:
  void ask_supervisor() {
    self_->request(context_.with->supervisor, within(limits::question), runs_status{context_.workspace})
        .then(
            [this](const supervisor_status& now) {
              status_.running = now.running;
              status_.waiting = now.waiting;
              ask_coverage();
            },
            [this](const caf::error&) { ask_coverage(); });
  }

  void ask_coverage() {
    self_->request(context_.with->coverage, within(limits::question), get_latest_coverage{})
        .then(
            [this](const latest_coverage& latest) {
              status_.has_coverage = latest.data != nullptr;
              ask_store();
            },
            [this](const caf::error&) { ask_store(); });
  }

  void ask_store() {
    self_->request(context_.with->failures, within(limits::question), latest_run{})
        .then(
            [this](const finished_run_ptr& latest) {
              if (!latest) return answer(self_, context_, protocol::render_package_status(status_));
              with_tree(self_, *context_.with,
                        {latest->id, latest->root, latest->language, latest->ended, latest->trees}, "",
                        [this, latest](const protocol::tree_age_ptr& tree) {
                          status_.latest = latest.get();
                          status_.age = tree->age;
                          auto given = protocol::render_package_status(status_);
                          protocol::add_freshness(given, tree.get());
                          answer(self_, context_, std::move(given));
                        });
            },
            [this](const caf::error&) { answer(self_, context_, protocol::render_package_status(status_)); });
  }

  self_pointer self_;
  call_context context_;
  protocol::package_status status_;
};

call_actor::behavior_type get_package_status(status_call::self_pointer self, call_context context) {
  state_of(self).begin(std::move(context));
  return {[self](const cancel_call&) { self->quit(); }, [](const run_progress&) {}};
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments&) {
  return system.spawn(get_package_status, std::move(context));
}

}  // namespace

extern const tool get_package_status_tool;
const tool get_package_status_tool{describe_get_package_status(), start};

}  // namespace covey::actors
