// Several failures, and what one says in a line.
#include "protocol/render/failures/views.hpp"
#include "parsers/failures/causes.hpp"
#include "parsers/text/likeness.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace covey::protocol {
namespace {

constexpr std::size_t line_bytes = 100;  // for the text, and for its values

// The names of the two sides in a legend ("- want, + got").
std::pair<std::string, std::string> sides_of(std::string_view legend) {
  constexpr std::string_view minus = "- ", plus = ", + ";
  const auto middle = legend.find(plus);
  if (!legend.starts_with(minus) || middle == std::string_view::npos) return {"-", "+"};
  return {std::string{legend.substr(minus.size(), middle - minus.size())} + ": ",
          std::string{legend.substr(middle + plus.size())} + ": "};
}

// The first change of a difference displayed by lines: "want: apple; got: apple·". Both sides come from the
// same group of changed lines.
std::string first_change(const parsers::difference& differs) {
  constexpr std::size_t side_bytes = 100;
  const auto [first_side, second_side] = sides_of(differs.legend);
  std::string first, second;
  std::string_view rest = differs.text, line;
  while (parsers::next_line(rest, line)) {
    const char sign = line.empty() ? ' ' : line.front();
    const bool changed = std::string_view{"-<+>"}.find(sign) != std::string_view::npos;
    if (line.starts_with("--- ") || line.starts_with("+++ ")) continue;  // a file header
    if (!changed && !(first + second).empty()) break;
    auto& side = sign == '-' || sign == '<' ? first : second;
    const auto& name = &side == &first ? first_side : second_side;
    if (changed && side.empty())
      side = name + one_line(clipped(parsers::trimmed(line.substr(1)), side_bytes));
  }
  return first + (first.empty() || second.empty() ? "" : "; ") + second;
}

// "left: …; right: …" of two values that are a line each.
std::string named_sides(const parsers::difference& differs) {
  constexpr std::size_t side_bytes = 105;
  std::string out;
  std::string_view rest = differs.text, line;
  while (parsers::next_line(rest, line))
    out += (out.empty() ? "" : "; ") + one_line(clipped(line, side_bytes));
  return out;
}

constexpr std::size_t says_little = 20;

// The first line, followed by the next ones while it says little or announces them: "assert False", "Error:".
std::string beginning_of(std::string_view message) {
  constexpr std::size_t max_lines = 4;
  std::string out;
  std::string_view line;
  for (std::size_t i = 0; i < max_lines && parsers::next_line(message, line);) {
    line = parsers::trimmed(line);
    if (line.empty()) continue;
    out += (i++ == 0 ? "" : " ") + one_line(line);
    if (out.size() >= says_little && !line.ends_with(':')) break;
  }
  return out;
}

// Of a longer value: its difference from the other one tells more.
bool quotes_value(std::string_view message, const parsers::failure& of) {
  constexpr std::size_t head_bytes = 24;
  return of.actual && of.actual->size() >= head_bytes &&
         message.find(std::string_view{*of.actual}.substr(0, head_bytes)) != std::string_view::npos;
}

}  // namespace

std::string telling_line(const parsers::failure& of, const source_lines& sources) {
  constexpr std::size_t searched_bytes = 1000;  // of a difference, to find the first line of each side
  const auto differs = parsers::difference_of(of, searched_bytes);
  const auto beside = parsers::message_beside(of, {"", "values"});
  auto first = beginning_of(beside);
  for (const auto* where : {&of.where, &parsers::innermost_place(of)})
    if (first.starts_with(place_text(*where) + ": ")) first.erase(0, place_text(*where).size() + 2);
  const bool generic = first.empty() || (first.size() < says_little && first.ends_with(':'));
  const auto source = std::string{sources.at(of.where)};
  const auto out = clipped(generic && !source.empty() ? source : first, line_bytes);
  if (differs.text.empty()) return out;
  if (parsers::is_shown_by_lines(of)) {
    const auto words = parsers::words_of(of.values, {"got", "want"});
    const bool is_named = differs.text.starts_with(std::string{words.actual} + ": ");
    const auto change = is_named ? named_sides(differs) : first_change(differs);
    if (!change.empty() && quotes_value(first, of)) return change;
    return change.empty() ? out : out + " (" + change + ")";
  }
  auto values = differs.text;
  std::replace(values.begin(), values.end(), '\n', ' ');
  return out + " (" + one_line(clipped(values.substr(0, values.find_last_not_of(' ') + 1), line_bytes)) + ")";
}

// --- several failures

