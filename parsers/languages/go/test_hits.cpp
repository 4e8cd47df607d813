#include "parsers/languages/go/test_hits.hpp"
#include "parsers/coverage/formats/go_profile/reader.hpp"
#include "parsers/coverage/line_sets.hpp"
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace covey::parsers::languages::go {
namespace {

constexpr std::size_t max_line = std::size_t{16} * 1024 * 1024;  // a generated function of 500,000 blocks
constexpr std::size_t max_functions = 4'000'000;
constexpr std::size_t max_ran = 4'000'000;  // ranges that are not united yet

std::string_view next_word(std::string_view& rest) {
  const auto out = rest.substr(0, rest.find(' '));
  rest.remove_prefix(std::min(out.size() + 1, rest.size()));
  return out;
}

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole ? std::optional{out} : std::nullopt;
}

// "7.2,9.14"
std::optional<go_block> read_block(std::string_view text) {
  go_block out;
  const std::array<std::pair<std::uint32_t*, char>, 4> parts{
      {{&out.first_line, '.'}, {&out.first_column, ','}, {&out.last_line, '.'}, {&out.last_column, ' '}}};
  for (const auto& [part, separator] : parts) {
    const auto end = std::min(text.find(separator), text.size());
    const auto value = number(text.substr(0, end));
    if (!value) return std::nullopt;
    *part = *value;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

bool begins_before(const std::pair<std::uint32_t, line_range>& a,
                   const std::pair<std::uint32_t, line_range>& b) {
  return a.first != b.first ? a.first < b.first : a.second.first < b.second.first;
}

}  // namespace

test_hits::test_hits(sink on_hits) : lines_(max_line), on_hits_(std::move(on_hits)) {}

void test_hits::feed(std::string_view bytes) {
  lines_.feed(bytes, [this](std::string_view line, bool cut) { read_line(line, cut); });
}

void test_hits::finish() {
  lines_.finish([this](std::string_view line, bool cut) { read_line(line, cut); });
  flush();
}

void test_hits::read_line(std::string_view line, bool cut) {
  auto rest = line;
  const auto kind = next_word(rest);
  complete_ = kind == "E";
  if (complete_) return;
  if (kind == "T" && !cut) {
    begin_tests(rest);
    return;
  }
  const bool good = !cut && (kind == "F" ? read_function(rest) : read_hits(line));
  malformed_ += good ? 0U : 1U;
}

// One that cannot be read is added all the same: functions are named by their number.
bool test_hits::read_function(std::string_view rest) {
  if (functions_.size() >= max_functions) return false;
  auto& added = functions_.emplace_back();
  if (rest.empty()) return false;
  added.file = number_of(next_word(rest));
  while (!rest.empty()) {
    const auto block = read_block(next_word(rest));
    if (!block) return false;
    added.blocks.push_back(lines_of(*block).value_or(line_range{0, 0}));
  }
  return true;
}

bool test_hits::read_hits(std::string_view line) {
  const auto at = number(next_word(line));
  if (!at || *at >= functions_.size() || line.empty()) return false;
  const auto& of = functions_[*at];
  while (!line.empty()) {
    const auto block = number(next_word(line));
    if (!block || *block >= of.blocks.size()) return false;
    if (of.blocks[*block].first > 0) ran_.emplace_back(of.file, of.blocks[*block]);
  }
  if (ran_.size() >= max_ran) flush();
  return true;
}

void test_hits::begin_tests(std::string_view names) {
  flush();
  tests_.clear();
  while (!names.empty()) tests_.emplace_back(next_word(names));
}

void test_hits::flush() {
  std::sort(ran_.begin(), ran_.end(), begins_before);
  std::vector<line_range> lines;
  for (auto it = ran_.begin(); it != ran_.end();) {
    const auto file = it->first;
    lines.clear();
    for (; it != ran_.end() && it->first == file; ++it) lines.push_back(it->second);
    put_in_order(lines);
    on_hits_(tests_, files_[file], lines);
  }
  ran_.clear();
}

std::uint32_t test_hits::number_of(std::string_view file) {
  const auto [at, is_new] =
      numbers_.try_emplace(std::string{file}, static_cast<std::uint32_t>(files_.size()));
  if (is_new) files_.emplace_back(file);
  return at->second;
}

}  // namespace covey::parsers::languages::go
