#include "parsers/coverage/line_map.hpp"
#include <algorithm>
#include <dtl/dtl.hpp>
#include <unordered_map>
#include <utility>

namespace covey::parsers {
namespace {

constexpr std::size_t max_product = 1'000'000;  // of one part
constexpr std::size_t max_products = 20 * max_product;
constexpr std::size_t max_rounds = 64;  // over all lines
constexpr std::size_t unmatched = static_cast<std::size_t>(-1);

// The lines that are not blank.
struct state {
  explicit state(const line_hashes& all) {
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      if (all[i] == 0) continue;
      keys.push_back(all[i]);
      numbers.push_back(i + 1);
    }
  }
  std::vector<std::uint32_t> keys;
  std::vector<std::uint32_t> numbers;
};

struct part {  // [begin, end) of both
  std::size_t then_begin = 0, then_end = 0, now_begin = 0, now_end = 0;
};

struct match {
  std::size_t then = 0;
  std::size_t now = 0;
};

// The most of them that are in the same order in both; they are sorted by `now`.
std::vector<match> in_order(const std::vector<match>& all) {
  std::vector<std::size_t> tails, before(all.size(), unmatched);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto at =
        std::lower_bound(tails.begin(), tails.end(), all[i].then,
                         [&](std::size_t tail, std::size_t then) { return all[tail].then < then; });
    if (at != tails.begin()) before[i] = *(at - 1);
    if (at == tails.end())
      tails.push_back(i);
    else
      *at = i;
  }
  std::vector<match> out;
  for (auto i = tails.empty() ? unmatched : tails.back(); i != unmatched; i = before[i])
    out.push_back(all[i]);
  std::reverse(out.begin(), out.end());
  return out;
}

class matcher {
 public:
  matcher(const state& then, const state& now)
      : then_(then), now_(now), then_of_(now.keys.size(), unmatched) {}

  // For each line of now its line of then.
  std::vector<std::size_t> run() {
    std::vector<part> open{{0, then_.keys.size(), 0, now_.keys.size()}};
    auto steps = max_rounds * (then_.keys.size() + now_.keys.size());
    while (!open.empty()) {
      auto next = open.back();
      open.pop_back();
      take_ends(next);
      const auto then_size = next.then_end - next.then_begin, now_size = next.now_end - next.now_begin;
      if (then_size == 0 || now_size == 0 || then_size + now_size > steps) continue;
      steps -= then_size + now_size;
      const auto anchors = in_order(unique_in_both(next));
      if (!anchors.empty())
        divide(next, anchors, open);
      else if (const auto product = then_size * now_size; product <= std::min(max_product, products_)) {
        products_ -= product;
        edit(next);
      }
    }
    return std::move(then_of_);
  }

 private:
  void take_ends(part& of) {
    const auto open = [&of] { return of.then_begin < of.then_end && of.now_begin < of.now_end; };
    while (open() && then_.keys[of.then_begin] == now_.keys[of.now_begin])
      then_of_[of.now_begin++] = of.then_begin++;
    while (open() && then_.keys[of.then_end - 1] == now_.keys[of.now_end - 1])
      then_of_[--of.now_end] = --of.then_end;
  }

  std::vector<match> unique_in_both(const part& of) const {
    struct counts {
      std::size_t then = 0, now = 0, place = 0;
    };
    std::unordered_map<std::uint32_t, counts> all;
    for (auto i = of.then_begin; i < of.then_end; ++i) {
      auto& known = all[then_.keys[i]];
      ++known.then;
      known.place = i;
    }
    for (auto i = of.now_begin; i < of.now_end; ++i) ++all[now_.keys[i]].now;
    std::vector<match> out;
    for (auto i = of.now_begin; i < of.now_end; ++i)
      if (const auto& known = all[now_.keys[i]]; known.then == 1 && known.now == 1)
        out.push_back({known.place, i});
    return out;
  }

  void divide(const part& whole, const std::vector<match>& anchors, std::vector<part>& open) {
    auto begin = whole;
    for (const auto& [then, now] : anchors) {
      then_of_[now] = then;
      open.push_back({begin.then_begin, then, begin.now_begin, now});
      begin.then_begin = then + 1;
      begin.now_begin = now + 1;
    }
    open.push_back(begin);
  }

  void edit(const part& of) {
    const auto keys = [](const std::vector<std::uint32_t>& all, std::size_t begin, std::size_t end) {
      return std::vector<std::uint32_t>(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                        all.begin() + static_cast<std::ptrdiff_t>(end));
    };
    dtl::Diff<std::uint32_t, std::vector<std::uint32_t>> edits{keys(then_.keys, of.then_begin, of.then_end),
                                                               keys(now_.keys, of.now_begin, of.now_end)};
    edits.compose();
    for (const auto& [key, about] : edits.getSes().getSequence())
      if (about.type == dtl::SES_COMMON)
        then_of_[of.now_begin + static_cast<std::size_t>(about.afterIdx) - 1] =
            of.then_begin + static_cast<std::size_t>(about.beforeIdx) - 1;
  }

  const state& then_;
  const state& now_;
  std::vector<std::size_t> then_of_;
  std::size_t products_ = max_products;
};

// What stood where these lines of now stand, [begin, end) of both: each for each, if they are as many.
earlier_lines replaced(const part& by, std::size_t line, const state& then) {
  const auto were = by.then_end - by.then_begin, are = by.now_end - by.now_begin;
  if (were == 0 || std::max(were, are) > max_edited_together) return {line_origin::added, {}};
  const auto first = were == are ? by.then_begin + (line - by.now_begin) : by.then_begin;
  const auto last = were == are ? first : by.then_end - 1;
  return {line_origin::edited, {then.numbers[first], then.numbers[last]}};
}

}  // namespace

line_map::line_map(const line_hashes& before, const line_hashes& after) : lines_(after.size()) {
  const state then{before}, now{after};
  const auto then_of = matcher{then, now}.run();
  part between;
  for (std::size_t i = 0; i < now.keys.size(); i = between.now_end) {
    if (then_of[i] != unmatched) {
      const auto was = then.numbers[then_of[i]];
      lines_[now.numbers[i] - 1] = {line_origin::same, {was, was}};
      between = {then_of[i] + 1, 0, i + 1, i + 1};
      continue;
    }
    between.now_begin = i;
    between.now_end = i;
    while (between.now_end < now.keys.size() && then_of[between.now_end] == unmatched) ++between.now_end;
    between.then_end = between.now_end < now.keys.size() ? then_of[between.now_end] : then.keys.size();
    for (auto line = i; line < between.now_end; ++line)
      lines_[now.numbers[line] - 1] = replaced(between, line, then);
  }
}

earlier_lines line_map::of(std::uint32_t line) const {
  return line == 0 || line > lines_.size() ? earlier_lines{} : lines_[line - 1];
}

}  // namespace covey::parsers
