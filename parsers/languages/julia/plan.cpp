#include "parsers/languages/julia/plan.hpp"
#include "parsers/events/unit_coverage.hpp"
#include "parsers/events/event_output.hpp"
#include "reporters/embedded.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <memory>
#include <optional>

namespace covey::parsers::languages::julia {
namespace {

constexpr std::size_t max_frames = 30;

// `signal (15): Terminated`, since 1.9 `[4711] signal 11 (1): Segmentation fault`: the part after the colon.
std::string_view signal_in(std::string_view line) {
  if (line.starts_with('[')) line.remove_prefix(std::min(line.size(), line.find("] ") + 2));
  constexpr std::string_view signal = "signal ";
  if (!line.starts_with(signal)) return {};
  line.remove_prefix(signal.size());
  const auto colon = line.find(": ");
  if (line.find_first_of("0123456789") > 1 || colon == std::string_view::npos) return {};
  return line.substr(colon + 2);
}

// `f at /w/src/a.jl:3 [inlined]`, `in expression starting at /w/a.jl:1`
std::optional<fault_frame> frame_in(std::string_view line) {
  constexpr std::string_view inlined = " [inlined]";
  constexpr std::string_view at = " at /";
  if (line.ends_with(inlined)) line.remove_suffix(inlined.size());
  const auto path = line.find(at);
  const auto colon = line.rfind(':');
  if (path == std::string_view::npos || colon == std::string_view::npos || colon < path) return std::nullopt;
  fault_frame out;
  out.function = line.substr(0, path);
  out.where.file = std::string{line.substr(path + at.size() - 1, colon - path - at.size() + 1)};
  if (!read_number(line.substr(colon + 1), out.where.line) || out.where.line == 0) return std::nullopt;
  return out;
}

constexpr std::string_view started = "in expression starting";  // the statement of a file that runs
constexpr std::string_view top_level = "top-level scope";

bool is_of_body(const fault_frame& frame) {
  return frame.function == top_level || frame.function == "macro expansion";
}

std::string shown(const fault_report& fault) {
  std::string out = "signal: " + fault.what + "\n";
  for (const auto& frame : fault.frames)
    out += "  " + frame.where.file.string() + ":" + std::to_string(frame.where.line) +
           (is_of_body(frame) ? "" : " in " + frame.function) + "\n";
  return out;
}

}  // namespace

fault_report read_fault(const std::string& root, std::string_view text) {
  fault_report out;
  std::optional<fault_frame> statement;  // the innermost file's: code at its top may have no frames
  for (std::string_view line; out.frames.size() < max_frames && next_line(text, line);) {
    if (out.what.empty()) out.what = signal_in(line);
    auto frame = out.what.empty() ? std::nullopt : frame_in(line);
    if (!frame) continue;
    auto below = path_below(root, normal_path(frame->where.file));
    if (!below || below->empty()) continue;
    frame->where.file = std::move(*below);
    if (frame->function == started) {
      frame->function = top_level;
      statement = std::move(frame);
    } else {
      out.frames.push_back(std::move(*frame));
    }
  }
  const bool has_top =
      std::ranges::any_of(out.frames, [](const auto& frame) { return frame.function == top_level; });
  if (statement && !has_top) out.frames.push_back(std::move(*statement));
  return out;
}

void add_fault(const std::string& root, std::string_view text, failure& to) {
  const auto fault = read_fault(root, text);
  const bool hung = to.kind == failure_kind::timeout;
  // "Terminated" can diagnose a timeout only, any other signal a crash only.
  if (fault.what.empty() || (fault.what == "Terminated") != hung) return;
  if (!hung) {
    to.message += ": " + fault.what;
    to.output = shown(fault);
  }
  const auto& frames = fault.frames;
  if (frames.empty()) return;
  const auto& in = frames.front();
  // The top of a file that the test includes is the test's own code, too.
  const auto body = std::find_if(frames.begin(), frames.end(), [&](const auto& frame) {
    return frame.where.file == to.where.file ? is_of_body(frame) && frame.where.line >= to.where.line
                                             : frame.function == top_level;
  });
  const bool is_outer =
      std::any_of(frames.begin(), body, [&](const auto& frame) { return frame.where.file == to.where.file; });
  if (body != frames.end() && (!is_outer || body->where.file == to.where.file)) to.where = body->where;
  if (in.where == to.where) return;
  to.message += ", in " + (is_of_body(in) ? "" : in.function + " ") + "(" + in.where.file + ":" +
                std::to_string(in.where.line) + ")";
  to.raised_at = in.where;
}

namespace {

bool is_before_1_9(std::string_view version) {
  if (!version.starts_with("1.")) return false;
  version.remove_prefix(2);
  int minor = 0;
  return take_number(version, minor) && minor < 9;
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
      keys.emplace_back(failed.key + "#all");  // reporters/julia/selections.jl
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

namespace {

void append_line(std::string& out, const std::string& file, const test_block& block) {
  boost::json::array line{file, std::to_string(block.line_start), std::to_string(block.line_end)};
  if (!block.path.empty())
    for (const auto& piece : block.path.back().literals) line.emplace_back(piece);
  out += boost::json::serialize(line) + "\n";
}

}  // namespace

std::string selection_entries(const std::vector<file_selection>& selections) {
  std::string out;
  for (const auto& selection : selections)
    append_line(out, selection.file,
                selection.whole_file || selection.blocks.empty() ? test_block{} : selection.blocks.front());
  return out;
}

selector_lists selectors_for(const plan_request& request) {
  selector_lists out(request.selections().size());
  if (!request.runs_all()) return out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i].push_back({request.selections()[i].file, {}, {}, 0, 0});
  return out;
}

}  // namespace covey::parsers::languages::julia
