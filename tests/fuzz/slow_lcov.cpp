#include "tests/fuzz/slow_lcov.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

namespace covey::fuzz {
namespace {

using namespace parsers;
using number = std::uint64_t;

bool all_digits(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Nothing for what is no whole number, or is over `max`.
std::optional<number> whole(std::string text, number max) {
  if (!all_digits(text)) return std::nullopt;
  text.erase(0, text.find_first_not_of('0'));
  const auto limit = std::to_string(max);
  if (text.size() > limit.size() || (text.size() == limit.size() && text > limit)) return std::nullopt;
  return text.empty() ? 0 : std::stoull(text);
}

std::string trimmed(std::string line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) line.pop_back();
  return line;
}

// Takes the text before the first comma, and the comma.
std::optional<std::string> field(std::string& text) {
  const auto comma = text.find(',');
  if (comma == std::string::npos) return std::nullopt;
  const auto out = text.substr(0, comma);
  text.erase(0, comma + 1);
  return out;
}

struct count_read {
  number value = 0;
  const char* diagnostic = nullptr;
  bool valid = true;
};

// The number written out without its exponent, then rounded.
count_read count_of(std::string text) {
  constexpr count_read none{0, "text where a count belongs", false};
  const bool negative = text.starts_with('-');
  if (negative) text.erase(0, 1);
  const bool plain = all_digits(text);
  long exponent = 0;
  if (const auto e = text.find_first_of("eE"); e != std::string::npos) {
    auto written = text.substr(e + 1);
    text.resize(e);
    const bool down = written.starts_with('-');
    if (down || written.starts_with('+')) written.erase(0, 1);
    if (!all_digits(written)) return none;
    exponent = static_cast<long>(whole(written, 200'000).value_or(200'000));
    if (down) exponent = -exponent;
  }
  const auto point = text.find('.');
  std::string before = text.substr(0, point),
              after = point == std::string::npos ? "" : text.substr(point + 1);
  if (!all_digits(before + after)) return none;
  for (; exponent > 0; --exponent) {
    before += after.empty() ? '0' : after.front();
    after.erase(0, 1);
  }
  if (exponent < 0) {
    before.insert(0, static_cast<std::size_t>(-exponent), '0');
    const auto moved = before.size() - static_cast<std::size_t>(-exponent);
    after = before.substr(moved) + after;
    before.resize(moved);
  }
  if (negative) return {0, "a negative count, taken as 0", true};
  auto value = whole(before.empty() ? "0" : before, max_hits);
  if (value && !after.empty() && after.front() >= '5') ++*value;
  if (!value || *value > max_hits) return {max_hits, "a count over 1099511627775, taken as that", true};
  if (*value == 0 && (before + after).find_first_not_of('0') != std::string::npos) value = 1;
  return {*value, plain ? nullptr : "a count with a fraction or an exponent, rounded", true};
}

number added(number a, number b) {
  return std::min(a + b, max_hits);  // both are at most max_hits
}

struct slow_function {
  std::string name;
  std::uint32_t line = 0, end_line = 0;
  number hits = 0;
};

struct slow_file {
  std::map<number, number> lines;
  std::map<std::tuple<number, number, bool, number>, std::pair<bool, number>> branches;
  std::vector<std::string> branch_names;
  std::vector<slow_function> functions;
  std::map<std::tuple<number, number, number, bool>, condition_hits> conditions;
};

class slow_reader {
 public:
  void read(std::string_view bytes) {
    for (; !bytes.empty(); ++line_) {
      const auto line = bytes.substr(0, bytes.find('\n'));
      bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
      if (line.size() > 65536)
        complain("a line over 65536 bytes");
      else
        read_line(trimmed(std::string{line}));
    }
    --line_;
    if (file_ != nullptr) complain("no end_of_record at the end");
    end_record();
  }

  coverage_report report() const;

 private:
  void complain(std::string_view what, number line) {
    for (auto& known : wrong_)
      if (known.what == what) {
        known.first_line = std::min(known.first_line, line);
        ++known.count;
        return;
      }
    wrong_.push_back({what, 1, line, ""});
  }
  void complain(std::string_view what) { complain(what, line_); }

  void read_line(const std::string& line);
  void read_record(const std::string& name, std::string text);
  std::optional<number> line_number(const std::string& text);
  std::optional<number> leading_line(std::string& text);
  std::optional<number> count(const std::string& text);
  void hits(std::string text);
  void function(std::string text);
  void call(std::string text);
  void span(std::string text);
  void alias(std::string text);
  void branch(std::string text);
  void condition(std::string text);
  void add_function(const slow_function& more);
  void end_record();

