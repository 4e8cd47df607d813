#include "actors/tools/run_call.hpp"
#include "protocol/render/selected.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_run_all_tests() {
  protocol::tool_description out;
  out.name = "run_all_tests";
  out.title = "Run all tests, short answer";
  out.description =
      "Run all tests as run_tests does, and answer in JSON: how many files ran, passed and failed, and the "
      "failures. Prefer run_tests, whose text is shorter.";
  out.arguments = run_arguments();
  out.output_schema = protocol::all_tests_schema;
  out.hints = {.read_only = false, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  auto order = order_of("run_all_tests", context, arguments);
  order.list_member = "files_run";
  order.choose = [](run_selection& chosen) {
    for (const auto& file : chosen.listing->files) chosen.selections.push_back(select_file(file));
  };
  order.render = [](const parsers::finished_run& run, const run_selection& chosen,
                    protocol::run_output output, const protocol::answer_view& view) {
    return protocol::render_all_tests({run, chosen.selections, *chosen.listing}, output, view);
  };
  return start_run_call(system, std::move(context), std::move(order));
}

}  // namespace

extern const tool run_all_tests_tool;
const tool run_all_tests_tool{describe_run_all_tests(), start, true};

}  // namespace covey::actors
