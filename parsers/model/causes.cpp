#include "parsers/model/causes.hpp"
#include "parsers/text/masks.hpp"
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace covey::parsers {
namespace {

struct mark {
  failure_kind kind;
  std::string shape;
  std::string_view file;
  std::uint32_t line;
  std::string_view group;

  friend auto operator<=>(const mark&, const mark&) = default;
};

// What tells one cause from another, from the most to the least detail.
enum class detail { line, file, words, first_words };

// "Unexpected error: unknown flag: --x" -> "Unexpected error"
std::string first_words(const std::string& shape) {
  return shape.substr(0, shape.find(": "));
}

// The process ended and no frame says where: the place is only that of the test that was running.
bool is_placeless_crash(const failure& one) {
  return one.kind == failure_kind::crash && one.stack.own.empty() && one.raised_at.file.empty();
}

mark mark_of(const failure& one, const std::string& shape, detail how) {
  // The way the process ended stands in brackets, which a shape leaves out.
  if (is_placeless_crash(one))
    return {one.kind,
            how == detail::first_words ? first_words(shape) : one.message,
            {},
            0,
            how == detail::line || how == detail::file ? std::string_view{one.id.group} : std::string_view{}};
  const auto& frame = innermost_place(one);
  const bool has_file = how == detail::line || how == detail::file;
  // Exceptions raised in one line have one cause, whatever their message says after their class.
  const bool raised = one.kind == failure_kind::panic && innermost_place(one) != one.where;
  return {one.kind,
          raised || how == detail::first_words ? first_words(shape) : shape,
          has_file ? std::string_view{frame.file} : std::string_view{},
          how == detail::line ? frame.line : 0,
          {}};
}

// How much there is to read; a failure without a place or a message ranks behind all others.
std::size_t reading(const failure& one) {
  constexpr std::size_t tells_nothing = 1u << 30;
  if (one.message.empty() && one.diff.empty() && !one.actual) return tells_nothing;
  const auto values = (one.expected ? one.expected->size() : 0) + (one.actual ? one.actual->size() : 0);
  return one.message.size() + std::max(one.diff.size(), values) +
         (one.where.line == 0 ? tells_nothing / 2 : 0);
}

std::vector<cause> grouped(std::span<const failure* const> failures, const std::vector<std::string>& shapes,
                           detail how) {
  std::map<mark, std::size_t> known;
  std::vector<cause> out;
  for (std::size_t i = 0; i < failures.size(); ++i) {
    const auto [at, is_new] = known.emplace(mark_of(*failures[i], shapes[i], how), out.size());
    if (is_new) out.push_back({{}, i});
    auto& cause = out[at->second];
    cause.members.push_back(i);
    if (reading(*failures[i]) < reading(*failures[cause.example])) cause.example = i;
  }
  return out;
}

}  // namespace

const location& innermost_place(const failure& of) {
  if (!of.stack.own.empty()) return of.stack.own.front().where;
  return of.raised_at.file.empty() ? of.where : of.raised_at;
}

std::vector<cause> causes_of(std::span<const failure* const> failures, std::size_t max) {
  std::vector<std::string> shapes;
  shapes.reserve(failures.size());
  for (const auto* one : failures) shapes.push_back(message_shape(one->message));
  std::vector<cause> out;
  for (const auto how : {detail::line, detail::file, detail::words, detail::first_words}) {
    out = grouped(failures, shapes, how);
    // One fault can show in many files: tell them apart only if they are few.
    if (out.size() <= (how == detail::file ? max / 2 : max)) break;
  }
  const auto order = [&](const cause& one) {
    const auto& example = *failures[one.example];
    constexpr std::size_t few = 3, tenth = 10;
    const bool is_large = one.members.size() >= few && one.members.size() * tenth >= failures.size();
    return std::tuple{example.kind != failure_kind::error, !is_large, reading(example), one.members.front()};
  };
  std::sort(out.begin(), out.end(), [&](const cause& a, const cause& b) { return order(a) < order(b); });
  return out;
}

}  // namespace covey::parsers
