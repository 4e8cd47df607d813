#include "parsers/languages/rust/output/place.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <vector>

namespace covey::parsers {
namespace {

// "a::tests::x::{{closure}}" is of the test "tests::x"; the crate's name stands before it. A case
// ("tests::x::case_1") is called by the macro's own function, which calls what the user wrote ("tests::x").
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

struct project_frame {
  location where;
  bool of_test = false;
};

std::vector<project_frame> project_frames(const rust_test_context& context, const rust_panic& panic) {
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

// The innermost frame of the test, else of its file where that is all that is known of it.
const project_frame* frame_of_test(const rust_test_context& context,
                                   const std::vector<project_frame>& frames) {
  auto it = std::find_if(frames.begin(), frames.end(), [](const auto& frame) { return frame.of_test; });
  if (it == frames.end() && context.defined.line == 0)
    it = std::find_if(frames.begin(), frames.end(),
                      [&](const auto& frame) { return frame.where.file == context.defined.file; });
  return it == frames.end() ? nullptr : &*it;
}

// A statement has several lines, and a #[track_caller] function blames its caller's: of the frames up to the
// test's the panic's own place is of the nearest.
bool is_in(const location& own, const project_frame& test, const std::vector<project_frame>& frames) {
  if (own.file != test.where.file) return false;
  const auto far = distance(own.line, test.where.line);
  for (const auto* frame = frames.data(); frame != &test; ++frame)
    if (frame->where.file == own.file && distance(own.line, frame->where.line) < far) return false;
  return true;
}

location place_in_test(const rust_test_context& context, const location& own,
                       const std::vector<project_frame>& frames) {
  if (const auto* test = frame_of_test(context, frames)) return is_in(own, *test, frames) ? own : test->where;
  const auto& defined = context.defined;
  const bool below = own.file == defined.file && own.line >= defined.line;
  if (frames.empty() && below) return own;
  if (defined.line > 0) return defined;
  if (own.file == defined.file || is_of_project(context, own.file)) return own;
  return frames.empty() ? own : frames.front().where;
}

location raised_in_project(const rust_test_context& context, const location& own,
                           const std::vector<project_frame>& frames) {
  if (is_of_project(context, own.file)) return own;
  return frames.empty() ? location{} : frames.front().where;
}

location own_place(const rust_test_context& context, const rust_panic& panic) {
  return {absolute_source(context.root, panic.where.file), panic.where.line};
}

}  // namespace

std::string absolute_source(std::string_view base, std::string_view path) {
  return path.starts_with("/") ? normal_path(path) : normal_path(std::string{base} + "/" + std::string{path});
}

bool is_of_project(const rust_test_context& context, std::string_view file) {
  for (const std::string_view fetched : {"/registry/src/", "/git/checkouts/"})
    if (file.find(fetched) != std::string_view::npos) return false;
  return path_below(context.root, file).has_value() || path_below(context.folder, file).has_value();
}

const rust_frame* innermost_frame(const rust_test_context& context, const rust_panic& panic) {
  for (const auto& frame : panic.frames)
    if (!frame.where.file.empty() &&
        is_of_project(context, absolute_source(context.folder, frame.where.file)))
      return &frame;
  return nullptr;
}

failure_stack rust_stack_of(const rust_test_context& context, const rust_panic& panic) {
  failure_stack out;
  for (const auto& frame : panic.frames) {
    location where{absolute_source(context.folder, frame.where.file), frame.where.line};
    if (!frame.where.file.empty() && is_of_project(context, where.file))
      out.add(frame.function, std::move(where));
    else
      ++out.others;
  }
  return out;
}

rust_places rust_places_of(const rust_test_context& context, const rust_panic& panic,
                           const rust_panic* cause) {
  auto own = own_place(context, panic);
  auto frames = project_frames(context, panic);
  rust_places out{place_in_test(context, own, frames), raised_in_project(context, own, frames)};
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

}  // namespace covey::parsers
