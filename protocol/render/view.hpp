// What an answer is rendered with: its limit, source lines, the state of the files.
#pragma once

#include "parsers/model/freshness.hpp"
#include "parsers/model/test.hpp"
#include "parsers/text/slices.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace covey::protocol {

// Source lines as the run saw them; files that have changed since are left out.
class source_lines {
 public:
  using form = parsers::line_form;
  void add(parsers::location where, std::string text, form as = form::statement) {
    texts_.insert_or_assign({std::move(where), as}, std::move(text));
  }
  std::string_view at(const parsers::location& where, form as = form::statement) const {
    const auto found = texts_.find({where, as});
    return found == texts_.end() ? std::string_view{} : found->second;
  }

 private:
  std::map<std::pair<parsers::location, form>, std::string> texts_;
};

// A token is about four bytes of text.
constexpr std::size_t token_bytes = 4;
constexpr std::size_t default_answer_tokens = 20'000;
constexpr std::size_t default_answer_bytes = default_answer_tokens * token_bytes;

// How a run's results stand to the files of its project as they are now.
struct run_freshness {
  std::uint64_t run_id = 0;
  std::chrono::milliseconds age{0};  // since that run ended
  parsers::freshness files = {};
  parsers::fingerprint_ptr saw = {};  // the run; null: not known
  parsers::fingerprint_ptr now = {};  // likewise
};
using run_freshness_ptr = std::shared_ptr<const run_freshness>;

struct answer_view {
  std::size_t bytes = default_answer_bytes;  // of each half
  source_lines sources = {};
  run_freshness_ptr freshness = {};  // null: nothing is said about it
  bool of_own_run =
      false;  // the call's: then that nothing changed goes without saying, and the verdict comes first
  bool detail = false;  // also what a reader seldom wants: commands, choices, counts that are zero
};

// Of the run that it speaks of; 0: not known.
inline std::chrono::milliseconds age_of(const answer_view& view) {
  return view.freshness ? view.freshness->age : std::chrono::milliseconds{0};
}

}  // namespace covey::protocol
