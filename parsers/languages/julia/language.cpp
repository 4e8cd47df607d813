#include "parsers/languages/julia/language.hpp"
#include "parsers/languages/julia/shell.hpp"
#include "parsers/languages/julia/flags.hpp"
#include "parsers/languages/julia/plan.hpp"
#include "parsers/languages/planning.hpp"
#include "parsers/languages/julia/discovery/finder.hpp"
#include "parsers/languages/julia/source_functions.hpp"
#include "parsers/text/json_members.hpp"
#include "parsers/text/toml.hpp"
#include <utility>

namespace covey::parsers::languages::julia {
namespace {

// The version is only displayed: the reporter detects the differences between versions itself, in Julia.
planning plan_project(plan_request request) {
  const command question{.argv = {"julia", "--version"}, .cwd = request.root, .set_env = {}};
  const probe_answer said = co_await question;
  co_return make_plan(request, said.found ? version_in(said.out) : "");
}

std::string package_name(std::string_view, std::string_view project) {
  return text_at(read_toml(project), "name");
}

}  // namespace

const language language_definition{
    .name = "julia",
    .display_name = "Julia",
    .program = "julia",
    .version_arguments = {"--version"},
    .installed_by = "curl -fsSL https://install.julialang.org | sh",
    .project_files = {{"Project.toml", {}, "test/runtests.jl"},
                      {"JuliaProject.toml", {}, "test/runtests.jl"}},
    .project_name = package_name,
    .plan = plan_with<plan_project>,
    .make_finder = make_finder,
    .functions = functions_of,
    .shell_commands = {"Pkg.test"},
    .read_command = read_command,
    .flag_tables = {&test_args},
    .source_endings = {".jl"},
    .test_folder = "test",
    .assertion = "@test",
};

}  // namespace covey::parsers::languages::julia
