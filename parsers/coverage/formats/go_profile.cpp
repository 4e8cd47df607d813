#include "parsers/coverage/formats/go_profile.hpp"
#include "parsers/coverage/formats/format.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

namespace covey::parsers {
namespace {

constexpr std::size_t line_limit = 64 * 1024;
constexpr std::uint32_t last_possible_line = 1 << 20;  // longer source files are rejected: lines cost memory

auto place(const go_block& b) {
  return std::tie(b.first_line, b.first_column, b.last_line, b.last_column);
}

// Reads decimal numbers, each followed by its separator; after the first error all further reads fail.
class number_reader {
 public:
  explicit number_reader(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  template <class Number>
  Number before(char separator) {
    const auto value = number<Number>();
    good_ = good_ && at_ != end_ && *at_++ == separator;
    return value;
  }

  template <class Number>
  Number last() {
    const auto value = number<Number>();
    good_ = good_ && at_ == end_;
    return value;
  }

  bool good() const { return good_; }

 private:
  template <class Number>
  Number number() {
    Number value = 0;
    const auto [next, error] = std::from_chars(at_, end_, value);
    good_ = good_ && error == std::errc{};
    at_ = next;
    return value;
  }

  const char* at_;
  const char* end_;
  bool good_ = true;
};

std::optional<go_block> read_block(std::string_view text) {
  number_reader numbers{text};
  go_block block;
  block.first_line = numbers.before<std::uint32_t>('.');
  block.first_column = numbers.before<std::uint32_t>(',');
  block.last_line = numbers.before<std::uint32_t>('.');
  block.last_column = numbers.before<std::uint32_t>(' ');
  numbers.before<std::uint32_t>(' ');  // statements: lines are counted here
  block.count = numbers.last<std::uint64_t>();
  const auto [low, high] = std::minmax(block.first_line, block.last_line);
  const bool possible = low > 0 && high <= last_possible_line;
  if (!numbers.good() || !possible) return std::nullopt;
  return block;
}

// A block that ends in the first column of a line has only a function's closing brace there.
std::uint32_t last_line_run(const go_block& block) {
  return block.last_column <= 2 && block.last_line > block.first_line ? block.last_line - 1 : block.last_line;
}

// Generated code has //line directives that say which lines of its grammar it comes from. A block that begins
// under one directive and ends under another has no usable lines.
bool ends_before_it_begins(const go_block& block) {
  return block.last_line < block.first_line;
}

class go_profile_parser final : public report_parser {
 public:
  void feed(std::string_view bytes) override { profile_.feed(bytes); }

  void finish(coverage_report& into) override {
    profile_.finish();
    diagnostics wrong;
    std::size_t kept = 0;
    for (const auto& [name, blocks] : profile_.files()) {
      for (const auto& block : blocks.all())
        if (block.count > max_hits) wrong.add(too_large_count, 0, name);
      if (kept <= max_spanned_lines) {
        const auto lines = lines_of(blocks.all());
        kept += lines.size();
        if (kept <= max_spanned_lines) {
          into.data.files[repair_utf8(name)].lines = lines;
          continue;
        }
      }
      wrong.add(too_many_lines, 0, name);
    }
    into.diagnostics = wrong.take();
    if (profile_.left_out() > 0) into.diagnostics.push_back({too_many_files, profile_.left_out(), 0, ""});
    if (profile_.malformed() > 0)
      into.diagnostics.push_back(
          {"a line that is no block", profile_.malformed(), profile_.first_malformed(), ""});
  }

