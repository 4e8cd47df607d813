#include "protocol/tools/selection.hpp"
#include "protocol/text.hpp"
#include "protocol/tools/limits.hpp"
#include "protocol/visible.hpp"
#include "parsers/text/near.hpp"

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

std::string one_of(const arguments& given, std::string_view query, std::string_view list) {
  const bool has_query = given.text(query).find_first_not_of(" \t\r\n") != std::string::npos;
  const std::string both = std::string{query} + " or " + std::string{list};
  if (has_query && given.has(list)) return both + ", not both: " + std::string{list} + " holds exact names";
  return has_query || given.has(list) ? "" : both + " is required";
}

parsers::file_selection select_file(const parsers::listed_file& file) {
  return {file.path, true, file.found ? file.found->blocks : std::vector<parsers::test_block>{},
          file.complete};
}

}  // namespace covey::protocol
