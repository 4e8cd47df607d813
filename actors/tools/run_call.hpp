// The call of every tool that starts a run: finds the project, starts the run, forwards its progress, renders
// its result.
#pragma once

#include "actors/tool.hpp"
#include "protocol/render/run.hpp"
#include "protocol/tool.hpp"
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace covey::actors {

// What to run, out of the listed tests.
struct run_selection {
  test_listing_ptr listing;
  std::vector<parsers::file_selection> selections;
  std::string unmatched = {};  // the query that nothing matched
  bool no_match = false;
  std::vector<parsers::unknown_name> unknown = {};
  std::string refusal = {};  // a sentence
};

struct run_order {
  std::string_view tool;            // its name, for messages
  std::string language;             // the argument; may be empty
  parsers::run_target target = {};  // without its selections, which are chosen below
  std::chrono::milliseconds timeout{0};
  std::chrono::milliseconds wait{0};  // then answer, even if the run goes on
  // For tools that select tests: which files to list, and how to select from them. Empty: nothing is listed.
  std::string file_query = {};
  std::function<void(run_selection&)> choose = {};
  std::string_view list_member = {};  // the answer's member for the selection: "files_run"
  std::string refusal = {};           // a sentence: the arguments do not fit each other
  bool coverage = true;               // false: this run collects no coverage
  protocol::run_output output = protocol::run_output::summary;
  bool output_was_asked = false;  // then the text is one for people, whatever the tool
  using renderer = std::function<protocol::tool_answer(const parsers::finished_run&, const run_selection&,
                                                       protocol::run_output, const protocol::answer_view&)>;
  renderer render;
};

call_actor start_run_call(caf::actor_system& system, call_context context, run_order order);

// Exact names to find in a listing, which may hold a name several times.
class exact_names {
 public:
  explicit exact_names(const std::vector<std::string>& wanted) {
    for (const auto& name : wanted) found_.emplace(name, false);
  }
  // Matches the raw name, or the name as answers display it.
  bool has(std::string_view listed);
  std::vector<std::string> unmatched() const;

 private:
  std::map<std::string, bool, std::less<>> found_;
};

// The argument that holds the names, the tool that lists them, and all that it lists.
struct name_list {
  std::string_view argument;
  std::string_view lister;
  const std::vector<std::string>& listed;
};

// Adds the names that were not found to the selection, and refuses it if none was found.
void settle_unknown(run_selection& selection, const exact_names& names, const name_list& from);

// "" if exactly one of the two was given; else a sentence that names both.
std::string one_of(const protocol::arguments& given, std::string_view query, std::string_view list);

// A list of exact names.
protocol::argument names_argument(std::string_view name, std::string_view description);

// Selects a whole file, with all tests known to be in it.
parsers::file_selection select_file(const parsers::listed_file& file);

// The arguments that all tools that run tests share: timeout, wait, language, output, coverage, budget.
std::vector<protocol::argument> run_arguments(std::vector<protocol::argument> own = {});

// An order from the values given for these. `usual`: the output if neither the call nor the server sets one.
run_order order_of(std::string_view tool, const call_context& context, const protocol::arguments& given,
                   protocol::run_output usual = protocol::run_output::summary);

}  // namespace covey::actors
