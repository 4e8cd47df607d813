// Lists the tests of a workspace without running anything. Files are cached until they change, so a question
// only walks the folders and reads the changed files. Questions are answered one after the other: the second
// of two equal ones finds everything cached.
#pragma once

#include "actors/asking.hpp"
#include "actors/limits.hpp"
#include "actors/reply.hpp"
#include "actors/storage/source_tree.hpp"
#include "parsers/text/bounded_cache.hpp"
#include <atomic>
#include <deque>
#include <map>
#include <utility>
#include <vector>

namespace covey::actors {

using test_finder_ptr = std::shared_ptr<const parsers::test_finder>;

struct read_test_file {
  std::string path;
  storage::file_identity identity;
  std::shared_ptr<const parsers::file_blocks> found;
  std::string problem;  // why nothing was found: the end of a sentence
};

class test_lister_state : asking<test_lister_actor::stateful_pointer<test_lister_state>> {
 public:
  static inline const char* name = "test_lister";
  using self_pointer = test_lister_actor::stateful_pointer<test_lister_state>;

  explicit test_lister_state(self_pointer self) : asking(self) {}
  ~test_lister_state() { *stop_ = true; }

  void begin(worker_spawner threads) { threads_ = std::move(threads); }
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

  // What is known for the first job.
  struct work {
    storage::source_tree seen;
    std::vector<std::size_t> matched;          // indexes of its files, in the order of the answer
    std::vector<std::string> unread_settings;  // a note each
    bool all_read = true;                      // no thread gave up
    bool is_part = false;                      // only files that the question names were looked at
    std::string problem = {};                  // with threads: the end of a sentence; empty: none
  };

  task<> list_all();
  task<> list(const parsers::language& how);
  std::vector<std::string> open_tree(const parsers::language& how);
  storage::source_tree look_at(const std::vector<std::string>& files, const parsers::language& how,
                               const parsers::path_test& wanted) const;
  void match_files(work& on) const;
  std::vector<std::string> files_to_read(const work& on) const;
  task<> read(work& on, std::vector<std::string> paths);
  std::vector<parsers::listed_file> known_files(const work& on);
  void add_file(parsers::test_listing& to, parsers::listed_file file) const;
  test_listing_ptr listing_of(work& on);

  worker_spawner threads_;
  std::shared_ptr<std::atomic<bool>> stop_ = std::make_shared<std::atomic<bool>>(false);  // of the first job
  std::deque<job> jobs_;   // the first is being worked on
  std::uint64_t job_ = 0;  // number of the first job
  parsers::bounded_cache<std::pair<std::string, const parsers::language*>, cached_tree> kept_{
      limits::cached_listings};
  task<> listing_;
};

test_lister_actor::behavior_type test_lister(test_lister_state::self_pointer self, worker_spawner threads);

}  // namespace covey::actors
