// What toolchains have answered in this session, with the state of what they read. For any thread.
// Design: docs/design/01-planning.md
#pragma once

#include "actors/messages.hpp"
#include "actors/storage/source_states.hpp"
#include "parsers/text/bounded_cache.hpp"
#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covey::actors {

struct kept_answer {
  probe_answer_ptr said;
  std::vector<parsers::answer_source> sources;
  storage::source_states states;  // of the sources, when it was answered
};

class kept_answers {
 public:
  kept_answers(std::size_t max_count, std::size_t max_bytes)
      : max_bytes_(max_bytes), answers_(max_count, max_bytes) {}

  // The answer to `question`, if its sources are as they were; otherwise it is forgotten.
  probe_answer_ptr find(const std::string& question);

  // `program`: the file that answered. `began`: when it was asked, in ns since the epoch. Not kept if a source may have
  // changed since, or cannot be read. What was not asked for longest makes room. What has more sources than can be looked at
  // is never kept, nor looked at again.
  void keep(const std::string& question, const parsers::answer_sources& read_from, const std::string& program,
            probe_answer_ptr said, std::int64_t began);

 private:
  std::optional<kept_answer> take(const std::string& question);
  void put(const std::string& question, kept_answer answer);

  std::size_t max_bytes_;  // of a single answer, too
  std::mutex lock_;
  parsers::bounded_cache<std::string, kept_answer> answers_;
  std::set<std::string> too_large_;
};

// Whether `program`, the path of a file, is what its name says, or what the sources know to stand in for it.
bool answers_for_itself(const std::string& program, const parsers::answer_sources& sources);

}  // namespace covey::actors
