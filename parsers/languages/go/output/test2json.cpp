#include "parsers/languages/go/output/test2json.hpp"
#include "parsers/text/json_scanner.hpp"
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

namespace covey::parsers::languages::go {

namespace {

test2json_action to_action(std::string_view name) {
  using enum test2json_action;
  static constexpr std::array<std::pair<std::string_view, test2json_action>, 10> names{
      {{"output", output},
       {"run", run},
       {"pause", pause},
       {"cont", cont},
       {"pass", pass},
       {"fail", fail},
       {"skip", skip},
       {"start", start},
       {"build-output", build_output},
       {"build-fail", build_fail}}};
  for (const auto& [known, action] : names)
    if (known == name) return action;
  return other;
}

// In the order in which Go writes them.
enum member : std::size_t {
  time,
  action,
  package,
  test,
  output,
  output_type,
  elapsed,
  import_path,
  failed_build
};
constexpr json_name names[] = {"Time",       "Action",  "Package",    "Test",       "Output",
                               "OutputType", "Elapsed", "ImportPath", "FailedBuild"};

output_type_of_event to_type(std::string_view name) {
  if (name == "error") return output_type_of_event::error;
  if (name == "error-continue") return output_type_of_event::error_continued;
  return name == "frame" ? output_type_of_event::frame : output_type_of_event::plain;
}

}  // namespace

bool test2json_reader::read(std::string_view line, test2json_event& into) {
  if (line.empty() || line.front() != '{') return false;  // what Go writes begins so; most text does not
  static_assert(std::size(names) == std::tuple_size_v<decltype(values_)>);
  if (!read_json_members(line, names, values_)) return false;
  if (decoded_.size() < line.size()) decoded_.resize(line.size());
  auto* room = decoded_.data();
  const auto text_of = [&](member which) -> std::string_view {
    const auto& value = values_[which];
    if (value.kind != json_kind::string || !value.escaped)
      return value.kind == json_kind::string ? value.raw : std::string_view{};
    auto* const begin = std::exchange(room, decode_json_text(value, room));
    return {begin, room};
  };
  into.action = to_action(text_of(action));
  into.package = text_of(package);
  into.test = text_of(test);
  into.output = text_of(output);
  into.output_type = to_type(text_of(output_type));
  into.import_path = text_of(import_path);
  into.failed_build = text_of(failed_build);
  into.elapsed = values_[elapsed].kind == json_kind::number ? json_number(values_[elapsed]) : 0;
  return values_[action].kind == json_kind::string && !values_[action].raw.empty();
}

}  // namespace covey::parsers::languages::go