  std::map<std::string, slow_file> files_;
  std::vector<diagnostic> wrong_;
  number line_ = 1;
  slow_file* file_ = nullptr;
  std::vector<slow_function> functions_;  // of the record: FN and FNA
  struct one_call {
    std::string name;
    number hits, line;
  };
  std::vector<one_call> calls_;
  std::map<number, std::pair<number, number>> spans_;
};

void slow_reader::read_line(const std::string& line) {
  if (line.empty() || line[0] == '#') return;
  if (line.starts_with("end_of_record")) {
    if (file_ == nullptr) complain("end_of_record without an SF before it");
    return end_record();
  }
  const auto colon = line.find(':');
  const auto name = line.substr(0, colon);
  const auto text = colon == std::string::npos ? "" : line.substr(colon + 1);
  static const std::set<std::string> sums{"LF", "LH", "FNF", "FNH", "BRF", "BRH", "MCF", "MCH", "VER", "TN"};
  static const std::set<std::string> records{"DA", "FN", "FNDA", "FNL", "FNA", "BRDA", "MCDC"};
  if (colon != std::string::npos && sums.contains(name)) return;
  if (colon != std::string::npos && (name == "SF" || name == "KF")) {
    if (file_ != nullptr) complain("an SF before the end_of_record");
    end_record();
    if (text.empty()) return complain("an SF without a path");
    file_ = &files_[repair_utf8(text)];
    return;
  }
  if (colon == std::string::npos || !records.contains(name)) return complain("an unknown record");
  if (file_ == nullptr) return complain("a record without an SF before it");
  read_record(name, text);
}

void slow_reader::read_record(const std::string& name, std::string text) {
  if (name == "DA") hits(text);
  if (name == "FN") function(text);
  if (name == "FNDA") call(text);
  if (name == "FNL") span(text);
  if (name == "FNA") alias(text);
  if (name == "BRDA") branch(text);
  if (name == "MCDC") condition(text);
}

std::optional<number> slow_reader::line_number(const std::string& text) {
  const auto line = whole(text, max_line_number);
  if (!all_digits(text))
    complain("text where a line number belongs");
  else if (!line)
    complain("a line number over 16777215");
  else if (*line == 0)
    complain("line number 0");
  return line && *line > 0 ? line : std::nullopt;
}

std::optional<number> slow_reader::leading_line(std::string& text) {
  const auto first = field(text);
  if (!first) return complain("a missing field"), std::nullopt;
  return line_number(*first);
}

std::optional<number> slow_reader::count(const std::string& text) {
  const auto read = count_of(text);
  if (read.diagnostic != nullptr) complain(read.diagnostic);
  return read.valid ? std::optional{read.value} : std::nullopt;
}

void slow_reader::hits(std::string text) {
  const auto line = leading_line(text);
  if (!line) return;
  if (const auto read = count(text.substr(0, text.find(',')))) {
    auto& sum = file_->lines[*line];
    sum = added(sum, *read);
  }
}

void slow_reader::function(std::string text) {
  const auto line = leading_line(text);
  if (!line) return;
  number end = 0;
  auto name = text;
  if (const auto first = field(name); first && all_digits(*first) && !name.empty())
    end = whole(*first, max_line_number).value_or(0);
  else
    name = text;
  if (name.empty()) return complain("a function without a name");
  functions_.push_back(
      {repair_utf8(name), static_cast<std::uint32_t>(*line), static_cast<std::uint32_t>(end), 0});
}

void slow_reader::call(std::string text) {
  const auto first = field(text);
  if (!first) return complain("a missing field");
  const auto read = count(*first);
  if (!read) return;
  if (text.empty()) return complain("a function without a name");
  calls_.push_back({repair_utf8(text), *read, line_});
}

void slow_reader::span(std::string text) {
  const auto first = field(text);
  if (!first) return complain("a missing field");
  const auto index = whole(*first, ~number{0});
  if (!index) return complain("text where an index belongs");
  auto rest = text;
  const auto start = field(rest);
  const auto line = line_number(start ? *start : text);
  if (line) spans_[*index] = {*line, start ? whole(rest, max_line_number).value_or(0) : 0};
}

void slow_reader::alias(std::string text) {
  const auto first = field(text);
  if (!first) return complain("a missing field");
  const auto index = whole(*first, ~number{0});
  if (!index) return complain("text where an index belongs");
  const auto second = field(text);
  if (!second) return complain("a missing field");
  const auto read = count(*second);
  if (!read) return;
  if (text.empty()) return complain("a function without a name");
  if (!spans_.contains(*index)) complain("an FNA without its FNL");
  const auto [line, end] = spans_.contains(*index) ? spans_[*index] : std::pair<number, number>{};
  functions_.push_back(
      {repair_utf8(text), static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(end), *read});
}

void slow_reader::branch(std::string text) {
  const auto line = leading_line(text);
  if (!line) return;
  const bool exception = text.starts_with('e');
  if (exception) text.erase(0, 1);
  const auto first = field(text);
  if (!first) return complain("a missing field");
  if (!all_digits(*first)) return complain("text where a block belongs");
  auto block = whole(*first, 0xffffffff);
  if (block == 0xffffffff) block = max_block;
  if (!block || *block > max_block) return complain("a block over 1073741823");
  const auto last = text.rfind(',');
  if (last == std::string::npos || last == 0) return complain("a missing field");
  const auto taken = text.substr(last + 1);
  const auto name = repair_utf8(text.substr(0, last));
  const auto read = taken == "-" ? std::optional<number>{0} : count(taken);
  if (!read) return;
  auto way = whole(name, named_branch - 1);
  if (!way) {
    auto& names = file_->branch_names;
    const auto found = std::find(names.begin(), names.end(), name);
    way = named_branch + static_cast<number>(found - names.begin());
    if (found == names.end()) names.push_back(name);
  }
  auto& [evaluated, sum] = file_->branches[{*line, *block, exception, *way}];
  evaluated = evaluated || taken != "-";
  sum = added(sum, *read);
}

void slow_reader::condition(std::string text) {
  const auto line = leading_line(text);
  if (!line) return;
  const auto group = whole(field(text).value_or(""), 0xffffffff);
  if (!group || !(text.starts_with("t,") || text.starts_with("f,")))
    return complain("an MCDC that does not read");
  const bool sense = text[0] == 't';
  text.erase(0, 2);
  const auto taken = field(text);
  if (!taken) return complain("a missing field");
  const auto read = count(*taken);
  if (!read) return;
  const auto index = whole(field(text).value_or(""), 0xffffffff);
  if (!index) return complain("an MCDC that does not read");
  const condition_hits fresh{static_cast<std::uint32_t>(*line),
                             static_cast<std::uint32_t>(*group),
                             static_cast<std::uint32_t>(*index),
                             sense,
                             0,
                             repair_utf8(text)};
  auto& known = file_->conditions.try_emplace({*line, *group, *index, sense}, fresh).first->second;
  known.hits = added(known.hits, *read);
}

void slow_reader::add_function(const slow_function& more) {
  for (auto& known : file_->functions)
    if (known.name == more.name) {
      known.hits = added(known.hits, more.hits);
      if (known.line == 0) known.line = more.line, known.end_line = more.end_line;
      return;
    }
  file_->functions.push_back(more);
}

void slow_reader::end_record() {
  std::set<std::string> declared;
  for (const auto& one : functions_) {
    declared.insert(one.name);
    add_function(one);
  }
  for (const auto& one : calls_) {
    if (declared.insert(one.name).second) complain("an FNDA without its FN", one.line);
    add_function({one.name, 0, 0, one.hits});
  }
  functions_.clear();
  calls_.clear();
  spans_.clear();
  file_ = nullptr;
}

coverage_report slow_reader::report() const {
  coverage_report out;
  for (const auto& [name, from] : files_) {
    auto& file = out.data.files[name];
    for (const auto& [line, count] : from.lines)
      file.lines.emplace_back(static_cast<std::uint32_t>(line), count);
    for (const auto& [at, taken] : from.branches) {
      const auto& [line, block, exception, way] = at;
      file.branches.emplace_back(static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(block),
                                 static_cast<std::uint32_t>(way), taken.second, taken.first, exception);
    }
    file.branch_names = from.branch_names;
    for (const auto& one : from.functions)
      file.functions.push_back({one.name, one.line, one.end_line, one.hits});
    for (const auto& [at, one] : from.conditions) file.conditions.push_back(one);
  }
  out.diagnostics = wrong_;
  std::stable_sort(out.diagnostics.begin(), out.diagnostics.end(),
                   [](const auto& a, const auto& b) { return a.first_line < b.first_line; });
  return out;
}

}  // namespace

coverage_report slow_lcov(std::string_view bytes) {
  slow_reader reader;
  reader.read(bytes);
  return reader.report();
}

}  // namespace covey::fuzz
