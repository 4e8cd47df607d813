#include "actors/git_reader.hpp"
#include "actors/limits.hpp"
#include "actors/prober.hpp"
#include "parsers/languages/git_diff.hpp"
#include "parsers/text/slices.hpp"
#include "process/program.hpp"
#include "protocol/text.hpp"
#include <cstdlib>
#include <memory>
#include <optional>
#include <unistd.h>
#include <utility>

namespace covey::actors {
namespace {

constexpr std::string_view merge_base = "merge-base:";

using probe_result = caf::expected<probe_answer_ptr>;

bool ended_well(const probe_result& said) {
  return said && (*said)->exit_code == 0;
}

bool is_cut(const probe_result& said) {
  return (*said)->out.size() >= limits::probe_out;
}

// Of one that was longer than a probe's, the part that ends with a whole file.
std::string_view whole_files(std::string_view patch) {
  return patch.substr(0, patch.rfind("\ndiff --git ") + 1);
}

// Git need not be started to say that there is none.
bool may_be_in_repository(std::string folder) {
  if (std::getenv("GIT_DIR") != nullptr) return true;
  for (; !folder.empty(); folder.erase(folder.rfind('/')))
    if (::access((folder + "/.git").c_str(), F_OK) == 0) return true;
  return false;
}

std::string no_repository(const std::string& root) {
  return "no git repository with a commit at " + root;
}

std::string commit_of(const probe_result& said) {
  const auto& out = (*said)->out;
  return std::string{parsers::trimmed(out.substr(0, out.find('\n')))};
}

// "^main" is not one, but what it leaves out.
bool is_commit(const std::string& name) {
  return !name.empty() && name.find_first_not_of("0123456789abcdef") == name.npos;
}

std::string first_line(const std::string& text) {
  return protocol::one_line(text.substr(0, text.find('\n')));
}

constexpr const char* no_answer = "git does not answer in time";

}  // namespace

caf::result<git_edits_ptr> git_reader_state::begin(const read_git& order, process::launcher* launcher) {
  order_ = order;
  git_ = process::find_program("git");
  first_ = owned_actor<prober_actor>{self_->spawn(prober, launcher)};
  second_ = owned_actor<prober_actor>{self_->spawn(prober, launcher)};
  auto promise = self_->make_response_promise<git_edits_ptr>();
  answer_ = reply<git_edits_ptr>{promise};
  reading_ = read();
  reading_.start();
  return promise;
}

task<> git_reader_state::read() {
  auto found = std::make_shared<git_edits>();
  auto reading = read_edits(*found);
  found->problem = co_await reading;
  answer_.give(git_edits_ptr{std::move(found)});
}

git_reader_state::open_answer git_reader_state::said_by(const owned_actor<prober_actor>& by,
                                                        parsers::command question) const {
  question.argv.front() = git_;
  return ask<run_probe>(*by, order_.time, std::move(question), order_.scratch);
}

// Here and below: the end of a sentence.
task<std::string> git_reader_state::why_no_commit(std::string revision) {
  const auto head = co_await said_by(first_, parsers::commit_question(order_.root, "HEAD"));
  if (!head) co_return no_answer;
  if (ended_well(head)) co_return "unknown revision '" + protocol::one_line(revision) + "'";
  const auto why = first_line((*head)->err);
  const bool is_known = why.empty() || why.find("not a git repository") != why.npos;
  co_return no_repository(order_.root) + (is_known ? "" : " (" + why + ")");
}

// Gives why it is not known; empty: it is. Of the questions those that need nothing of each other are asked together.
task<std::string> git_reader_state::read_edits(git_edits& into) {
  if (git_.empty()) co_return "git: not found on PATH";
  if (!may_be_in_repository(order_.root)) co_return no_repository(order_.root);
  const bool is_merge_base = order_.base.starts_with(merge_base);
  const auto revision = is_merge_base ? order_.base.substr(merge_base.size()) : order_.base;
  const auto open_settings = said_by(first_, parsers::settings_question(order_.root));
  const auto commit = co_await said_by(second_, parsers::commit_question(order_.root, revision));
  const auto settings = co_await open_settings;
  if (!settings || !commit) co_return no_answer;
  const bool is_text = !revision.empty() && revision.find('\0') == revision.npos;
  if (!is_text || !ended_well(commit) || !is_commit(commit_of(commit))) {
    auto finding = why_no_commit(revision);
    co_return co_await finding;
  }
  into.commit = commit_of(commit);
  if (is_merge_base) {
    const auto common =
        co_await said_by(second_, parsers::merge_base_question(order_.root, "HEAD", into.commit));
    if (!ended_well(common))
      co_return "'" + protocol::one_line(revision) +
          "' and HEAD have no commit in common here; a shallow clone lacks it: git fetch --unshallow";
    into.commit = commit_of(common);
  }
  auto question = ended_well(settings) ? parsers::diff_question(order_.root, (*settings)->out, into.commit)
                                       : std::nullopt;
  if (!question) co_return "a filter of the repository's configuration cannot be switched off";
  const auto open_names = said_by(first_, parsers::untracked_question(order_.root));
  const auto patch = co_await said_by(second_, std::move(*question));
  const auto names = co_await open_names;
  for (const auto* said : {&patch, &names}) {
    if (!*said) co_return no_answer;
    if (!ended_well(*said)) co_return "git fails: " + first_line((**said)->err);
  }
  into.is_cut = is_cut(patch) || is_cut(names);
  const std::string_view told = (*patch)->out;
  auto edits = parsers::edits_in_patch(is_cut(patch) ? whole_files(told) : told);
  parsers::add_untracked(edits, (*names)->out);
  into.files = std::make_shared<const parsers::edited_files>(std::move(edits.files));
  into.repositories = std::move(edits.repositories);
  co_return std::string{};
}

git_reader_actor::behavior_type git_reader(git_reader_state::self_pointer self, process::launcher* launcher) {
  auto& state = state_of(self);
  return {[&state, launcher](const read_git& order) { return state.begin(order, launcher); }};
}

}  // namespace covey::actors
