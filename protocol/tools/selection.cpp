#include "protocol/tools/selection.hpp"
#include "protocol/text.hpp"
#include "protocol/tools/limits.hpp"
#include "parsers/text/likeness.hpp"
#include <algorithm>
#include <optional>
#include <span>

namespace covey::protocol {
namespace {

struct name_with_near {
  std::string name;
  std::string near;  // "near: A, B"; empty: none is
};

// Only of the first few: for more the search would take long.
std::vector<name_with_near> with_near(const std::vector<std::string>& names,
                                      const std::vector<std::string>& listed) {
  constexpr std::size_t max_searched = 8, max_near = 3, max_bytes = 200;
  std::vector<name_with_near> out;
  for (const auto& name : names) {
    std::string near;
    if (out.size() < max_searched)
      for (const auto& one : parsers::names_near(name, listed, max_near))
        near += (near.empty() ? "near: " : ", ") + clipped(one_line(one), max_bytes);
    out.push_back({name, std::move(near)});
  }
  return out;
}

std::string refusal_of(const std::vector<name_with_near>& unknown, const std::string& argument,
                       const std::string& remedy) {
  constexpr std::size_t shown_bytes = 1024;
  if (unknown.empty()) return argument + " is empty: name at least one";
  std::string list;
  for (const auto& [name, near] : unknown)
    list += (list.empty() ? "" : ", ") + one_line(name) + (near.empty() ? "" : " (" + near + ")");
  return "nothing is listed under exactly these " + argument + ": " + clipped(list, shown_bytes) + "; " +
         remedy;
}

// --- names of tests as runners say them

constexpr std::string_view group_end{"\0", 1};  // in no name

std::string_view separator_at(std::string_view text, std::size_t at) {
  if (text[at] == group_end.front()) return group_end;
  const auto found = std::ranges::find_if(separators, [&](auto one) { return text.substr(at).starts_with(one); });
  return found == separators.end() ? std::string_view{} : *found;
}

std::string_view separator_before(std::string_view text, std::size_t at) {
  if (text[at - 1] == group_end.front()) return group_end;
  const auto found = std::ranges::find_if(separators, [&](auto one) { return text.substr(0, at).ends_with(one); });
  return found == separators.end() ? std::string_view{} : *found;
}

// How well the file fits what stands before a block's name; nothing: it is another's. A path is that file's, a package (`/`) its folder's, a module
// (`::`) that of its own name; of nesting (` > `) all would be listed.
std::optional<std::size_t> fit_of(std::string_view before, std::string_view separator, std::string_view path, std::string_view displayed) {
  if (before.empty() || before == path || before == displayed) return std::string_view::npos;
  const auto folder = path.substr(0, path.rfind('/') + 1);
  const auto dot = std::min(path.rfind('.'), path.size());
  const auto is_of = [&](std::string_view part) {
    const auto rest = before.size() - std::min(part.size(), before.size());
    return before.ends_with(part) && (rest == 0 || part.empty() || std::string_view{"/: \0", 4}.find(before[rest - 1]) != std::string_view::npos);
  };
  if (separator == group_end) return is_of(path.substr(0, dot)) || is_of(folder.substr(0, folder.size() - 1)) ? folder.size() + 1 : 0;
  if (before.ends_with(path.substr(dot))) return {};  // another file
  if (separator == "/" && is_of(folder.empty() ? folder : folder.substr(0, folder.size() - 1))) return folder.size();
  return separator == "::" && is_of(path.substr(folder.size(), dot - folder.size())) ? std::optional{folder.size()} : std::nullopt;
}

// The block, or what the rest of a name says of it: parameters, or names below it.
parsers::test_block below(parsers::test_block block, std::string_view rest, std::string_view name) {
  if (rest.empty()) return block;
  block.label = name;
  if (rest.starts_with('[')) {
    block.path.back().literals.front() += rest;
    return block;
  }
  const auto separator = separator_at(rest, 0);
  while (!rest.empty()) {
    rest.remove_prefix(separator.size());
    block.path.emplace_back(std::string{rest.substr(0, rest.find(separator))});
    rest.remove_prefix(std::min(rest.find(separator), rest.size()));
  }
  block.dynamic = true;
  return block;
}

// A block whose names are known when it runs, as one test of it; itself if more than its last name is not known. Nothing: it has no such test.
std::optional<parsers::test_block> filled(parsers::test_block block, std::string_view text, std::string_view name) {
  const auto outer = std::vector(block.path.begin(), block.path.end() - 1);
  for (const auto separator : separators) {
    const parsers::test_selector all{.group = {}, .path = block.path, .separators = {std::string{separator}}};
    if (!all.matches({{{}, std::string{text}}})) continue;
    if (std::ranges::all_of(outer, &parsers::block_name::is_literal)) {
      const auto above = outer.empty() ? 0 : joined(outer, separator).literals.front().size() + separator.size();
      block.path.back() = parsers::block_name{std::string{text.substr(above)}};
      block.label = name;
      block.dynamic = true;
    }
    return block;
  }
  return std::nullopt;
}

}  // namespace

bool exact_names::has(std::string_view listed) {
  auto known = found_.find(listed);
  if (known == found_.end() && !is_visible(listed)) known = found_.find(visible(listed));
  if (known == found_.end()) return false;
  known->second = true;
  return true;
}

std::vector<std::string> exact_names::unmatched() const {
  std::vector<std::string> out;
  for (const auto& [name, found] : found_)
    if (!found) out.push_back(name);
  return out;
}

void settle_unknown(run_selection& selection, const exact_names& names, const name_list& from) {
  const std::string argument{from.argument};
  const auto remedy = std::string{from.lister} + " shows the " + argument + " that there are";
  const auto unknown = with_near(names.unmatched(), from.listed);
  for (const auto& [name, near] : unknown)
    selection.unknown.push_back({name, (near.empty() ? "" : near + "; ") + remedy});
  if (selection.selections.empty()) selection.refusal = refusal_of(unknown, argument, remedy);
}

void refuse_too_many(run_selection& selection, std::string_view what, std::string_view unit,
                     std::string_view instead) {
  const auto count = selection.selections.size();
  if (count <= limits::selections) return;
  selection.refusal = std::string{what} + " " + std::to_string(count) + " " + std::string{unit} +
                      ", the limit is " + std::to_string(limits::selections) + ": narrow it, or use " +
                      std::string{instead};
}

std::string one_of(const arguments& given, std::string_view query, std::initializer_list<std::string_view> others) {
  const bool has_query = given.text(query).find_first_not_of(" \t\r\n") != std::string::npos;
  std::size_t count = has_query ? 1 : 0;
  std::string all{query};
  for (const auto name : others) {
    count += given.has(name) ? 1U : 0U;
    all += " or " + std::string{name};
  }
  return count == 1 ? "" : count == 0 ? all + " is required" : all + ": only one of them";
}

named_tests::named_tests(const parsers::test_listing& listing) : listing_(listing) {
  for (const auto& file : listing.files) {
    if (!file.found) continue;
    for (const auto& block : file.found->blocks) {
      const bool is_known = std::ranges::all_of(block.path, &parsers::block_name::is_literal);
      if (!is_known) open_.push_back({&file, &block});
      for (const auto separator : is_known && !block.path.empty() ? separators : std::span<const std::string_view>{}) {
        by_name_.emplace(joined(block.path, separator).literals.front(), listed{&file, &block});
        if (block.path.size() == 1) break;
      }
    }
  }
}

std::vector<parsers::file_selection> named_tests::find(std::string_view name, std::string_view group) const {
  const auto whole = group.empty() ? std::string{name} : std::string{group}.append(group_end).append(name);
  std::vector<parsers::file_selection> out;
  std::pair<std::size_t, std::size_t> best;  // how well its place fits, and how much of it is listed
  for (std::size_t begin = group.empty() ? 0 : group.size() + 1; begin < whole.size(); ++begin) {
    const auto separator = begin == 0 ? std::string_view{} : separator_before(whole, begin);
    if (begin > 0 && separator.empty()) continue;
    const auto before = std::string_view{whole}.substr(0, begin - separator.size());
    const auto fit = [&](const listed& one) { return fit_of(before, separator, one.first->path, parsers::displayed_path(listing_, one.first->path)); };
    const auto offer = [&](const listed& one, std::size_t length, parsers::test_block block) {
      const std::pair rank{*fit(one), length};
      if (rank < best) return;
      if (rank > best) out.clear();
      best = rank;
      out.push_back({one.first->path, false, {std::move(block)}});
    };
    for (auto end = whole.size(); end > begin; --end) {
      if (end < whole.size() && whole[end] != '[' && separator_at(whole, end).empty()) continue;
      const auto [first, last] = by_name_.equal_range(whole.substr(begin, end - begin));
      for (auto it = first; it != last; ++it)
        if (fit(it->second)) offer(it->second, end - begin, below(*it->second.second, std::string_view{whole}.substr(end), name));
    }
    for (const auto& one : open_)
      if (auto block = fit(one) ? filled(*one.second, std::string_view{whole}.substr(begin), name) : std::nullopt)
        offer(one, whole.size() - begin - 1, std::move(*block));  // what is listed as it stands goes before
  }
  return out;
}

parsers::file_selection select_file(const parsers::listed_file& file) {
  return {file.path, true, file.found ? file.found->blocks : std::vector<parsers::test_block>{},
          file.complete};
}

}  // namespace covey::protocol
