#include "actors/limits.hpp"
#include "actors/tools/listing_call.hpp"
#include "actors/tools/run_call.hpp"
#include "protocol/render/selected.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_run_testfiles() {
  protocol::tool_description out;
  out.name = "run_testfiles";
  out.title = "Run test files";
  out.description =
      "Run the test files that `query` matches or `files` names, all their tests and no others. "
      "list_testfiles shows what a query matches. For single tests use run_testblocks.";
  out.arguments = run_arguments({{"query", protocol::argument_type::string, query_syntax},
                                 names_argument("files", "instead of query: exact names of list_testfiles")});
  out.output_schema = protocol::selected_files_schema;
  out.always_loaded = true;
  out.hints = {.read_only = false, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

void refuse_too_many(run_selection& chosen, std::string_view what) {
  if (chosen.selections.size() <= limits::selections) return;
  chosen.refusal = std::string{what} + " " + std::to_string(chosen.selections.size()) +
                   " files, the limit is " + std::to_string(limits::selections) +
                   ": narrow it, or use run_all_tests";
}

void choose_matches(run_selection& chosen, const std::string& query) {
  for (const auto& file : chosen.listing->files) chosen.selections.push_back(select_file(file));
  chosen.no_match = chosen.selections.empty();
  chosen.unmatched = query;
  refuse_too_many(chosen, "the query matches");
}

void choose_named(run_selection& chosen, const std::vector<std::string>& names) {
  exact_names wanted{names};
  std::vector<std::string> paths;
  for (const auto& file : chosen.listing->files) {
    paths.emplace_back(parsers::displayed_path(*chosen.listing, file.path));
    if (wanted.has(paths.back())) chosen.selections.push_back(select_file(file));
  }
  settle_unknown(chosen, wanted, {"files", "list_testfiles", paths});
  refuse_too_many(chosen, "`files` names");
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  auto order = order_of("run_testfiles", context, arguments);
  order.target = parsers::run_selected{};
  order.refusal = one_of(arguments, "query", "files");
  order.file_query = arguments.text("query");
  order.list_member = "files_run";
  order.choose = [query = order.file_query, named = arguments.has("files"),
                  names = arguments.texts("files")](run_selection& chosen) {
    named ? choose_named(chosen, names) : choose_matches(chosen, query);
  };
  order.render = [](const parsers::finished_run& run, const run_selection& chosen,
                    protocol::run_output output, const protocol::answer_view& view) {
    return protocol::render_selected_files({run, chosen.selections, *chosen.listing}, output, view);
  };
  return start_run_call(system, std::move(context), std::move(order));
}

}  // namespace

extern const tool run_testfiles_tool;
const tool run_testfiles_tool{describe_run_testfiles(), start, true};

}  // namespace covey::actors
