#include "parsers/coverage/formats/xml/file_parts.hpp"
#include "parsers/coverage/merge.hpp"
#include <algorithm>

namespace covey::parsers {
namespace {

template <class Entries, class Join>
void join_when_many(Entries& entries, std::size_t& at, Join&& join) {
  if (entries.size() < at) return;
  join(entries);
  at = std::max(at, entries.size() * 2);
}

}  // namespace

void file_parts::add(line_hits line) {
  data_.lines.push_back(line);
  join_when_many(data_.lines, lines_at_, [](auto& lines) { put_in_order(lines); });
}

void file_parts::add(branch_hits way) {
  data_.branches.push_back(way);
  join_when_many(data_.branches, branches_at_, [](auto& branches) { put_in_order(branches); });
}

void file_parts::add(method_hits&& method) {
  methods_.push_back(std::move(method));
  join_when_many(methods_, methods_at_, [](auto& methods) { join_repeated(methods); });
}

file_coverage file_parts::take() {
  put_in_order(data_.lines);
  put_in_order(data_.branches);
  data_.lines.shrink_to_fit();
  data_.branches.shrink_to_fit();
  data_.functions = functions_of(std::move(methods_));
  return std::move(data_);
}

bool way_budget::takes(std::uint64_t ways, diagnostics& wrong, std::uint64_t at) {
  const bool fits = ways <= max_of_a_line && ways <= left_;
  if (fits)
    left_ -= ways;
  else
    wrong.add(too_many, at);
  return fits;
}

bool name_budget::takes(std::size_t bytes, diagnostics& wrong, std::uint64_t at) {
  if (bytes > left_) {
    wrong.add(too_many, at);
    return false;
  }
  left_ -= bytes;
  return true;
}

bool is_path(std::string_view text, diagnostics& wrong, std::uint64_t at) {
  if (text.empty()) wrong.add("a file without a name, left out", at);
  if (text.size() > max_path) wrong.add("a file name over 4096 bytes, left out", at);
  return !text.empty() && text.size() <= max_path;
}

}  // namespace covey::parsers
