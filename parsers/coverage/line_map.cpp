#include "parsers/coverage/line_map.hpp"
#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace covey::parsers {
namespace {

constexpr std::size_t unmatched = static_cast<std::size_t>(-1);

using places = std::vector<std::size_t>;  // of lines of a state, in their order

// The lines that are not blank.
struct state {
  explicit state(const line_hashes& all) {
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      if (all[i].text == 0) continue;
      lines.push_back({.text = all[i].text, .block = all[i].text, .end = 0, .number = i + 1});
      depths.push_back(all[i].depth);
    }
    places open;
    const auto close = [&](std::size_t depth, std::size_t end) {
      for (; !open.empty() && depths[open.back()] >= depth; open.pop_back()) lines[open.back()].end = end;
    };
    for (std::size_t i = 0; i < lines.size(); ++i) {
      close(depths[i], i);
      open.push_back(i);
    }
    close(0, lines.size());
    for (auto i = lines.size(); i-- > 0;)
      for (const auto inside : heads(i + 1, lines[i].end))
        lines[i].block = (lines[i].block ^ lines[inside].block) * 0x9E3779B97F4A7C15u + 1;
  }

  // Of [begin, end) those that are inside none of the others.
  places heads(std::size_t begin, std::size_t end) const {
    places out;
    for (; begin < end; begin = lines[begin].end) out.push_back(begin);
    return out;
  }

  struct line {
    std::uint64_t text = 0;
    std::uint64_t block = 0;  // its text and that of all inside it
    std::size_t end = 0;      // behind the last one inside it
    std::uint32_t number = 0;
  };
  std::vector<line> lines;
  std::vector<std::uint32_t> depths;
};

struct match {
  std::size_t then = 0;  // in a part's lists
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

// Lines that stood and stand between the same two, or inside the same one.
struct part {
  places then, now;
  enum stage { by_text, by_block, by_text_between, by_order, by_place } next = by_text;
  bool is_certain = true;  // they are in the order of then, and nothing around them was edited
  bool is_flat = false;    // what is inside them is listed, too
};

class matcher {
 public:
  matcher(const state& then, const state& now, std::vector<earlier_lines>& out)
      : then_(then), now_(now), out_(out) {}

  void run() {
    open_.push_back({then_.heads(0, then_.lines.size()), now_.heads(0, now_.lines.size())});
    while (!open_.empty()) {
      const auto next = std::move(open_.back());
      open_.pop_back();
      if (next.now.empty()) continue;
      if (next.next == part::by_text || next.next == part::by_text_between)
        divide(next, unique_in_both(next, &state::line::text));
      else if (next.next == part::by_block)
        divide(next, unique_in_both(next, &state::line::block));
      else if (next.next == part::by_order)
        divide(next, as_often_in_both(next));
      else if (next.is_flat)
        replace(next);
      else
        open_.push_back({flat(next.then, then_), flat(next.now, now_), part::by_text, false, true});
    }
  }

 private:
  static places flat(const places& heads, const state& of) {
    places out;
    for (const auto head : heads)
      for (auto i = head; i < of.lines[head].end; ++i) out.push_back(i);
    return out;
  }

  struct counts {
    std::size_t then = 0, now = 0, place = 0;
  };

  std::unordered_map<std::uint64_t, counts> count(const part& of, std::uint64_t state::line::*key) const {
    std::unordered_map<std::uint64_t, counts> out;
    for (std::size_t i = 0; i < of.then.size(); ++i) {
      auto& known = out[then_.lines[of.then[i]].*key];
      ++known.then;
      known.place = i;
    }
    for (const auto line : of.now) ++out[now_.lines[line].*key].now;
    return out;
  }

  std::vector<match> unique_in_both(const part& of, std::uint64_t state::line::*key) const {
    const auto all = count(of, key);
    std::vector<match> out;
    for (std::size_t i = 0; i < of.now.size(); ++i)
      if (const auto& known = all.at(now_.lines[of.now[i]].*key); known.then == 1 && known.now == 1)
        out.push_back({known.place, i});
    return out;
  }

  // Lines that repeat are told apart by their order alone: only if none was put in or taken out.
  std::vector<match> as_often_in_both(const part& of) const {
    const auto all = count(of, &state::line::text);
    const auto often = [&](const places& lines, const state& in) {
      places out;
      for (std::size_t i = 0; i < lines.size(); ++i)
        if (const auto& known = all.at(in.lines[lines[i]].text); known.then == known.now) out.push_back(i);
      return out;
    };
    const auto then = often(of.then, then_), now = often(of.now, now_);
    std::vector<match> out;
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (then_.lines[of.then[then[i]]].text != now_.lines[of.now[now[i]]].text) return {};
      out.push_back({then[i], now[i]});
    }
    return out;
  }

