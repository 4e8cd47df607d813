#include "parsers/failures/causes.hpp"
#include "parsers/text/likeness.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/pending/disjoint_sets.hpp>
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>

namespace covey::parsers {
namespace {

// --- The shape of the two values of a failed comparison: what they are, without what they hold ---

// "#" for a number, "'…'" for a text, else the message_shape() of the first line. Where the runner tells no values, the
// first lines that its difference takes away and adds; empty: it tells none.
struct value_shapes {
  std::string actual;
  std::string expected;
  friend auto operator<=>(const value_shapes&, const value_shapes&) = default;
};

constexpr std::size_t shape_bytes = 60;

// The first line of a difference with this sign, without it.
std::string_view first_with(char sign, std::string_view difference) {
  std::string_view line;
  while (next_line(difference, line)) {
    const bool is_header = line.starts_with("--- ") || line.starts_with("+++ ");
    if (!is_header && !line.empty() && line.front() == sign) return line.substr(1);
  }
  return {};
}

std::string shape_of(std::string_view value) {
  return std::string{first_bytes(message_shape(value), shape_bytes)};
}

value_shapes value_shapes_of(const failure& one) {
  return {shape_of(one.actual ? *one.actual : first_with('+', one.diff)),
          shape_of(one.expected ? *one.expected : first_with('-', one.diff))};
}

struct mark {
  failure_kind kind = failure_kind::assertion;
  std::string shape = {};  // of the message
  value_shapes values = {};
  std::string_view file = {};  // of the product's frame
  std::uint32_t line = 0;
  std::string_view group = {};

