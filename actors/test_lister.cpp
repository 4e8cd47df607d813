#include "actors/test_lister.hpp"
#include "actors/limits.hpp"
#include "actors/storage/opened.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/finder.hpp"
#include "parsers/query/query.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <chrono>
#include <new>
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

// The files that one thread reads.
struct test_share {
  test_finder_ptr finder;
  std::string root;
  std::vector<std::string> paths;  // relative to the root
};

parsers::source_reader reader_of(const test_share& share, bool& used) {
  return [&share, &used](std::string_view path) -> std::optional<std::string> {
    auto source =
        storage::read_source(share.root + "/" + std::string{path}, limits::listed_file_bytes, share.root);
    if (!source.problem.empty()) return std::nullopt;
    used = true;
    return std::move(source.text);
  };
}

read_test_file read_one(const test_share& share, const std::string& path) {
  read_test_file out;
  out.path = path;
  auto found = std::make_shared<parsers::file_blocks>();
  try {
    auto source = storage::read_source(share.root + "/" + path, limits::listed_file_bytes, share.root);
    out.identity = source.identity;
    out.problem = std::move(source.problem);
    if (out.problem.empty() && share.finder->may_hold_blocks(source.text)) {
      bool used_others = false;
      *found = share.finder->blocks_across(path, source.text, reader_of(share, used_others));
      // Changes of those other files go unnoticed, so this file is read again for each listing.
      if (found->incomplete && used_others) out.identity.settled = false;
    }
  } catch (const std::bad_alloc&) {
    out.problem = "there is not enough memory for it";
  }
  out.found = std::move(found);
  return out;
}