  // What is matched out of its order has moved: certain of it is only where it was.
  void divide(const part& whole, const std::vector<match>& matches) {
    const auto anchors = in_order(matches);
    std::vector<bool> then_moved(whole.then.size()), now_moved(whole.now.size());
    for (const auto& [then, now] : matches) then_moved[then] = now_moved[now] = true;
    for (const auto& [then, now] : anchors) then_moved[then] = now_moved[now] = false;
    for (const auto& [then, now] : matches)
      set(whole, {whole.then[then], whole.now[now]}, whole.is_certain && !now_moved[now],
          whole.next == part::by_text);
    match begin;
    const auto take = [&](const match& end) {
      // What follows the same line as then runs when it did, whatever comes after it.
      for (; begin.then < end.then && begin.now < end.now; ++begin.then, ++begin.now) {
        const auto then = whole.then[begin.then], now = whole.now[begin.now];
        if (then_moved[begin.then] || now_moved[begin.now] || then_.lines[then].text != now_.lines[now].text)
          break;
        set(whole, {then, now}, whole.is_certain, false);
      }
      part between{{}, {}, static_cast<part::stage>(whole.next + 1), whole.is_certain, whole.is_flat};
      const auto add = [&](std::size_t first, std::size_t last, const places& from,
                           const std::vector<bool>& moved, places& to) {
        for (; first < last; ++first)
          if (!moved[first])
            to.push_back(from[first]);
          else
            between.is_certain = false;
      };
      add(begin.then, end.then, whole.then, then_moved, between.then);
      add(begin.now, end.now, whole.now, now_moved, between.now);
      open_.push_back(std::move(between));
      begin = {end.then + 1, end.now + 1};
    };
    for (const auto& anchor : anchors) take(anchor);
    take({whole.then.size(), whole.now.size()});
  }

  // Of several that read alike one that differs inside may be another one.
  void set(const part& of, const match& lines, bool is_certain, bool is_only_one) {
    const auto& was = then_.lines[lines.then];
    const auto& is = now_.lines[lines.now];
    out_[is.number - 1] = {is_certain ? line_origin::same : line_origin::edited, {was.number, was.number}};
    if (of.is_flat) return;
    open_.push_back({then_.heads(lines.then + 1, was.end), now_.heads(lines.now + 1, is.end), part::by_text,
                     is_certain && (is_only_one || was.block == is.block)});
  }

  // Each for each, if they are as many.
  void replace(const part& of) {
    const auto were = of.then.size(), are = of.now.size();
    for (std::size_t i = 0; i < are; ++i) {
      auto& to = out_[now_.lines[of.now[i]].number - 1];
      to = {line_origin::added, {}};
      if (were == 0 || std::max(were, are) > max_edited_together) continue;
      const auto first = of.then[were == are ? i : 0], last = were == are ? first : of.then.back();
      to = {line_origin::edited, {then_.lines[first].number, then_.lines[last].number}};
    }
  }

  const state& then_;
  const state& now_;
  std::vector<earlier_lines>& out_;
  std::vector<part> open_;
};

}  // namespace

line_map::line_map(const line_hashes& before, const line_hashes& after)
    : then_(&before), now_(&after), lines_(after.size()) {
  const state then{before}, now{after};
  matcher{then, now, lines_}.run();
}

earlier_lines line_map::of(std::uint32_t line) const {
  return line == 0 || line > lines_.size() ? earlier_lines{} : lines_[line - 1];
}

std::uint32_t line_map::same_as(std::uint32_t line) const {
  const auto was = of(line).lines;
  const bool is_one = was.first > 0 && was.first == was.last;
  return is_one && (*then_)[was.first - 1].text == (*now_)[line - 1].text ? was.first : 0;
}

std::vector<std::uint32_t> changed_lines(const line_hashes& then, const line_hashes& now) {
  const line_map map{then, now};
  std::vector<std::uint32_t> out;
  const auto add = [&](std::uint32_t number) {
    if (out.empty() || out.back() != number) out.push_back(number);
  };
  std::uint32_t last = 0, was_last = 0;  // the line before, and where it was; 0: it has changed
  for (std::uint32_t number = 1; number <= now.size(); ++number) {
    if (now[number - 1].text == 0) continue;
    const auto was = map.same_as(number);
    auto next = was_last;  // what came behind it then
    while (++next <= then.size() && then[next - 1].text == 0) {
    }
    if (was == 0) {
      add(number);
    } else if (was_last > 0 && next != was) {
      add(last);
      // Lines taken out at the end of a block do not belong to what follows the block.
      if (next > then.size() || then[next - 1].depth <= now[number - 1].depth) add(number);
    }
    last = number;
    was_last = was;
  }
  return out;
}

}  // namespace covey::parsers
