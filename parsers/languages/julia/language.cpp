#include "parsers/languages/julia/language.hpp"
#include "parsers/languages/julia/plan.hpp"
#include "parsers/languages/planning.hpp"
#include <utility>

namespace covey::parsers {
namespace {

// The version is shown, not needed: what differs between versions, the reporter finds out in Julia.
planning plan_julia(plan_request request) {
  const command question{{"julia", "--version"}, request.root, {}};
  const probe_answer said = co_await question;
  co_return make_julia_plan(request, said.found ? julia_version(said.out) : "");
}

}  // namespace

const language julia_language{
    "julia",       "Julia",
    "julia",       {{"Project.toml", {}, "test/runtests.jl"}, {"JuliaProject.toml", {}, "test/runtests.jl"}},
    {"--version"}, plan_with<plan_julia>};

}  // namespace covey::parsers