namespace {

using parsers::failure;

constexpr std::size_t max_bytes_each = 4096;   // of a failure in a list
constexpr std::size_t max_bytes_alone = 8192;  // of a single failure
constexpr std::size_t least_bytes_each = 600;  // of each failure; the list ends if that does not fit
constexpr std::size_t around = 200;            // titles and marks, not part of the shares
constexpr std::size_t worthwhile_prefix = 12;

found_span page_of(found_span all, const list_page& page) {
  const auto begin = std::min(page.offset, all.size());
  return all.subspan(begin, std::min(page.limit, all.size() - begin));
}

// Finds failures of a list that repeat an earlier one.
class repetitions {
 public:
  // The index of the earlier failure that it repeats; `at` if there is none.
  std::size_t first_like(const failure& one, std::size_t at) {
    const mark is{one.kind, parsers::message_shape(one.message), parsers::innermost_place(one)};
    return firsts_.emplace(is, at).first->second;
  }

  // The same, of those that are shown by exactly these lines.
  std::size_t first_same(std::string lines, std::size_t at) {
    return blocks_.emplace(std::move(lines), at).first->second;
  }

 private:
  using mark = std::tuple<parsers::failure_kind, std::string, parsers::location>;
  std::map<mark, std::size_t> firsts_;
  std::map<std::string, std::size_t> blocks_;
};

// What differs by run alone does not differ.
std::string plain(std::string_view text) {
  return parsers::without_temporary(parsers::without_volatile(text));
}

// The lines of the failures above: what several print, as a server does its configuration, is told once.
class told_lines {
 public:
  // Without its runs of lines that were told, each named by the number of its failure.
  std::string rest_of(const std::string& all, std::size_t number) {
    if (std::count(all.begin(), all.end(), '\n') + 1 < static_cast<std::ptrdiff_t>(least_lines)) return all;
    std::string_view text = all;
    std::vector<std::string_view> raw;
    std::vector<std::string> lines;
    for (std::string_view line; parsers::next_line(text, line);) {
      raw.push_back(line);
      lines.push_back(plain(line));
    }
    std::string out;
    for (std::size_t at = 0; at < lines.size();) {
      const auto known = places_.find(lines[at]);
      const auto same = known == places_.end() ? 0 : told_from(lines, at, known->second);
      if (same < least_lines) {
        out.append(raw[at++]) += '\n';
        continue;
      }
      out += "… " + std::to_string(same) + " lines as in failure " +
             std::to_string(texts_[known->second.first].second) + "\n";
      at += same;
    }
    for (std::size_t at = 0; at < lines.size(); ++at) places_.try_emplace(lines[at], texts_.size(), at);
    texts_.emplace_back(std::move(lines), number);
    if (!all.ends_with('\n')) out.pop_back();
    return out;
  }

 private:
  using place = std::pair<std::size_t, std::size_t>;  // text, line

  std::size_t told_from(const std::vector<std::string>& lines, std::size_t at, const place& known) const {
    const auto& told = texts_[known.first].first;
    const auto begin = told.begin() + static_cast<std::ptrdiff_t>(known.second);
    const auto end =
        std::mismatch(begin, told.end(), lines.begin() + static_cast<std::ptrdiff_t>(at), lines.end());
    return static_cast<std::size_t>(end.first - begin);
  }

  static constexpr std::size_t least_lines = 6;
  std::vector<std::pair<std::vector<std::string>, std::size_t>> texts_;
  std::unordered_map<std::string, place> places_;  // of the first time
};

std::pair<parsers::location, parsers::location> places_of(const failure& one) {
  return {one.where, one.raised_at};
}

// The share of failure `at` in the bytes left for it and those after it.
std::size_t share_of(std::size_t left, found_span wanted, std::size_t at, const list_page& page) {
  const bool takes_rest = page.last_takes_rest && at + 1 == wanted.size();
  const auto max = takes_rest ? left : wanted.size() == 1 ? max_bytes_alone : max_bytes_each;
  return std::clamp(left / (wanted.size() - at), least_bytes_each, std::max(max, least_bytes_each));
}

bool is_stale(const failure& one, const std::string& root, const parsers::fingerprint_ptr& saw,
              const run_freshness& freshness) {
  const auto changed = [&](const parsers::location& where) {
    const std::string& file = where.file;
    return !file.empty() &&
           parsers::differs_in(parsers::path_below(root, file).value_or(file), saw, freshness.now);
  };
  return changed(one.where) || changed(one.raised_at);
}

}  // namespace

std::vector<found_failure> own_failures(const parsers::finished_run& run, const run_freshness* freshness) {
  std::vector<found_failure> out;
  out.reserve(run.results.failures.size() + run.still_failing.size());
  for (const auto& own : run.results.failures)
    out.push_back({&own, run.language, run.id, false,
                   freshness && is_stale(own, run.root, freshness->saw, *freshness)});
  for (const auto place : run.changes.newly) out[place].is_new = true;
  for (const auto& [place, before] : run.changes.otherwise) out[place].before = before.get();
  for (const auto& cause : run.causes) out[cause.members.front()].suspects = &cause.suspects;
  return out;
}

