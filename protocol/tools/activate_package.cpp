#include "protocol/render/workspace/workspace.hpp"
#include "protocol/text.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  return {.name = "activate_package",
          .title = "Move to another project",
          .description =
              "Make another folder the workspace of the calls that follow; what is known of the old one is "
              "kept.",
          .arguments = {{.name = "pkg_dir",
                         .description = "folder of a project: absolute, or relative to the workspace",
                         .required = true}},
          .output_schema = activated_schema,
          .hints = may_repeat};
}

question ask(const tool_call& call) {
  return {.path = path_question{.given = call.given.text("pkg_dir"), .must_be_folder = true},
          .projects = projects_asked::all};
}

tool_answer refuse(const tool_call& call, const std::string& why) {
  constexpr std::size_t shown_bytes = 1024;
  return tool_error("activate_package: pkg_dir \"" + clipped(call.given.text("pkg_dir"), shown_bytes) +
                    "\": " + why);
}

tool_answer answer(const tool_call& call, const reply& found, const answer_view&) {
  if (!found.path_problem.empty()) return refuse(call, found.path_problem);
  if (found.packages.empty())
    return refuse(call, found.no_project + "; the workspace stays " + call.workspace);
  return render_activated(found.path, found.packages);
}

}  // namespace

tool activate_package() {
  return {.description = describe(), .ask = ask, .answer = answer, .moves_workspace = true};
}

}  // namespace covey::protocol
