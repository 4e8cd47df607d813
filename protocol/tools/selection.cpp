#include "protocol/tools/selection.hpp"
#include "parsers/coverage/lookup.hpp"
#include "parsers/query/query.hpp"
#include "parsers/text/likeness.hpp"
#include "protocol/text.hpp"
#include "protocol/tools/limits.hpp"
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace covey::protocol {
namespace {

// --- exact names

// Exact names to find in a listing, which may hold a name several times.
class exact_names {
 public:
  explicit exact_names(const std::vector<std::string>& wanted) {
    for (const auto& name : wanted) found_.emplace(name, false);
  }
  // Matches the raw name, or the name as answers display it.
  bool has(std::string_view listed) {
    auto known = found_.find(listed);
    if (known == found_.end() && !is_visible(listed)) known = found_.find(visible(listed));
    if (known == found_.end()) return false;
    known->second = true;
    return true;
  }

  std::vector<std::string> unmatched() const {
    std::vector<std::string> out;
    for (const auto& [name, found] : found_)
      if (!found) out.push_back(name);
    return out;
  }

 private:
  std::map<std::string, bool, std::less<>> found_;
};

// The argument that holds the names, the tool that lists them, and all that it lists.
struct name_list {
  std::string_view argument;
  std::string_view lister;
  const std::vector<std::string>& listed;
};

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

// Adds the names that were not found to the selection, and refuses it if none was found.
void settle_unknown(run_selection& selection, const exact_names& names, const name_list& from) {
  const std::string argument{from.argument};
  const auto remedy = std::string{from.lister} + " shows the " + argument + " that there are";
  const auto unknown = with_near(names.unmatched(), from.listed);
  for (const auto& [name, near] : unknown)
    selection.unknown.push_back({name, (near.empty() ? "" : near + "; ") + remedy});
  if (selection.selections.empty()) selection.refusal = refusal_of(unknown, argument, remedy);
}

// Refuses more than limits::selections. `what`: "the query matches"; `instead`: "run_all_tests".
void refuse_too_many(run_selection& selection, std::string_view what, std::string_view unit,
                     std::string_view instead) {
  const auto count = selection.selections.size();
  if (count <= limits::selections) return;
  selection.refusal = std::string{what} + " " + std::to_string(count) + " " + std::string{unit} +
                      ", the limit is " + std::to_string(limits::selections) + ": narrow it, or use " +
                      std::string{instead};
}

// --- names of tests as runners say them

// What runners write between the parts of a test's name.
constexpr std::array<std::string_view, 3> separators{" > ", "::", "/"};
constexpr std::string_view group_end{"\0", 1};  // in no name

std::string_view separator_at(std::string_view text, std::size_t at) {
  if (text[at] == group_end.front()) return group_end;
  const auto found =
      std::ranges::find_if(separators, [&](auto one) { return text.substr(at).starts_with(one); });
  return found == separators.end() ? std::string_view{} : *found;
}

std::string_view separator_before(std::string_view text, std::size_t at) {
  if (text[at - 1] == group_end.front()) return group_end;
  const auto found =
      std::ranges::find_if(separators, [&](auto one) { return text.substr(0, at).ends_with(one); });
  return found == separators.end() ? std::string_view{} : *found;
}

// How well the file fits what stands before a block's name; nothing: it is another's. A path is that file's, a package (`/`) its folder's, a module
// (`::`) that of its own name; of nesting (` > `) all would be listed.
std::optional<std::size_t> fit_of(std::string_view before, std::string_view separator, std::string_view path,
                                  std::string_view displayed) {
  if (before.empty() || before == path || before == displayed) return std::string_view::npos;
  const auto folder = path.substr(0, path.rfind('/') + 1);
  const auto dot = std::min(path.rfind('.'), path.size());
  const auto is_of = [&](std::string_view part) {
    const auto rest = before.size() - std::min(part.size(), before.size());
    return before.ends_with(part) &&
           (rest == 0 || part.empty() ||
            std::string_view{"/: \0", 4}.find(before[rest - 1]) != std::string_view::npos);
  };
  if (separator == group_end)
    return is_of(path.substr(0, dot)) || is_of(folder.substr(0, folder.size() - 1)) ? folder.size() + 1 : 0;
  if (before.ends_with(path.substr(dot))) return {};  // another file
  if (separator == "/" && is_of(folder.empty() ? folder : folder.substr(0, folder.size() - 1)))
    return folder.size();
  return separator == "::" && is_of(path.substr(folder.size(), dot - folder.size()))
             ? std::optional{folder.size()}
             : std::nullopt;
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
std::optional<parsers::test_block> filled(parsers::test_block block, std::string_view text,
                                          std::string_view name) {
  const auto outer = std::vector(block.path.begin(), block.path.end() - 1);
  for (const auto separator : separators) {
    const parsers::test_selector all{.group = {}, .path = block.path, .separators = {std::string{separator}}};
    if (!all.matches({{{}, std::string{text}}})) continue;
    if (std::ranges::all_of(outer, &parsers::block_name::is_literal)) {
      const auto above =
          outer.empty() ? 0 : joined(outer, separator).literals.front().size() + separator.size();
      block.path.back() = parsers::block_name{std::string{text.substr(above)}};
      block.label = name;
      block.dynamic = true;
    }
    return block;
  }
  return std::nullopt;
}

// The tests of a listing by their names as failures print them, which may be known only when they run: "example.com/m/shop/TestX/sub case",
// "tests/test_a.py::test_x[1]", "Cart > adds". A name that says where its test is means no other one.
class named_tests {
 public:
  explicit named_tests(const parsers::test_listing& listing) : listing_(listing) {
    for (const auto& file : listing.files) {
      if (!file.found) continue;
      for (const auto& block : file.found->blocks) {
        const bool is_known = std::ranges::all_of(block.path, &parsers::block_name::is_literal);
        if (!is_known) open_.push_back({&file, &block});
        for (const auto separator :
             is_known && !block.path.empty() ? separators : std::span<const std::string_view>{}) {
          by_name_.emplace(joined(block.path, separator).literals.front(), listed{&file, &block});
          if (block.path.size() == 1) break;
        }
      }
    }
  }

  // Several: the name says not which. `group`: what the name is in, as the runner says it; empty: the name says it, or it is not known.
  std::vector<parsers::file_selection> find(std::string_view name, std::string_view group = {}) const {
    const auto whole = group.empty() ? std::string{name} : std::string{group}.append(group_end).append(name);
    std::vector<parsers::file_selection> out;
    std::pair<std::size_t, std::size_t> best;  // how well its place fits, and how much of it is listed
    for (std::size_t begin = group.empty() ? 0 : group.size() + 1; begin < whole.size(); ++begin) {
      const auto separator = begin == 0 ? std::string_view{} : separator_before(whole, begin);
      if (begin > 0 && separator.empty()) continue;
      const auto before = std::string_view{whole}.substr(0, begin - separator.size());
      const auto fit = [&](const listed& one) {
        return fit_of(before, separator, one.first->path, parsers::displayed_path(listing_, one.first->path));
      };
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
          if (fit(it->second))
            offer(it->second, end - begin,
                  below(*it->second.second, std::string_view{whole}.substr(end), name));
      }
      for (const auto& one : open_)
        if (auto block =
                fit(one) ? filled(*one.second, std::string_view{whole}.substr(begin), name) : std::nullopt)
          offer(one, whole.size() - begin - 1, std::move(*block));  // what is listed as it stands goes before
    }
    return out;
  }

 private:
  using listed = std::pair<const parsers::listed_file*, const parsers::test_block*>;
  const parsers::test_listing& listing_;
  std::multimap<std::string, listed> by_name_;  // as each separator joins it
  std::vector<listed> open_;                    // their names are known when they run
};

// --- files

// With all tests known to be in it.
parsers::file_selection select_file(const parsers::listed_file& file) {
  return {file.path, true, file.found ? file.found->blocks : std::vector<parsers::test_block>{},
          file.complete};
}

run_selection select_files_named(const std::vector<std::string>& names,
                                 const parsers::test_listing& listing) {
  run_selection out;
  exact_names wanted{names};
  std::vector<std::string> paths;
  for (const auto& file : listing.files) {
    paths.emplace_back(parsers::displayed_path(listing, file.path));
    if (wanted.has(paths.back())) out.selections.push_back(select_file(file));
  }
  settle_unknown(out, wanted, {"files", "list_testfiles", paths});
  refuse_too_many(out, "`files` names", "files", "run_all_tests");
  return out;
}

// --- blocks

constexpr std::string_view instead = "run_testfiles or run_all_tests";

std::vector<parsers::file_selection> all_blocks(const parsers::test_listing& listing) {
  std::vector<parsers::file_selection> out;
  for (const auto& file : listing.files) {
    if (!file.found) continue;
    for (const auto& block : file.found->blocks) out.push_back({file.path, false, {block}});
  }
  return out;
}

run_selection select_blocks_named(const std::vector<std::string>& names,
                                  const parsers::test_listing& listing) {
  run_selection out;
  exact_names wanted{names};
  std::vector<std::string> labels;
  for (auto& selection : all_blocks(listing)) {
    labels.push_back(selection.blocks.front().label);
    if (wanted.has(labels.back())) out.selections.push_back(std::move(selection));
  }
  const named_tests all{listing};
  for (const auto& name : wanted.unmatched())
    for (auto& selection : all.find(name)) {
      wanted.has(name);
      out.selections.push_back(std::move(selection));
    }
  settle_unknown(out, wanted, {"labels", "list_testblocks", labels});
  refuse_too_many(out, "`labels` names", "blocks", instead);
  return out;
}

run_selection select_block_matches(const std::string& text, const std::string& files,
                                   const parsers::test_listing& listing) {
  run_selection out;
  const auto query = parsers::query::parse(text);
  if (query.too_long()) {
    out.refusal = "testset_query is too long: the limits are " + std::to_string(parsers::query::max_bytes) +
                  " bytes and " + std::to_string(parsers::query::max_terms) + " terms";
    return out;
  }
  auto all = all_blocks(listing);
  // They take long and check little: only who names one means it.
  std::erase_if(all,
                [](const auto& one) { return one.blocks.front().kind == parsers::block_kind::benchmark; });
  std::vector<std::string> labels;
  for (const auto& selection : all) labels.push_back(selection.blocks.front().label);
  for (const auto index : parsers::filter(query.words_first(labels), labels))
    out.selections.push_back(std::move(all[index]));
  out.no_match = out.selections.empty();
  out.unmatched = listing.files.empty() && !files.empty() ? files : text;
  refuse_too_many(out, "the query matches", "blocks", instead);
  return out;
}

// Why no test of the place can be named; empty: some can.
std::string why_none(const std::string& where, const parsers::covered_by& covered, const reply& found) {
  if (!found.latest.runs) return "no coverage data yet: run `run_tests` first";
  if (std::ranges::any_of(covered.units, [](const auto* unit) { return !unit->tests.empty(); })) return "";
  if (!covered.units.empty())
    return where + " ran while the project was loaded, in no test's name: run_tests runs all";
  if (covered.added_since > 0)
    return where + " is newer than run " + std::to_string(covered.added_since) +
           ": name an older line beside it, or run `run_tests` first";
  return "no test is known to run " + where +
         ": tests_covering says what is known of it, run_tests measures anew";
}

using tests_of_groups = std::map<std::string_view, std::set<std::string, std::less<>>>;

// Running a part of a test runs what stands around it.
bool has_part_in(const std::set<std::string, std::less<>>& tests, const std::string& test) {
  return std::ranges::any_of(separators, [&](auto separator) {
    const auto begin = test + std::string{separator};
    const auto at = tests.lower_bound(begin);
    return at != tests.end() && at->starts_with(begin);
  });
}

run_selection select_covering(const arguments::variables& place, const parsers::test_listing& listing,
                              const reply& found) {
  run_selection out;
  const auto line = place.contains("line") ? std::stoul(place.at("line")) : 0;
  const auto where = place.at("file") + (line > 0 ? ":" + std::to_string(line) : "");
  parsers::covered_by covered;
  if (found.file)
    covered = parsers::find_covering(*found.file, static_cast<std::uint32_t>(line), found.file_lines.get());
  out.refusal = why_none(where, covered, found);
  if (!out.refusal.empty()) return out;
  tests_of_groups tests;
  const bool is_of_run = covered.unit_kind == parsers::attribution::run;  // then their names are whole ones
  for (const auto* unit : covered.units)
    tests[is_of_run ? std::string_view{} : unit->name].insert(unit->tests.begin(), unit->tests.end());
  const named_tests all{listing};
  for (const auto& [group, names] : tests) {
    const auto file = std::ranges::find(listing.files, group, &parsers::listed_file::path);
    if (covered.unit_kind == parsers::attribution::file && file != listing.files.end()) {
      auto& whole = out.selections.emplace_back(select_file(*file));
      whole.blocks.emplace(whole.blocks.begin())->label =
          file->path;  // answers name what ran by its first block
      continue;
    }
    for (const auto& name : names) {
      if (has_part_in(names, name)) continue;
      auto blocks = all.find(name, group);
      if (blocks.empty())
        out.unknown.push_back(
            {std::string{group} + " " + name, "it ran " + where + ", and is not listed now"});
      std::ranges::move(blocks, std::back_inserter(out.selections));
    }
  }
  refuse_too_many(out, "`covering` finds", "tests", instead);
  return out;
}

// Running a test runs its parts.
bool is_part_of_any(const std::set<std::string_view>& tests, std::string_view name) {
  for (std::size_t at = 1; at < name.size(); ++at)
    if (!separator_at(name, at).empty() && tests.contains(name.substr(0, at))) return true;
  return false;
}

// A test that is on record, and that no listing has by its name: it has gone, or its file runs whole. False: it cannot be selected.
bool select_unlisted(run_selection& to, const parsers::affected_test& test,
                     const parsers::test_listing& listing) {
  const auto file = std::ranges::find(listing.files, test.group, &parsers::listed_file::path);
  if (file == listing.files.end()) return false;
  const bool has_gone = !test.name.empty() && file->found && file->complete && !file->found->broken;
  if (!has_gone) to.selections.push_back(select_file(*file));
  return true;
}

}  // namespace

run_selection select_affected(const tool_call&, const parsers::test_listing& listing, const reply& found) {
  run_selection out;
  const auto& affected = *found.affected;
  out.everything = affected.all.has_value();
  if (out.everything) return out;
  std::set<std::string_view> whole;
  for (const auto& file : listing.files) {
    const bool may_be_new = std::ranges::binary_search(affected.with_new_tests, file.path);
    if (!may_be_new || !file.found || (file.found->blocks.empty() && file.complete)) continue;
    whole.insert(file.path);
    out.selections.push_back(select_file(file));
  }
  std::map<std::string_view, std::set<std::string_view>> tests;
  for (const auto& test : affected.tests) tests[test.group].insert(test.name);
  const named_tests all{listing};
  for (const auto& test : affected.tests) {
    if (whole.contains(test.group) || is_part_of_any(tests[test.group], test.name)) continue;
    const auto blocks =
        test.name.empty() ? std::vector<parsers::file_selection>{} : all.find(test.name, test.group);
    for (const auto& one : blocks)
      if (!whole.contains(one.file)) out.selections.push_back(one);
    if (blocks.empty() && !select_unlisted(out, test, listing)) out.everything = true;
  }
  if (out.selections.size() > limits::selections) out.everything = true;
  out.no_match = out.selections.empty() && !out.everything;
  return out;
}

std::string one_of(const arguments& given, std::string_view query,
                   std::initializer_list<std::string_view> others) {
  const bool has_query = given.text(query).find_first_not_of(" \t\r\n") != std::string::npos;
  std::size_t count = has_query ? 1 : 0;
  std::string all{query};
  for (const auto name : others) {
    count += given.has(name) ? 1U : 0U;
    all += " or " + std::string{name};
  }
  return count == 1 ? "" : count == 0 ? all + " is required" : all + ": only one of them";
}

run_selection select_all(const tool_call&, const parsers::test_listing& listing, const reply&) {
  run_selection out;
  for (const auto& file : listing.files) out.selections.push_back(select_file(file));
  return out;
}

run_selection select_files(const tool_call& call, const parsers::test_listing& listing, const reply& found) {
  if (call.given.has("files")) return select_files_named(call.given.texts("files"), listing);
  auto out = select_all(call, listing, found);
  out.no_match = out.selections.empty();
  out.unmatched = call.given.text("query");
  refuse_too_many(out, "the query matches", "files", "run_all_tests");
  return out;
}

run_selection select_blocks(const tool_call& call, const parsers::test_listing& listing, const reply& found) {
  const auto& given = call.given;
  if (given.has("covering")) return select_covering(given.pairs("covering"), listing, found);
  return given.has("labels")
             ? select_blocks_named(given.texts("labels"), listing)
             : select_block_matches(given.text("testset_query"), given.text("file_query"), listing);
}

}  // namespace covey::protocol