  friend auto operator<=>(const mark&, const mark&) = default;
};

// What tells one cause from another, from the most to the least detail.
enum class detail { file, values, message, first_words };

// "Unexpected error: unknown flag: --x" -> "Unexpected error"
std::string first_words(const std::string& shape) {
  return shape.substr(0, shape.find(": "));
}

// The process ended and no frame says where: the place is only that of the test that was running.
bool is_placeless_crash(const failure& one) {
  return one.kind == failure_kind::crash && one.stack.own.empty() && one.raised_at.file.empty();
}

const location* product_frame(const failure& one, const product_test& is_product) {
  for (const auto& frame : one.stack.own)
    if (!frame.of_test && is_product(frame.where.file)) return &frame.where;
  const bool raised = one.stack.own.empty() && !one.raised_at.file.empty() && is_product(one.raised_at.file);
  return raised ? &one.raised_at : nullptr;
}

// A message without two values tells a fault by itself, wherever it is said; two values are compared in many places.
bool tells_by_itself(const failure& one, std::string_view shape) {
  constexpr std::size_t least = 20;  // "assertion failed"
  return !one.expected && !one.actual && one.diff.empty() && shape.size() >= least;
}

// What it says, wherever it was raised.
mark words_of(const failure& one, detail how) {
  auto shape = message_shape(one.message);
  if (how == detail::first_words) return {.kind = one.kind, .shape = first_words(shape)};
  mark out{.kind = one.kind, .shape = std::move(shape)};
  if (how > detail::values) return out;
  out.values = value_shapes_of(one);
  const bool says_nothing = out.shape.empty() && out.values == value_shapes{};
  if (says_nothing || (how == detail::file && !tells_by_itself(one, out.shape))) out.file = one.where.file;
  if (says_nothing) out.line = one.where.line;
  return out;
}

mark mark_of(const failure& one, const product_test& is_product, detail how) {
  // The way the process ended stands in brackets, which a shape leaves out.
  if (is_placeless_crash(one)) {
    if (how == detail::first_words) return {.kind = one.kind, .shape = first_words(one.message)};
    mark out{.kind = one.kind, .shape = one.message};
    if (how < detail::message) out.group = one.id.group;
    return out;
  }
  // What is raised in one line has one cause, whatever it says.
  if (const auto* frame = product_frame(one, is_product))
    return {.file = frame->file, .line = how == detail::first_words ? 0 : frame->line};
  return words_of(one, how);
}

// The parts of a cause.
mark part_mark(const failure& one, detail how) {
  return is_placeless_crash(one) ? mark{.kind = one.kind, .shape = one.message} : words_of(one, how);
}

// How much there is to read; a failure without a place or a message ranks behind all others.
std::size_t reading(const failure& one) {
  constexpr std::size_t tells_nothing = 1u << 30;
  if (one.message.empty() && one.diff.empty() && !one.actual) return tells_nothing;
  const auto values = (one.expected ? one.expected->size() : 0) + (one.actual ? one.actual->size() : 0);
  return one.message.size() + std::max(one.diff.size(), values) +
         (one.where.line == 0 ? tells_nothing / 2 : 0);
}

using components = boost::disjoint_sets_with_storage<>;

// By what they say; the largest first, of equals the shorter one.
std::vector<cause_part> parts_of(const std::vector<std::size_t>& members,
                                 std::span<const failure* const> failures, detail how) {
  std::map<mark, std::size_t> known;
  std::vector<cause_part> out;
  for (const auto member : members) {
    const auto [at, is_new] = known.emplace(part_mark(*failures[member], how), out.size());
    if (is_new) out.emplace_back();
    out[at->second].members.push_back(member);
  }
  for (auto& part : out) part.example = shortest(part.members, failures);
  const auto order = [&](const cause_part& one) {
    return std::pair{one.members.size(), ~reading(*failures[one.example])};
  };
  std::ranges::stable_sort(out, std::ranges::greater{}, order);
  return out;
}

// What an error says without its type: "val.getTime is not a function". Empty: too short to tell it again.
std::string_view core_of(const failure& one) {
  constexpr std::size_t least = 20;
  std::string_view text = one.message, line;
  if (!next_line(text, line)) return {};
  const auto end = line.find(": ");
  if (end != std::string_view::npos && line.substr(0, end).find(' ') == std::string_view::npos)
    line.remove_prefix(end + 2);
  line = trimmed(line);
  return line.size() < least ? std::string_view{} : line;
}

// An assertion that met an error raised elsewhere quotes it: "expected … but got 'val.getTime is not a function'". An error
// that is raised in several places ("attempt to subtract with overflow") does not say which of them was met, and what compares
// two values ("Expected values to be strictly equal", in a callback) is none.
std::vector<cause> united_with_quoted(std::vector<cause> causes, std::span<const failure* const> failures,
                                      const product_test& is_product) {
  constexpr std::size_t max = 200;  // each is looked for in all others
  if (causes.size() > max) return causes;
  components found{causes.size()};
  const auto example = [&](std::size_t i) -> const failure& { return *failures[causes[i].example()]; };
  std::vector<std::pair<std::string_view, std::size_t>> raised;  // what was said, and by which cause
  for (std::size_t i = 0; i < causes.size(); ++i)
    if (product_frame(example(i), is_product) != nullptr && tells_by_itself(example(i), core_of(example(i))))
      raised.emplace_back(core_of(example(i)), i);
  for (std::size_t j = 0; j < causes.size(); ++j) {
    const auto& one = example(j);
    if (one.kind == failure_kind::crash || product_frame(one, is_product) != nullptr) continue;
    const auto is_quoted = [&](const auto& by) {
      return one.message.find(by.first) != std::string::npos ||
             (one.actual && one.actual->find(by.first) != std::string::npos);
    };
    const auto first = std::ranges::find_if(raised, is_quoted);
    if (first != raised.end() && std::none_of(first + 1, raised.end(), is_quoted))
      found.union_set(first->second, j);
  }
  std::size_t next = 0;
  return united(std::move(causes), failures, [&](const cause&) { return found.find_set(next++); });
}

std::vector<cause> united_by(std::vector<cause> causes, std::span<const failure* const> failures,
                             const product_test& is_product, detail how) {
  components found{causes.size()};
  std::map<mark, std::size_t> known;
  for (std::size_t i = 0; i < causes.size(); ++i)
    for (const auto& part : causes[i].parts)
      found.union_set(known.emplace(mark_of(*failures[part.example], is_product, how), i).first->second, i);
  std::size_t next = 0;
  return united(std::move(causes), failures, [&](const cause&) { return found.find_set(next++); });
}

}  // namespace

std::size_t shortest(const std::vector<std::size_t>& members, std::span<const failure* const> failures) {
  return *std::min_element(members.begin(), members.end(), [&](std::size_t a, std::size_t b) {
    return reading(*failures[a]) < reading(*failures[b]);
  });
}

product_test product_of(std::span<const failure* const> failures) {
  std::set<std::string, std::less<>> of_tests;
  for (const auto* one : failures) {
    if (is_of_a_test(*one)) of_tests.insert(one->where.file.string());
    of_tests.insert(one->id.group.string());
  }
  return [files = std::move(of_tests)](std::string_view file) { return !files.contains(file); };
}

std::vector<cause> finest_causes(std::span<const failure* const> failures, const product_test& is_product,
                                 const std::function<bool(const failure&)>& by_file) {
  std::map<mark, std::size_t> known;
  std::vector<cause> out;
  for (std::size_t i = 0; i < failures.size(); ++i) {
    const auto how = by_file(*failures[i]) ? detail::file : detail::values;
    const auto [at, is_new] = known.emplace(mark_of(*failures[i], is_product, how), out.size());
    if (is_new) out.emplace_back();
    out[at->second].members.push_back(i);
  }
  for (auto& one : out) one.parts = parts_of(one.members, failures, detail::values);
  return out;
}

void keep_members(cause& of, std::vector<std::size_t> members, std::span<const failure* const> failures) {
  of.members = std::move(members);
  std::ranges::sort(of.members);
  of.parts = parts_of(of.members, failures, detail::message);
}

std::vector<cause> united(std::vector<cause> causes, std::span<const failure* const> failures,
                          const std::function<std::size_t(const cause&)>& key) {
  std::unordered_map<std::size_t, std::size_t> known;
  std::vector<cause> out;
  std::vector<bool> has_grown;
  for (auto& one : causes) {
    const auto [at, is_new] = known.emplace(key(one), out.size());
    if (is_new) {
      out.push_back(std::move(one));
    } else {
      auto& members = out[at->second].members;
      members.insert(members.end(), one.members.begin(), one.members.end());
    }
    has_grown.resize(out.size());
    has_grown[at->second] = has_grown[at->second] || !is_new;
  }
  for (std::size_t i = 0; i < out.size(); ++i)
    if (has_grown[i]) keep_members(out[i], std::move(out[i].members), failures);
  return out;
}

std::vector<cause> united_to(std::vector<cause> causes, std::span<const failure* const> failures,
                             const product_test& is_product, std::size_t max) {
  causes = united_with_quoted(std::move(causes), failures, is_product);
  for (const auto how : {detail::values, detail::message, detail::first_words})
    if (causes.size() > max) causes = united_by(std::move(causes), failures, is_product, how);
  return causes;
}

void put_in_order(std::vector<cause>& causes, std::span<const failure* const> failures) {
  const auto order = [&](const cause& one) {
    const auto& example = *failures[one.example()];
    constexpr std::size_t few = 3, tenth = 10;
    const bool is_large = one.members.size() >= few && one.members.size() * tenth >= failures.size();
    return std::tuple{example.kind != failure_kind::error, !is_large, reading(example), one.members.front()};
  };
  std::ranges::sort(causes, {}, order);
}

std::vector<cause> causes_of(std::span<const failure* const> failures) {
  const auto is_product = product_of(failures);
  auto out = united_to(finest_causes(failures, is_product, [](const failure&) { return true; }), failures,
                       is_product, max_causes);
  put_in_order(out, failures);
  return out;
}

std::vector<cause> causes_of(const run_results& results) {
  std::vector<const failure*> all;
  for (const auto& one : results.failures) all.push_back(&one);
  return causes_of(all);
}

}  // namespace covey::parsers
