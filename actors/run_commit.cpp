// At the end of a red run: what was edited since git's last commit, where the session knows of no run in which its failing
// tests passed. Without git, a repository or an answer in time nothing is known.
#include "actors/prober.hpp"
#include "actors/run.hpp"
#include "parsers/diff/git.hpp"
#include "parsers/model/last_passes.hpp"
#include "process/program.hpp"
#include <unistd.h>
#include <utility>

namespace covey::actors {
namespace {

bool is_in_repository(std::string folder) {
  for (; !folder.empty(); folder.erase(folder.rfind('/')))
    if (::access((folder + "/.git").c_str(), F_OK) == 0) return true;
  return false;
}

}  // namespace

void run_state::compare_with_commit(const finished_run_ptr& last, std::function<void()> then) {
  const auto& root = setup_.request.root;
  if (!parsers::wants_commit(last.get(), *run_) || !is_in_repository(root)) return then();
  const auto git = process::find_program("git");
  if (git.empty()) return then();
  probes_ = self_->spawn(prober, setup_.with.launcher);
  ask_git(git, parsers::settings_question(root), then, [this, git, root, then](const std::string& settings) {
    auto differences = parsers::diff_question(root, settings);
    if (!differences) return then();
    ask_git(git, std::move(*differences), then, [this, git, root, then](const std::string& patch) {
      auto edits = std::make_shared<parsers::edited_files>(parsers::edits_in_patch(patch));
      ask_git(git, parsers::untracked_question(root), then, [this, edits, then](const std::string& names) {
        parsers::add_untracked(*edits, names);
        parsers::remember_commit(*run_, edits);
        then();
      });
    });
  });
}

// `use` gets what it printed, if that is all and it ended well.
void run_state::ask_git(const std::string& git, parsers::command question, std::function<void()> otherwise,
                        std::function<void(const std::string&)> use) {
  question.argv.front() = git;
  self_->request(probes_, within(limits::git), run_probe{std::move(question), scratch_})
      .then(
          [otherwise, use](const probe_answer_ptr& answer) {
            const bool is_whole = answer->exit_code == 0 && answer->out.size() < limits::probe_out;
            return is_whole ? use(answer->out) : otherwise();
          },
          [this, otherwise](const caf::error&) {
            self_->send_exit(probes_, caf::exit_reason::user_shutdown);  // ends its process
            otherwise();
          });
}

}  // namespace covey::actors
