#include "parsers/coverage/formats/xml/file_parts.hpp"
#include "parsers/coverage/merge.hpp"
#include <algorithm>
#include <unordered_map>

namespace covey::parsers {
namespace {

constexpr int max_form = 3;

std::uint64_t sum_of_hits(std::uint64_t a, std::uint64_t b) {
  return std::min(std::min(a, max_hits) + std::min(b, max_hits), max_hits);
}

// Some writers give "(int)", some "int", some the name with it.
std::string with_signature(const method_hits& method) {
  if (method.signature.empty() || method.signature.starts_with('(')) return method.name + method.signature;
  if (method.signature.starts_with(method.name + "(")) return method.signature;
  return method.name + "(" + method.signature + ")";
}

std::string form_of(const method_hits& method, int form) {
  if (form == 0) return method.name;
  auto out = with_signature(method);
  if (form > 1 && !method.owner.empty()) out = method.owner + "." + out;
  if (form > 2) out += ":" + std::to_string(method.line);
  return out;
}

bool begins_a_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
}

// Without the half of a character at the cut.
std::string_view first_of(std::string_view text, std::size_t length) {
  if (text.size() <= length) return text;
  while (length > 0 && !begins_a_character(text[length])) --length;
  return text.substr(0, length);
}
std::string_view last_of(std::string_view text, std::size_t length) {
  if (text.size() <= length) return text;
  text.remove_prefix(text.size() - length);
  while (!text.empty() && !begins_a_character(text.front())) text.remove_prefix(1);
  return text;
}

template <class Entries, class Join>
void join_when_many(Entries& entries, std::size_t& at, Join&& join) {
  if (entries.size() < at) return;
  join(entries);
  at = std::max(at, entries.size() * 2);
}

}  // namespace

method_hits method_of(std::string_view owner, std::string_view name, std::string_view signature) {
  constexpr std::size_t max_name = 4096, max_owner = 256;
  method_hits out;
  out.owner = last_of(owner, max_owner);
  out.name = first_of(name, max_name);
  out.signature = first_of(signature, max_name);
  return out;
}

void join_repeated(std::vector<method_hits>& methods) {
  std::unordered_map<std::string, std::size_t> known;
  std::vector<method_hits> once;
  for (auto& method : methods) {
    const auto line = std::to_string(method.line);
    const auto key = method.owner + '\0' + method.name + '\0' + method.signature + '\0' + line;
    const auto [found, is_new] = known.emplace(key, once.size());
    if (is_new)
      once.push_back(std::move(method));
    else
      once[found->second].hits = sum_of_hits(once[found->second].hits, method.hits);
  }
  methods = std::move(once);
}

function_list functions_of(std::vector<method_hits> methods) {
  join_repeated(methods);
  std::vector<std::string> names;
  for (const auto& method : methods) names.push_back(method.name);
  std::unordered_map<std::string_view, std::size_t> uses;
  for (int form = 1; form <= max_form; ++form) {
    uses.clear();
    for (const auto& name : names) ++uses[name];
    if (uses.size() == names.size()) break;
    std::vector<std::string> longer;
    for (std::size_t i = 0; i < names.size(); ++i)
      longer.push_back(uses[names[i]] > 1 ? form_of(methods[i], form) : names[i]);
    names = std::move(longer);
  }
  // Names are equal here only if one was written to look like another one with its class.
  uses.clear();
  function_list once;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const function_hits function{names[i], methods[i].line, 0, methods[i].hits};
    const auto [found, is_new] = uses.emplace(function.name, once.size());
    if (is_new)
      once.push_back(function);
    else
      once.add(found->second, {{}, 0, 0, function.hits});
  }
  once.shrink_to_fit();
  return once;
}

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
