#include "shims/rust/build.hpp"
#include "parsers/languages/rust/output/event.hpp"
#include <algorithm>
#include <iterator>

namespace covey::process {
namespace {

using strings = std::vector<std::string>;

constexpr std::size_t max_said = std::size_t{64} * 1024;

// A build is told of as a test is, so that what goes on is known when the time is over.
constexpr std::string_view build_group = "cargo", build_name = "build";

bool is_known(const std::vector<parsers::rust_build_error>& errors, const parsers::rust_build_error& one) {
  return std::any_of(errors.begin(), errors.end(), [&](const auto& error) {
    return error.message == one.message && error.where == one.where && error.name == one.name;
  });
}

}  // namespace

void cargo_build::run() {
  if (parsers::rust_build_arguments(job_).empty()) return;
  events_.send(parsers::rust_begin_event(build_group, build_name, {}));
  parsers::rust_build_reader first{job_.root, cargo_.print};
  parsers::head_tail said{max_said};
  succeeded_ = build_all(first, said);
  if (cargo_.stopped()) return;  // what went on is what was told last
  if (succeeded_)
    result_ = parsers::rust_build_outcome(job_, true, first.artifacts(), {}, {});
  else
    rescue(first, said.text());
  events_.send(parsers::rust_pause_event(build_group, build_name));
  result_.problems.insert(result_.problems.begin(), std::make_move_iterator(refused_.begin()),
                          std::make_move_iterator(refused_.end()));
}

// Again without each target that cargo refuses to build: it would build nothing because of one.
bool cargo_build::build_all(parsers::rust_build_reader& reader, parsers::head_tail& said) {
  while (true) {
    const auto arguments = parsers::rust_build_arguments(job_);
    if (arguments.empty() || build(arguments, reader, said) == 0) return true;
    if (!give_up_refused(said.text())) return false;
    said = parsers::head_tail{max_said};
  }
}

bool cargo_build::give_up_refused(std::string_view said) {
  const auto one = parsers::rust_unavailable_target(said);
  auto* target = one ? parsers::rust_unavailable_in(job_, *one) : nullptr;
  if (target == nullptr) return false;
  target->choice = {};
  parsers::failure why;
  why.kind = parsers::failure_kind::error;
  why.where.file = target->source;
  why.message = one->why;
  refused_.push_back({target->group, std::move(why)});
  return true;
}

void cargo_build::rescue(const parsers::rust_build_reader& first, std::string_view said) {
  // What the compiler has said already is not said again, but for errors that the first build did not come
  // to.
  parsers::rust_build_reader all{job_.root, [](std::string_view) {}};
  parsers::head_tail later{max_said};
  // A build script that fails has no compiler message. With nothing made and no error cargo did not come to
  // compile at all (a manifest, a resolver), and would not with other arguments either.
  if (!first.errors().empty() || !first.artifacts().empty())
    for (const auto& command : parsers::rust_rescue_commands(job_)) build(command, all, later);
  auto artifacts = first.artifacts();
  artifacts.insert(artifacts.end(), all.artifacts().begin(), all.artifacts().end());
  auto errors = first.errors();
  for (const auto& error : all.errors()) {
    if (is_known(errors, error)) continue;
    cargo_.print(error.rendered);
    errors.push_back(error);
  }
  result_ =
      parsers::rust_build_outcome(job_, false, artifacts, errors, std::string{said} + "\n" + later.text());
}

int cargo_build::build(const strings& arguments, parsers::rust_build_reader& reader,
                       parsers::head_tail& said) {
  parsers::rust_build_progress progress;
  auto request = cargo_.request(arguments);
  request.on_out = [&](std::string_view bytes) {
    reader.feed(bytes);
    progress.note_built(reader.artifacts());
  };
  request.on_err = [&](std::string_view bytes) {
    said.append(bytes);
    cargo_.print(bytes);
    if (progress.feed(bytes)) tell(progress.text());
  };
  const int code = cargo_.run(request);
  reader.finish();
  return code;
}

// What was told before is over.
void cargo_build::tell(const std::string& doing) {
  parsers::failure going_on;
  going_on.kind = parsers::failure_kind::error;
  going_on.message = "cargo was building the tests: " + doing;
  events_.send(parsers::rust_pause_event(build_group, build_name));
  events_.send(parsers::rust_begin_event(build_group, build_name, {}));
  events_.send(parsers::rust_failing_event(build_group, build_name, going_on));
}

}  // namespace covey::process
