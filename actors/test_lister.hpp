// Lists the tests of a workspace without running anything. Files are cached until they change, so a question
// only walks the folders and reads the changed files. Questions are answered one after the other: the second
// of two equal ones finds everything cached.
#pragma once

#include "actors/messages.hpp"
#include "actors/reply.hpp"
#include "actors/storage/source_tree.hpp"
#include <atomic>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <vector>

namespace covey::actors {

// Starts a worker: detached; in tests on the scheduler that they control. Null: no thread is left.
using spawn_listing_worker =
    std::function<listing_worker_actor(std::shared_ptr<const std::atomic<bool>> stop)>;

class test_lister_state {
 public:
  static inline const char* name = "test_lister";
  using self_pointer = test_lister_actor::stateful_pointer<test_lister_state>;

  explicit test_lister_state(self_pointer self) : self_(self) {}
  ~test_lister_state() { *stop_ = true; }

  void begin(spawn_listing_worker spawn_worker) { spawn_worker_ = std::move(spawn_worker); }
  caf::result<test_listing_ptr> on_question(const list_tests& question);
  void on_cancel(call_key key);

 private:
  struct cached_file {
    storage::file_identity identity;
    std::shared_ptr<const parsers::file_blocks> found;
    std::string problem;
    std::uint64_t read_for = 0;  // number of the job that read it
  };
  struct cached_tree {
    std::string root;
    const parsers::language* how = nullptr;
    parsers::config_texts settings;
    test_finder_ptr finder;
    std::map<std::string, cached_file, std::less<>> files;
    std::vector<std::string> notes = {};  // on its configuration
  };
  struct job {
    list_tests question;
    reply<test_listing_ptr> answer;
  };

  void start_next();
  void open_tree(const parsers::language& how);
  void match_files();
  std::vector<std::string> files_to_read() const;
  void read(std::vector<std::string> paths);
  void take(const read_test_files_ptr& files, std::size_t asked);
  std::vector<parsers::listed_file> known_files();
  void add_file(parsers::test_listing& to, parsers::listed_file file) const;
  void finish();

  self_pointer self_;
  spawn_listing_worker spawn_worker_;
  std::shared_ptr<std::atomic<bool>> stop_ = std::make_shared<std::atomic<bool>>(false);  // of the first job
  std::deque<job> jobs_;                      // the first is being worked on
  std::uint64_t job_ = 0;                     // number of the first job
  storage::source_tree seen_;                 // for the first job
  std::vector<std::size_t> matched_;          // indexes of its files, in the order of the answer
  std::size_t reading_ = 0;                   // workers that have not answered
  bool all_read_ = true;                      // no worker gave up
  bool starved_ = false;                      // no thread could be started for a worker
  std::vector<std::string> unread_settings_;  // of the first job, a note each
  std::list<cached_tree> kept_;               // most recently used first
};

test_lister_actor::behavior_type test_lister(test_lister_state::self_pointer self,
                                             spawn_listing_worker spawn_worker);

}  // namespace covey::actors