// `stop` makes it give up early: on cancel and when the server ends.
std::vector<read_test_file> read_tests(const test_share& share,
                                       const std::shared_ptr<std::atomic<bool>>& stop) {
  const auto deadline = std::chrono::steady_clock::now() + limits::listing_reading;
  std::vector<read_test_file> out;
  for (const auto& path : share.paths) {
    if (*stop || std::chrono::steady_clock::now() > deadline) break;
    out.push_back(read_one(share, path));
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
  if (listing_.is_over()) {
    listing_ = list_all();
    listing_.start();
  }
  return promise;
}

// Files that were read until then stay cached.
void test_lister_state::on_cancel(call_key key) {
  const auto is_meant = [key](const job& one) { return one.question.key == key; };
  const bool first = !jobs_.empty() && is_meant(jobs_.front());
  if (first) *stop_ = true;
  jobs_.erase(std::remove_if(jobs_.begin() + (first ? 1 : 0), jobs_.end(), is_meant), jobs_.end());
}

task<> test_lister_state::list_all() {
  for (; !jobs_.empty(); jobs_.pop_front()) {
    ++job_;
    const auto& language = jobs_.front().question.language;
    const auto* how = parsers::find_language(language);
    if (how == nullptr) {
      jobs_.front().answer.give(fail(fault::plan_refused, "no tests can be listed of " + language));
      continue;
    }
    auto part = list(*how);
    co_await part;
  }
}

task<> test_lister_state::list(const parsers::language& how) {
  work on;
  on.unread_settings = open_tree(how);
  const auto& finder = *kept_.latest().finder;
  const auto wanted = [&](std::string_view path) { return finder.role(path) != parsers::file_role::none; };
  const auto& named = jobs_.front().question.files;
  on.is_part = !named.empty() && !how.links_folders;
  on.seen = on.is_part
                ? look_at(named, how, wanted)
                : storage::look_through(
                      {kept_.latest().root, std::string{how.test_folder}, how.skipped_folders, {}, wanted});
  match_files(on);
  auto reading = read(on, files_to_read(on));
  co_await reading;
  jobs_.front().answer.give(listing_of(on));
}

storage::source_tree test_lister_state::look_at(const std::vector<std::string>& files,
                                                const parsers::language& how,
                                                const parsers::path_test& wanted) const {
  storage::source_tree out;
  const auto in = how.test_folder.empty() ? std::string{} : std::string{how.test_folder} + "/";
  for (const auto& path : files) {
    struct stat about {};
    if (path.starts_with(in) && wanted(path) &&
        ::stat((kept_.latest().root + "/" + path).c_str(), &about) == 0 && S_ISREG(about.st_mode))
      out.files.push_back({path, storage::identity_of(about)});
  }
  return out;
}

void test_lister_state::match_files(work& on) const {
  const auto query = parsers::query::parse(jobs_.front().question.file_query);
  parsers::test_listing shape;
  shape.test_folder = kept_.latest().how->test_folder;
  std::vector<std::string> shown;
  for (const auto& file : on.seen.files) shown.emplace_back(parsers::displayed_path(shape, file.path));
  on.matched = parsers::filter(jobs_.front().question.words ? query.words_first(shown) : query, shown);
}

// A cached tree is valid only while the configuration is the same.
std::vector<std::string> test_lister_state::open_tree(const parsers::language& how) {
  const auto& root = jobs_.front().question.root;
  std::vector<std::string> unread;
  auto settings = read_settings(how, root, unread);
  const auto* known = kept_.find({root, &how});
  if (known == nullptr || known->settings != settings)
    kept_.put({root, &how},
              {root, &how, settings, how.make_finder(settings), {}, parsers::notes_on_config(settings)});
  return unread;
}

std::vector<std::string> test_lister_state::files_to_read(const work& on) const {
  const auto& tree = kept_.latest();
  std::vector<std::string> out;
  std::set<std::string_view> folders;
  for (const auto index : on.matched) folders.insert(parsers::folder_name(on.seen.files[index].path));
  std::set<std::size_t> needed{on.matched.begin(), on.matched.end()};
  if (tree.how->links_folders)
    for (std::size_t i = 0; i < on.seen.files.size(); ++i)
      if (folders.contains(parsers::folder_name(on.seen.files[i].path))) needed.insert(i);
  for (const auto index : needed) {
    const auto& file = on.seen.files[index];
    if (!jobs_.front().question.blocks && tree.finder->role(file.path) != parsers::file_role::perhaps)
      continue;
    const auto kept = tree.files.find(file.path);
    const bool is_read = kept != tree.files.end() && kept->second.identity.settled &&
                         kept->second.identity.same_content(file.identity);
    if (!is_read) out.push_back(file.path);
  }
  return out;
}

// Files are dealt to the threads in turn: large files often lie side by side.
task<> test_lister_state::read(work& on, std::vector<std::string> paths) {
  stop_ = std::make_shared<std::atomic<bool>>(false);
  if (paths.empty()) co_return;
  std::vector<test_share> shares(workers_for(paths.size()));
  for (std::size_t i = 0; i < paths.size(); ++i)
    shares[i % shares.size()].paths.push_back(std::move(paths[i]));
  std::vector<arrival<caf::expected<std::vector<read_test_file>>>> open;
  for (auto& share : shares) {
    share.root = kept_.latest().root;
    share.finder = kept_.latest().finder;
    open.push_back(on_a_thread(threads_, limits::listing_answer, read_tests, share, stop_));
  }
  for (std::size_t i = 0; i < open.size(); ++i) {
    const auto files = co_await open[i];
    if (!files && files.error() != caf::sec::request_timeout)
      on.problem = files.error() == fault::busy ? ", for " + context_of(files.error())
                                                : why_no_value(files.error(), limits::listing_answer);
    on.all_read = on.all_read && files && files->size() == shares[i].paths.size();
    if (!files) continue;
    for (const auto& file : *files)
      kept_.latest().files.insert_or_assign(file.path,
                                            cached_file{file.identity, file.found, file.problem, job_});
  }
}

// The files that were seen, with their cached contents; files that are gone leave the cache.
std::vector<parsers::listed_file> test_lister_state::known_files(const work& on) {
  auto& tree = kept_.latest();
  std::vector<parsers::listed_file> out;
  std::map<std::string, cached_file, std::less<>> still;
  for (const auto& file : on.seen.files) {
    auto node = tree.files.extract(file.path);
    // A file read for this job counts even if it has changed since the folders were listed.
    const bool is_read = !node.empty() && (node.mapped().read_for == job_ ||
                                           node.mapped().identity.same_content(file.identity));
    out.push_back({file.path, is_read ? node.mapped().found : nullptr});
    if (!node.empty()) still.insert(std::move(node));
  }
  if (on.is_part) still.merge(tree.files);
  tree.files = std::move(still);
  return out;
}

void test_lister_state::add_file(parsers::test_listing& to, parsers::listed_file file) const {
  const auto& tree = kept_.latest();
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

test_listing_ptr test_lister_state::listing_of(work& on) {
  auto& tree = kept_.latest();
  auto listing = std::make_shared<parsers::test_listing>();
  listing->root = tree.root;
  listing->language = tree.how->name;
  listing->test_folder = tree.how->test_folder;
  for (auto& note : on.seen.notes) listing->notes.push_back(std::move(note.why));
  listing->more_notes = on.seen.more_notes;
  for (const auto& note : on.unread_settings) add_note(*listing, note);
  for (const auto& note : tree.notes) add_note(*listing, note);
  if (parsers::query::parse(jobs_.front().question.file_query).too_long())
    add_note(*listing, "the query is longer than " + std::to_string(parsers::query::max_bytes) +
                           " bytes or has more than " + std::to_string(parsers::query::max_terms) +
                           " terms: nothing matches it");
  if (!on.problem.empty())
    add_note(*listing, "some files were not read" + on.problem + ": their tests are missing");
  else if (!on.all_read)
    add_note(*listing, "some files were not read within " + std::to_string(limits::listing_reading.count()) +
                           " s: their tests are missing; the same question again reads on");
  auto files = known_files(on);
  if (tree.how->links_folders) parsers::link_folders(*tree.finder, files);
  for (const auto index : on.matched) add_file(*listing, std::move(files[index]));
  return listing;
}

test_lister_actor::behavior_type test_lister(test_lister_state::self_pointer self, worker_spawner threads) {
  auto& state = state_of(self);
  state.begin(std::move(threads));
  return {
      [&state](const list_tests& question) { return state.on_question(question); },
      [&state](const cancel_listing& message) { state.on_cancel(message.key); },
  };
}

}  // namespace covey::actors