 private:
  go_profile profile_;
};

}  // namespace

void go_file_blocks::add(const go_block& block) {
  blocks_.push_back(block);
  if (blocks_.size() < fold_at_) return;
  fold();
  fold_at_ = std::max(fold_at_, blocks_.size() * 2);
}

void go_file_blocks::fold() {
  const auto before = [](const go_block& a, const go_block& b) { return place(a) < place(b); };
  if (!std::is_sorted(blocks_.begin(), blocks_.end(), before))
    std::sort(blocks_.begin(), blocks_.end(), before);
  std::size_t kept = 0;
  for (const auto& block : blocks_) {
    if (kept > 0 && place(blocks_[kept - 1]) == place(block))
      blocks_[kept - 1].count = saturating_sum(blocks_[kept - 1].count, block.count);
    else
      blocks_[kept++] = block;
  }
  blocks_.resize(kept);
}

go_profile::go_profile() : lines_(line_limit) {}

void go_profile::feed(std::string_view bytes) {
  lines_.feed(bytes, [this](std::string_view line, bool cut) { read_line(line, cut); });
}

void go_profile::finish() {
  lines_.finish([this](std::string_view line, bool cut) { read_line(line, cut); });
  for (auto& [name, blocks] : files_) blocks.fold();
}

void go_profile::read_line(std::string_view line, bool cut) {
  ++line_number_;
  if (line.empty() || line.substr(0, 6) == "mode: ") return;
  const auto colon = line.rfind(':');
  const bool named = !cut && colon != std::string_view::npos && colon > 0;
  if (const auto block = named ? read_block(line.substr(colon + 1)) : std::nullopt) {
    if (ends_before_it_begins(*block)) return;
    if (auto* blocks = blocks_of(line.substr(0, colon)))
      blocks->add(*block);
    else
      ++left_out_;
    return;
  }
  if (++malformed_ > 1) return;
  constexpr std::size_t shown = 80;
  first_malformed_ = line_number_;
  first_malformed_text_ = plain_text(line.substr(0, shown));
}

// Null: it would be one file too many.
go_file_blocks* go_profile::blocks_of(std::string_view file) {
  if (current_ == files_.end() || current_->first != file) {
    current_ = files_.find(file);
    if (current_ == files_.end() && files_.size() >= max_files) return nullptr;
    if (current_ == files_.end()) current_ = files_.emplace(file, go_file_blocks{}).first;
  }
  return &current_->second;
}

std::optional<line_range> lines_of(const go_block& block) {
  if (ends_before_it_begins(block) || block.first_line == 0 || block.last_line > last_possible_line)
    return std::nullopt;
  return line_range{block.first_line, last_line_run(block)};
}

std::vector<line_hits> lines_of(const std::vector<go_block>& blocks) {
  std::uint32_t last = 0;
  for (const auto& block : blocks) last = std::max(last, last_line_run(block));
  // Blocks overlap. The highest count comes first and each line is set once: next[n] is the first line from n
  // on that is not set yet.
  std::vector<go_block> by_count = blocks;
  std::sort(by_count.begin(), by_count.end(),
            [](const go_block& a, const go_block& b) { return a.count > b.count; });
  std::vector<std::uint32_t> next(last + 2);
  std::iota(next.begin(), next.end(), 0U);
  const auto unpainted = [&next](std::uint32_t line) {
    while (next[line] != line) line = next[line] = next[next[line]];
    return line;
  };
  std::vector<std::uint64_t> counts(next.size());
  for (const auto& block : by_count) {
    const auto end = last_line_run(block);
    for (auto line = unpainted(block.first_line); line <= end; line = unpainted(line)) {
      counts[line] = block.count;
      next[line] = line + 1;
    }
  }
  std::vector<line_hits> out;
  for (std::uint32_t line = 1; line <= last; ++line)
    if (next[line] != line) out.push_back({line, counts[line]});
  return out;
}

extern const coverage_format go_profile_format;
const coverage_format go_profile_format{
    "Go coverprofile", "`go test -coverprofile`", "a block on it ran",
    [](std::string_view head) { return head.starts_with("mode: "); },
    []() -> std::unique_ptr<report_parser> { return std::make_unique<go_profile_parser>(); }};

}  // namespace covey::parsers