std::vector<found_failure> all_failures(const parsers::finished_run& run, const run_freshness* freshness) {
  auto out = own_failures(run, freshness);
  for (const auto& earlier : run.still_failing)
    out.push_back({earlier.what.get(), earlier.language, earlier.run_id, false,
                   freshness && is_stale(*earlier.what, run.root, earlier.fingerprints.before, *freshness)});
  return out;
}

std::vector<const parsers::failure*> failures_in(found_span found) {
  std::vector<const parsers::failure*> out;
  out.reserve(found.size());
  for (const auto& one : found) out.push_back(one.what);
  return out;
}

std::string common_prefix(found_span failures) {
  constexpr std::size_t few = 3;
  if (failures.size() < few) return "";
  const auto& first = failures.front().what->id;
  std::string prefix = first.group.string();
  for (const auto& one : failures) {
    const auto& group = one.what->id.group.string();
    const auto differs = std::mismatch(prefix.begin(), prefix.end(), group.begin(), group.end()).first;
    prefix.erase(differs, prefix.end());
  }
  const bool one_group = std::all_of(failures.begin(), failures.end(), [&](const auto& one) {
    return one.what->id.group == first.group && !one.what->id.name.empty();
  });
  if (one_group)
    prefix += first.separator.string();
  else
    prefix.resize(prefix.rfind('/') + 1);  // npos + 1 is 0
  return prefix.size() < worthwhile_prefix ? "" : prefix;
}

std::string prefix_remark(std::string_view prefix) {
  return prefix.empty() ? "" : "; names begin with \"" + std::string{prefix} + "\"";
}

namespace {

// For each failure of a page the index of the one before it that it is like; its own if there is none. Those that the
// text would repeat because only their places differ are alike too.
std::vector<std::size_t> likes_of(found_span wanted, const list_page& page, const failure_style& style) {
  std::vector<std::size_t> out;
  repetitions said;
  const source_lines none;
  const failure_style unplaced{none, style.latest};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    auto like = page.in_full ? i : said.first_like(*wanted[i].what, i);
    const bool has_own = wanted[i].suspects != nullptr && !worth_showing(*wanted[i].suspects).found.empty();
    if (has_own) like = i;
    if (like == i && !style.detail && !has_own) {
      auto anywhere = *wanted[i].what;
      anywhere.where = anywhere.raised_at = {};
      const auto lines = lines_of(view_of({&anywhere, {}, style.latest}, unplaced, max_bytes_alone));
      like = said.first_same(std::string{parsers::to_string(anywhere.kind)} + "\n" + plain(lines), i);
    }
    out.push_back(like == i ? i : out[like]);
  }
  return out;
}

std::string block_of(const failure_view& one, std::size_t number, std::size_t offset) {
  return std::to_string(number) + ". " + name_line(one) +
         (one.like ? " (like " + std::to_string(offset + *one.like + 1) + ")" : "") + "\n" + lines_of(one);
}

json::object member_of(const failure_view& one, const failure_list& list) {
  auto out = object_of(one, list.short_names, list.detail);
  if (one.like) out["like"] = list.offset + *one.like;
  return out;
}

}  // namespace

failure_list list_failures(found_span all, const list_page& page, const failure_style& style,
                           std::size_t bytes) {
  const auto wanted = page_of(all, page);
  const auto likes = likes_of(wanted, page, style);
  failure_list out{
      .shown = {}, .offset = page.offset, .prefix = std::string{style.prefix}, .detail = style.detail};
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (likes[i] != i) out.short_names = !style.detail && !style.prefix.empty();
  told_lines told;
  told_functions functions;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i > 0 && bytes < least_bytes_each + around) break;
    const auto share = share_of(bytes, wanted, i, page);
    auto one = likes[i] == i ? view_of(wanted[i], style, share)
                             : view_beside(wanted[i], out.shown[likes[i]], likes[i], style);
    if (!page.in_full && !style.detail)
      for (auto* text : {&one.message, &one.output}) *text = told.rest_of(*text, page.offset + i + 1);
    leave_out_told(one.suspects, functions);
    // Source lines that the failure just above displays are not repeated.
    one.repeats_place = i > 0 && places_of(*wanted[i].what) == places_of(*wanted[i - 1].what);
    const auto size = std::max(block_of(one, out.offset + i + 1, out.offset).size() + 1,
                               to_text(member_of(one, out)).size());
    bytes -= std::min(bytes, size);
    out.shown.push_back(std::move(one));
  }
  return out;
}

std::string text_of(const failure_list& list) {
  std::string out;
  for (std::size_t i = 0; i < list.shown.size(); ++i)
    out += block_of(list.shown[i], list.offset + i + 1, list.offset) + "\n";
  return out;
}

void add_failures(json::object& out, const failure_list& list, std::string_view member) {
  json::array objects;
  for (const auto& one : list.shown) objects.emplace_back(member_of(one, list));
  if (list.short_names) out["names_begin_with"] = list.prefix;
  out[member] = std::move(objects);
}

}  // namespace covey::protocol
