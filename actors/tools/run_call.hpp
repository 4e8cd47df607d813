// The call of every tool that starts a run: finds the project, starts the run, hands on its progress, renders
// its end.
#pragma once

#include "actors/tool.hpp"
#include "protocol/render/run.hpp"
#include "protocol/tool.hpp"
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace covey::actors {

// What is to run, out of what there is.
struct run_selection {
  test_listing_ptr listing;
  std::vector<parsers::file_selection> selections;
  std::string unmatched = {};  // the query that nothing matched
  bool no_match = false;
  std::vector<std::string> unknown = {};  // picked by exact names, and not there
  std::string refusal = {};               // a sentence
};

struct run_order {
  std::string_view tool;  // its name, for messages
  std::string language;   // the argument; may be empty
  parsers::run_scope scope = parsers::run_scope::whole;
  std::uint64_t limit = 0;
  std::chrono::milliseconds timeout{0};
  // Where tests are picked: which files are listed, and what is chosen of them. Empty: nothing is listed.
  std::string file_query = {};
  std::function<void(run_selection&)> choose = {};
  std::string_view list_member = {};  // what holds the picks in an answer: "files_run"
  std::string refusal = {};           // a sentence: the arguments do not fit each other
  bool coverage = true;               // false: this run measures nothing
  protocol::run_output output = protocol::run_output::summary;
  using renderer = std::function<protocol::tool_answer(const parsers::finished_run&, const run_selection&,
                                                       protocol::run_output, const protocol::answer_view&)>;
  renderer render;
};

call_actor start_run_call(caf::actor_system& system, call_context context, run_order order);

// Exact names that are looked for among those of a listing; each may be there several times.
class exact_names {
 public:
  explicit exact_names(const std::vector<std::string>& wanted) {
    for (const auto& name : wanted) found_.emplace(name, false);
  }
  // As it is, or as answers show it.
  bool has(std::string_view listed);
  std::vector<std::string> unmatched() const;

 private:
  std::map<std::string, bool, std::less<>> found_;
};

// Puts what was not found into the choice, which is refused where nothing was.
void settle_unknown(run_selection& choice, const exact_names& names, std::string_view argument);

// "" where exactly one of the two was given; else a sentence that names them.
std::string one_of(const protocol::arguments& given, std::string_view query, std::string_view list);

// A list of exact names.
protocol::argument names_argument(std::string_view name, std::string_view description);

// A file as a pick of its own, with all that is known to be in it.
parsers::file_selection select_file(const parsers::listed_file& file);

// The arguments that all tools that run tests share: timeout, language, output, coverage, budget.
std::vector<protocol::argument> run_arguments(std::vector<protocol::argument> own = {});

// An order with what was given for these. `usual`: the output where neither the call nor the server has one.
run_order order_of(std::string_view tool, const call_context& context, const protocol::arguments& given,
                   protocol::run_output usual = protocol::run_output::summary);

}  // namespace covey::actors
