#include "parsers/languages/node/runners/worker_death.hpp"
#include "parsers/languages/node/output/stack_text.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <string>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

bool names_file(std::string_view block, std::string_view file, std::string_view root) {
  const auto places = stack_places(block);
  return std::any_of(places.begin(), places.end(),
                     [&](const auto& place) { return own_file(place.file, root) == file; });
}

}  // namespace

void add_uncaught(failure& of, std::string_view err, std::string_view root) {
  std::string said;
  location raised;
  const auto look = [&](std::string_view block) {
    auto message = error_message(block);
    if (message.empty() || !names_file(block, of.id.group.string(), root)) return;
    said = std::move(message);
    raised = own_place(block, root);
  };
  // A block is an error and its stack.
  std::size_t begin = 0;
  bool in_stack = false;
  for (std::size_t at = 0; at < err.size();) {
    const auto end = std::min(err.find('\n', at), err.size());
    const bool frame = trimmed(err.substr(at, end - at)).starts_with("at ");
    if (in_stack && !frame) {
      look(err.substr(begin, at - begin));
      begin = at;
    }
    in_stack = frame;
    at = end + 1;
  }
  if (in_stack) look(err.substr(begin));
  if (said.empty()) return;
  of.message += "\nthe last error on stderr that names this file: " + said;  // a test may have printed it
  if (of.where.line == 0)
    of.where = raised;
  else if (!(raised == of.where))
    of.raised_at = raised;
}

}  // namespace covey::parsers::languages::node
