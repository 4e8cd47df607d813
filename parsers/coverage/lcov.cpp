#include "parsers/coverage/lcov.hpp"
#include "parsers/coverage/line_sets.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

namespace covey::parsers {
namespace {

constexpr std::size_t max_line = 64 * 1024;
constexpr std::size_t max_shown = 80;

bool take(std::string_view& line, std::string_view prefix) {
  if (!line.starts_with(prefix)) return false;
  line.remove_prefix(prefix.size());
  return true;
}

// A count below zero is a counter that was torn; lcov takes it for none.
bool read_count(std::string_view& text, std::uint64_t& count) {
  const bool negative = take(text, "-");
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error == std::errc::result_out_of_range) count = std::numeric_limits<std::uint64_t>::max();
  if (error == std::errc::invalid_argument) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (negative) count = 0;
  return true;
}

}  // namespace

lcov_reader::lcov_reader(sink on_record) : on_record_(std::move(on_record)), lines_(max_line) {}

void lcov_reader::feed(std::string_view bytes) {
  lines_.feed(bytes, [this](std::string_view line, bool cut) { read_line(line, cut); });
}

void lcov_reader::finish() {
  lines_.finish([this](std::string_view line, bool cut) { read_line(line, cut); });
  end_record();
}

void lcov_reader::read_line(std::string_view line, bool cut) {
  ++line_number_;
  auto rest = line;
  bool good = !cut;
  if (take(rest, "DA:")) {
    good = good && in_record_ && read_hits(rest);
  } else if (take(rest, "SF:")) {
    end_record();
    in_record_ = good = good && !rest.empty();
    record_.file = rest;
  } else if (take(rest, "TN:")) {
    record_.test = rest;
  } else if (rest == "end_of_record") {
    end_record();
  }
  if (good) return;
  if (malformed_++ > 0) return;
  first_malformed_ = line_number_;
  first_malformed_text_ = plain_text(line.substr(0, max_shown));
}

// LINE,COUNT[,CHECKSUM]
bool lcov_reader::read_hits(std::string_view text) {
  line_hits hit;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hit.line);
  if (error != std::errc{} || hit.line == 0) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (!take(text, ",") || !read_count(text, hit.hits) || !(text.empty() || text.front() == ',')) return false;
  record_.lines.push_back(hit);
  return true;
}

void lcov_reader::end_record() {
  if (!in_record_) return;
  in_record_ = false;
  auto& lines = record_.lines;
  std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.line < b.line; });
  lines = summed(lines, {});
  auto test = record_.test;  // holds until the next TN
  on_record_(std::exchange(record_, {}));
  record_.test = std::move(test);
}

}  // namespace covey::parsers
