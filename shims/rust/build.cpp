#include "shims/rust/build.hpp"
#include "parsers/languages/rust/output/event.hpp"
#include <algorithm>
#include <iterator>

namespace covey::shims::rust {

namespace language = parsers::languages::rust;
namespace {

using strings = std::vector<std::string>;

constexpr std::size_t max_said = std::size_t{64} * 1024;

// A build is reported like a test, so that its last status is known when the run times out.
constexpr std::string_view build_group = "cargo", build_name = "build";

bool is_known(const std::vector<language::build_error>& errors, const language::build_error& one) {
  return std::any_of(errors.begin(), errors.end(), [&](const auto& error) {
    return error.message == one.message && error.where == one.where && error.name == one.name;
  });
}

}  // namespace

void builder::run() {
  if (language::build_arguments(job_).empty()) return;
  events_.send(language::begin_event(build_group, build_name, {}));
  language::build_reader first{job_.root, cargo_.print};
  parsers::head_tail said{max_said};
  succeeded_ = build_all(first, said);
  if (cargo_.stopped()) return;  // the last status sent stays valid
  if (succeeded_)
    result_ = language::build_outcome(job_, true, first.artifacts(), {}, {});
  else
    rescue(first, said.text());
  events_.send(language::pause_event(build_group, build_name));
  result_.problems.insert(result_.problems.begin(), std::make_move_iterator(refused_.begin()),
                          std::make_move_iterator(refused_.end()));
}

// Builds again without each target that cargo refuses: because of one such target it would build nothing.
bool builder::build_all(language::build_reader& reader, parsers::head_tail& said) {
  while (true) {
    const auto arguments = language::build_arguments(job_);
    if (arguments.empty() || build(arguments, reader, said) == 0) return true;
    if (!give_up_refused(said.text())) return false;
    said = parsers::head_tail{max_said};
  }
}

bool builder::give_up_refused(std::string_view said) {
  const auto one = language::read_unavailable(said);
  auto* target = one ? language::find_unavailable(job_, *one) : nullptr;
  if (target == nullptr) return false;
  target->chosen = {};
  parsers::failure why;
  why.kind = parsers::failure_kind::error;
  why.where.file = target->source;
  why.message = one->why;
  refused_.push_back({target->group, std::move(why)});
  return true;
}

void builder::rescue(const language::build_reader& first, std::string_view said) {
  // Do not repeat the compiler's output; print only errors that the first build did not reach.
  language::build_reader all{job_.root, [](std::string_view) {}};
  parsers::head_tail later{max_said};
  // Without artifacts and errors, cargo failed before it compiled anything (a manifest, the resolver), and
  // other arguments would not help. A build script that fails has no compiler message: check artifacts too.
  if (!first.errors().empty() || !first.artifacts().empty())
    for (const auto& command : language::rescue_commands(job_)) build(command, all, later);
  auto artifacts = first.artifacts();
  artifacts.insert(artifacts.end(), all.artifacts().begin(), all.artifacts().end());
  auto errors = first.errors();
  for (const auto& error : all.errors()) {
    if (is_known(errors, error)) continue;
    cargo_.print(error.rendered);
    errors.push_back(error);
  }
  result_ = language::build_outcome(job_, false, artifacts, errors, std::string{said} + "\n" + later.text());
}

int builder::build(const strings& arguments, language::build_reader& reader, parsers::head_tail& said) {
  language::build_progress progress;
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

// Sends the new status; pauses the previous one first.
void builder::tell(const std::string& doing) {
  parsers::failure going_on;
  going_on.kind = parsers::failure_kind::error;
  going_on.message = "cargo was building the tests: " + doing;
  events_.send(language::pause_event(build_group, build_name));
  events_.send(language::begin_event(build_group, build_name, {}));
  events_.send(language::failing_event(build_group, build_name, going_on));
}

}  // namespace covey::shims::rust
