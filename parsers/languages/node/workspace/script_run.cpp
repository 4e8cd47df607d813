#include "parsers/languages/node/workspace/script_run.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include <utility>

namespace covey::parsers::languages::node {
namespace {

// Knows the exit code alone: what such a script prints may be anything.
class script_output final : public output_parser {
 public:
  explicit script_output(std::string script) : script_(std::move(script)) {}
  void feed(stream, std::string_view) override {}
  progress now() const override { return {0, 0, 0, "npm script " + script_}; }
  run_results finish(const run_ending& ending) override {
    run_results out;
    out.structured = false;
    if (ending.kind == run_ending::kind_type::exited && ending.value != 0)
      out.notes.push_back("scripts." + script_ + " ended with exit code " + std::to_string(ending.value));
    return out;
  }

 private:
  std::string script_;
};

}  // namespace

std::unique_ptr<output_parser> make_script_output(std::string script) {
  return std::make_unique<script_output>(std::move(script));
}

runner_plan plan_node_script(const runner_request& request, const std::string& script,
                             const std::string& unread) {
  const auto says = "scripts." + script +
                    (unread.empty() ? std::string{" names no test runner that covey reads"}
                                    : " runs " + unread + ", which covey does not read");
  if (!request.everything) return plan_refusal{says + ", so single tests cannot be run again: use run_tests"};
  run_plan out;
  out.decisions.push_back({"step", request.project.manager + " run " + script, says});
  out.notes.push_back(says + ": only its output and its exit code are known. covey reads " +
                      std::string{read_node_runners} + ".");
  command run{.argv = {request.project.manager, "run", script}, .cwd = request.folder, .set_env = {}};
  if (const auto& added = request.script.arguments; !added.empty()) {
    if (request.project.manager == "npm") run.argv.emplace_back("--");  // the others hand on all that follows
    run.argv.insert(run.argv.end(), added.begin(), added.end());
  }
  run.set_env = {{"CI", "1"}};
  out.commands.push_back(std::move(run));
  out.make_parser = [script] { return make_script_output(script); };
  return out;
}

}  // namespace covey::parsers::languages::node
