#include "parsers/languages/julia/plan.hpp"
#include "parsers/events/unit_coverage.hpp"
#include "parsers/languages/julia/fault.hpp"
#include "parsers/languages/julia/selection.hpp"
#include "parsers/events/event_output.hpp"
#include "reporters/embedded.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <charconv>
#include <memory>

namespace covey::parsers::languages::julia {
namespace {

bool is_before_1_9(std::string_view version) {
  constexpr std::string_view major = "1.";
  int minor = 0;
  const auto* begin = version.data() + std::min(major.size(), version.size());
  const auto read = std::from_chars(begin, version.data() + version.size(), minor);
  return version.starts_with(major) && read.ec == std::errc{} && minor < 9;
}

std::vector<planned_file> reporters_in(const std::string& folder) {
  std::vector<planned_file> out;
  for (const auto& [name, text] : reporters::files("julia"))
    out.push_back({folder + "/" + std::string{name}, std::string{text}});
  return out;
}

std::vector<decision> decisions_of(const plan_request& request, std::string_view version) {
  std::vector<decision> out;
  out.push_back({"toolchain", version.empty() ? "julia" : "julia " + std::string{version}, "julia on PATH"});
  out.push_back({"runner", "Pkg.test", "test/runtests.jl beside the project file"});
  if (request.coverage)
    out.push_back({"coverage", "julia --code-coverage, as an LCOV tracefile",
                   "per run; functions that Julia never compiled count as not covered"});
  return out;
}

event_output_options reader_options(const plan_request& request) {
  event_output_options out;
  out.root = request.root;
  out.separator = " > ";
  out.runner = "julia";
  out.wanted = request.rerun_set();
  out.diagnose_end = [root = request.root](failure& of, std::string_view err, bool) {
    add_fault(root, err, of);
  };
  return out;
}

}  // namespace

std::string version_in(std::string_view printed) {
  constexpr std::string_view before = "julia version ";
  const auto at = printed.find(before);
  if (at == std::string_view::npos) return {};
  const auto rest = printed.substr(at + before.size());
  return std::string{rest.substr(0, rest.find_first_of(" \r\n"))};
}

std::optional<std::string> selection_argument(const std::vector<rerun_test>& wanted) {
  boost::json::array keys;
  for (const auto& failed : wanted) {
    if (failed.key.empty()) return std::nullopt;
    keys.emplace_back(failed.key);
    if (failed.kind == failure_kind::panic || failed.kind == failure_kind::crash)
      keys.emplace_back(failed.key + "#all");  // reporters/julia/target.jl
  }
  return boost::json::serialize(keys);
}

bool is_test_file(std::string_view path) {
  return path.starts_with("test/") || path.find("/test/") != std::string_view::npos;
}

run_plan make_plan(const plan_request& request, std::string_view version) {
  const auto reporters = request.scratch + "/reporters/julia";
  run_plan out;
  out.files = reporters_in(reporters);
  out.events = request.scratch + "/events";
  out.decisions = decisions_of(request, version);

  command tests;
  tests.argv = {"julia", "--startup-file=no", "--color=no", "--project=" + request.root,
                reporters + "/run.jl"};
  // It only starts the tests' process. Since 1.9 Pkg is native code already, and caches depend on these flags.
  if (is_before_1_9(version)) tests.argv.insert(tests.argv.begin() + 1, {"--compile=min", "-O0"});
  for (const auto& word : request.added.args) tests.argv.push_back(word.text);
  tests.cwd = request.root;
  // CI: unless it is set, ReferenceTests creates missing reference files.
  tests.set_env = {{"CI", "1"}, {"COVEY_ROOT", request.root}};
  if (!request.runs_all()) {
    if (!request.selections().empty()) {
      out.files.push_back({request.scratch + "/selections", selection_entries(request.selections())});
      tests.set_env.emplace_back("COVEY_SELECTIONS", request.scratch + "/selections");
      if (std::any_of(request.selections().begin(), request.selections().end(),
                      [](const auto& p) { return !p.whole_file; }))
        out.notes.emplace_back("The statements around a picked testset ran too, the other testsets did not.");
    } else if (auto selection = selection_argument(request.rerun_set())) {
      out.files.push_back({request.scratch + "/selection.json", std::move(*selection)});
      tests.set_env.emplace_back("COVEY_SELECT", request.scratch + "/selection.json");
    } else {
      out.notes.emplace_back("What failed was no single test: everything runs again.");
    }
  }
  out.make_parser = [options = reader_options(request)] { return make_event_output(options); };
  if (request.coverage) {
    out.coverage_dir = request.scratch + "/coverage";
    out.folders.push_back(out.coverage_dir);
    tests.set_env.emplace_back("COVEY_COVERAGE", out.coverage_dir);
    out.make_collector = [root = request.root] {
      return make_unit_coverage({.root = root,
                                 .unit_kind = attribution::run,
                                 .separator = " > ",
                                 .leave_out = {},
                                 .aside = is_test_file});
    };
  }
  out.selected = selectors_for(request);
  out.commands.push_back(std::move(tests));
  return out;
}

}  // namespace covey::parsers::languages::julia
