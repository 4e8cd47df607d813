#include "actors/test_lister.hpp"
#include "actors/detached.hpp"
#include "actors/limits.hpp"
#include "actors/storage/source_text.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/link.hpp"
#include "parsers/query/query.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <set>
#include <thread>
#include <utility>

namespace covey::actors {
namespace {

parsers::config_texts read_settings(const parsers::language& how, const std::string& root,
                                    std::vector<std::string>& notes) {
  parsers::config_texts out;
  for (const auto name : how.config_files) {
    auto source = storage::read_source(root + "/" + std::string{name}, limits::settings_bytes);
    if (source.problem.empty())
      out.emplace(name, std::move(source.text));
    else if (!source.absent)
      notes.push_back(std::string{name} + " was not read: " + source.problem);
  }
  return out;
}

std::size_t workers_for(std::size_t files) {
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const auto enough = files / limits::files_per_lister + 1;
  return std::min({cores, enough, limits::parallel_listers});
}

void add_note(parsers::test_listing& to, std::string text) {
  if (to.notes.size() < limits::listing_notes)
    to.notes.push_back(std::move(text));
  else
    ++to.more_notes;
}

}  // namespace

caf::result<test_listing_ptr> test_lister_state::on_question(const list_tests& question) {
  auto promise = self_->make_response_promise<test_listing_ptr>();
  jobs_.push_back({question, reply<test_listing_ptr>{promise}});
  if (jobs_.size() == 1) start_next();
  return promise;
}

// Files that were read until then stay cached.
void test_lister_state::on_cancel(call_key key) {
  const auto is_meant = [key](const job& one) { return one.question.key == key; };
  const bool first = !jobs_.empty() && is_meant(jobs_.front());
  if (first) *stop_ = true;
  jobs_.erase(std::remove_if(jobs_.begin() + (first ? 1 : 0), jobs_.end(), is_meant), jobs_.end());
}

void test_lister_state::start_next() {
  if (jobs_.empty()) return;
  ++job_;
  const auto& question = jobs_.front().question;
  const auto* how = parsers::find_language(question.language);
  if (how == nullptr) {
    jobs_.front().answer.give(fail(fault::plan_refused, "no tests can be listed of " + question.language));
    jobs_.pop_front();
    return start_next();
  }
  open_tree(*how);
  const auto& finder = *kept_.front().finder;
  seen_ = storage::look_through(
      {question.root, std::string{how->test_folder}, how->skipped_folders, {}, [&](std::string_view path) {
         return finder.role(path) != parsers::file_role::none;
       }});
  match_files();
  read(files_to_read());
}

void test_lister_state::match_files() {
  const auto query = parsers::query::parse(jobs_.front().question.file_query);
  parsers::test_listing shape;
  shape.test_folder = kept_.front().how->test_folder;
  std::vector<std::string> shown;
  for (const auto& file : seen_.files) shown.emplace_back(parsers::displayed_path(shape, file.path));
  matched_ = parsers::filter(jobs_.front().question.words ? query.words_first(shown) : query, shown);
}

// A cached tree is valid only while the configuration is the same.
void test_lister_state::open_tree(const parsers::language& how) {
  const auto& root = jobs_.front().question.root;
  unread_settings_.clear();
  auto settings = read_settings(how, root, unread_settings_);
  const auto found = std::find_if(kept_.begin(), kept_.end(),
                                  [&](const auto& tree) { return tree.how == &how && tree.root == root; });
  if (found != kept_.end() && found->settings == settings) return kept_.splice(kept_.begin(), kept_, found);
  if (found != kept_.end()) kept_.erase(found);
  kept_.push_front({root, &how, settings, how.make_finder(settings), {}, parsers::notes_on_config(settings)});
  if (kept_.size() > limits::cached_listings) kept_.pop_back();
}

std::vector<std::string> test_lister_state::files_to_read() const {
  const auto& tree = kept_.front();
  std::vector<std::string> out;
  std::set<std::string_view> folders;
  for (const auto index : matched_) folders.insert(parsers::folder_name(seen_.files[index].path));
  std::set<std::size_t> needed{matched_.begin(), matched_.end()};
  if (tree.how->links_folders)
    for (std::size_t i = 0; i < seen_.files.size(); ++i)
      if (folders.contains(parsers::folder_name(seen_.files[i].path))) needed.insert(i);
  for (const auto index : needed) {
    const auto& file = seen_.files[index];
    if (!jobs_.front().question.blocks && tree.finder->role(file.path) != parsers::file_role::perhaps)
      continue;
    const auto kept = tree.files.find(file.path);
    const bool is_read = kept != tree.files.end() && kept->second.identity.settled &&
                         kept->second.identity.same_content(file.identity);
    if (!is_read) out.push_back(file.path);
  }
  return out;
}

// Files are dealt to the workers in turn: large files often lie side by side.
void test_lister_state::read(std::vector<std::string> paths) {
  all_read_ = true;
  starved_ = false;
  stop_ = std::make_shared<std::atomic<bool>>(false);
  if (paths.empty()) return finish();
  reading_ = workers_for(paths.size());
  std::vector<read_tests> shares(reading_);
  for (std::size_t i = 0; i < paths.size(); ++i)
    shares[i % shares.size()].paths.push_back(std::move(paths[i]));
  for (auto& share : shares) {
    share.root = kept_.front().root;
    share.finder = kept_.front().finder;
    const auto asked = share.paths.size();
    const auto worker = spawn_worker_(stop_);
    starved_ = starved_ || !worker;
    self_->request(worker, within(limits::listing_answer), std::move(share))
        .then([this, asked](const read_test_files_ptr& files) { take(files, asked); },
              [this, asked](const caf::error&) {
                take(std::make_shared<const std::vector<read_test_file>>(), asked);
              });
  }
}

void test_lister_state::take(const read_test_files_ptr& files, std::size_t asked) {
  all_read_ = all_read_ && files->size() == asked;
  for (const auto& file : *files)
    kept_.front().files.insert_or_assign(file.path,
                                         cached_file{file.identity, file.found, file.problem, job_});
  if (--reading_ == 0) finish();
}

// The files that were seen, with their cached contents; files that are gone leave the cache.
std::vector<parsers::listed_file> test_lister_state::known_files() {
  auto& tree = kept_.front();
  std::vector<parsers::listed_file> out;
  std::map<std::string, cached_file, std::less<>> still;
  for (const auto& file : seen_.files) {
    auto node = tree.files.extract(file.path);
    // A file read for this job counts even if it has changed since the folders were listed.
    const bool is_read = !node.empty() && (node.mapped().read_for == job_ ||
                                           node.mapped().identity.same_content(file.identity));
    out.push_back({file.path, is_read ? node.mapped().found : nullptr});
    if (!node.empty()) still.insert(std::move(node));
  }
  tree.files = std::move(still);
  return out;
}

void test_lister_state::add_file(parsers::test_listing& to, parsers::listed_file file) const {
  const auto& tree = kept_.front();
  const auto kept = tree.files.find(file.path);
  const bool holds_tests = file.found && !file.found->blocks.empty();
  const bool is_listed = holds_tests || tree.finder->role(file.path) == parsers::file_role::test;
  if (kept != tree.files.end() && !kept->second.problem.empty()) {
    file.unread = file.path + " was not read: " + kept->second.problem;
    file.complete = false;
  } else if (is_listed && file.found && file.found->broken) {
    file.unread = file.path + " " + parsers::why_broken(*file.found);
    file.complete = file.found->complete;
  }
  if (!file.unread.empty()) add_note(to, file.unread);
  if (file.found)
    for (const auto& note : file.found->notes) add_note(to, file.path + ": " + note);
  if (is_listed) to.files.push_back(std::move(file));
}

void test_lister_state::finish() {
  auto& tree = kept_.front();
  auto listing = std::make_shared<parsers::test_listing>();
  listing->root = tree.root;
  listing->language = tree.how->name;
  listing->test_folder = tree.how->test_folder;
  for (auto& note : seen_.notes) listing->notes.push_back(std::move(note.why));
  listing->more_notes = seen_.more_notes;
  for (const auto& note : unread_settings_) add_note(*listing, note);
  for (const auto& note : tree.notes) add_note(*listing, note);
  if (parsers::query::parse(jobs_.front().question.file_query).too_long())
    add_note(*listing, "the query is longer than " + std::to_string(parsers::query::max_bytes) +
                           " bytes or has more than " + std::to_string(parsers::query::max_terms) +
                           " terms: nothing matches it");
  if (starved_)
    add_note(*listing,
             "some files were not read, for " + std::string{no_thread} + ": their tests are missing");
  else if (!all_read_)
    add_note(*listing, "some files were not read within " + std::to_string(limits::listing_reading.count()) +
                           " s: their tests are missing; the same question again reads on");
  auto files = known_files();
  if (tree.how->links_folders) parsers::link_folders(*tree.finder, files);
  for (const auto index : matched_) add_file(*listing, std::move(files[index]));
  jobs_.front().answer.give(test_listing_ptr{std::move(listing)});
  jobs_.pop_front();
  start_next();
}

test_lister_actor::behavior_type test_lister(test_lister_state::self_pointer self,
                                             spawn_listing_worker spawn_worker) {
  auto& state = state_of(self);
  state.begin(std::move(spawn_worker));
  return {
      [&state](const list_tests& question) { return state.on_question(question); },
      [&state](const cancel_listing& message) { state.on_cancel(message.key); },
  };
}

}  // namespace covey::actors
