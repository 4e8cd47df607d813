#include "parsers/languages/rust/output/place.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <vector>

namespace covey::parsers::languages::rust {
namespace {

// "a::tests::x::{{closure}}" belongs to the test "tests::x"; the crate's name precedes it. A case
// ("tests::x::case_1") is the macro's own function, which calls the user's function ("tests::x").
bool is_of_test(std::string_view function, std::string_view test) {
  const auto crate = function.find("::");
  if (crate == std::string_view::npos || test.empty()) return false;
  function.remove_prefix(crate + 2);
  const auto within = [&](std::string_view name) {
    return function.starts_with(name) &&
           (function.size() == name.size() || function.substr(name.size()).starts_with("::"));
  };
  if (within(test)) return true;
  const auto cases = test.rfind("::");
  if (cases == std::string_view::npos) return false;
  const auto body = test.substr(0, cases);
  return function == body || (within(body) && function.substr(body.size()).starts_with("::{"));
}

// "a::tests::helper" is beside the test "tests::x": a module of tests has no product code. Tests at the root of a crate, or
// in a module that is not called after tests, stand beside anything.
bool is_beside_test(std::string_view function, std::string_view test) {
  const auto crate = function.find("::");
  const auto module = test.rfind("::");
  if (crate == std::string_view::npos || module == std::string_view::npos) return false;
  if (test.substr(0, module).find("test") == std::string_view::npos) return false;
  return function.substr(crate + 2).starts_with(test.substr(0, module + 2));
}

struct project_frame {
  location where;
  bool of_test = false;
};

std::vector<project_frame> project_frames(const test_context& context, const panic_report_of_test& panic) {
  std::vector<project_frame> out;
  for (const auto& frame : panic.frames) {
    if (frame.where.file.empty()) continue;
    location where{absolute_source(context.folder, frame.where.file), frame.where.line};
    if (is_of_project(context, where.file))
      out.push_back({std::move(where), is_of_test(frame.function, context.name)});
  }
  return out;
}

std::uint32_t distance(std::uint32_t a, std::uint32_t b) {
  return a < b ? b - a : a - b;
}

// The innermost frame of the test, else of the test's file if its line is unknown.
const project_frame* frame_of_test(const test_context& context, const std::vector<project_frame>& frames) {
  auto it = std::find_if(frames.begin(), frames.end(), [](const auto& frame) { return frame.of_test; });
  if (it == frames.end() && context.defined.line == 0)
    it = std::find_if(frames.begin(), frames.end(),
                      [&](const auto& frame) { return frame.where.file == context.defined.file; });
  return it == frames.end() ? nullptr : &*it;
}

// Whether the panic's own place is in the test: if no inner frame in the same file is nearer to it. The lines
// need not match: a statement may span several, and a #[track_caller] function reports its caller's place.
bool is_in(const location& own, const project_frame& test, const std::vector<project_frame>& frames) {
  if (own.file != test.where.file) return false;
  const auto far = distance(own.line, test.where.line);
  for (const auto* frame = frames.data(); frame != &test; ++frame)
    if (frame->where.file == own.file && distance(own.line, frame->where.line) < far) return false;
  return true;
}

location place_in_test(const test_context& context, const location& own,
                       const std::vector<project_frame>& frames) {
  if (const auto* test = frame_of_test(context, frames)) return is_in(own, *test, frames) ? own : test->where;
  const auto& defined = context.defined;
  const bool below = own.file == defined.file && own.line >= defined.line;
  if (frames.empty() && below) return own;
  if (defined.line > 0) return defined;
  if (own.file == defined.file || is_of_project(context, own.file)) return own;
  return frames.empty() ? own : frames.front().where;
}

location raised_in_project(const test_context& context, const location& own,
                           const std::vector<project_frame>& frames) {
  if (is_of_project(context, own.file)) return own;
  return frames.empty() ? location{} : frames.front().where;
}

location own_place(const test_context& context, const panic_report_of_test& panic) {
  return {absolute_source(context.root, panic.where.file), panic.where.line};
}

}  // namespace

std::string absolute_source(std::string_view base, std::string_view path) {
  return path.starts_with("/") ? normal_path(path) : normal_path(std::string{base} + "/" + std::string{path});
}

bool is_of_project(const test_context& context, std::string_view file) {
  for (const std::string_view fetched : {"/registry/src/", "/git/checkouts/"})
    if (file.find(fetched) != std::string_view::npos) return false;
  return path_below(context.root, file).has_value() || path_below(context.folder, file).has_value();
}

const panic_frame* innermost_frame(const test_context& context, const panic_report_of_test& panic) {
  for (const auto& frame : panic.frames)
    if (!frame.where.file.empty() &&
        is_of_project(context, absolute_source(context.folder, frame.where.file)))
      return &frame;
  return nullptr;
}

failure_stack own_stack(const test_context& context, const panic_report_of_test& panic) {
  failure_stack out;
  for (const auto& frame : panic.frames) {
    location where{absolute_source(context.folder, frame.where.file), frame.where.line};
    if (!frame.where.file.empty() && is_of_project(context, where.file))
      out.add(frame.function, std::move(where),
              is_of_test(frame.function, context.name) || is_beside_test(frame.function, context.name));
    else
      ++out.others;
  }
  return out;
}

panic_places places_of(const test_context& context, const panic_report_of_test& panic,
                       const panic_report_of_test* cause) {
  auto own = own_place(context, panic);
  auto frames = project_frames(context, panic);
  panic_places out{place_in_test(context, own, frames), raised_in_project(context, own, frames)};
  if (cause != nullptr) {
    own = own_place(context, *cause);
    frames = project_frames(context, *cause);
    if (frame_of_test(context, frames) != nullptr) out.where = place_in_test(context, own, frames);
    if (auto raised = raised_in_project(context, own, frames); !raised.file.empty())
      out.raised_at = std::move(raised);
  }
  if (out.raised_at == out.where) out.raised_at = {};
  return out;
}

}  // namespace covey::parsers::languages::rust
