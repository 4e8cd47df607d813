#include "parsers/coverage/formats/lcov/writer.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <charconv>
#include <concepts>
#include <limits>
#include <string>
#include <vector>

namespace covey::parsers {
namespace {

constexpr std::size_t piece = 64 * 1024;
constexpr std::size_t max_name = 32 * 1024;

// Gives text to the sink in whole pieces.
class piecewise {
 public:
  explicit piecewise(const text_sink& sink) : sink_(sink), bytes_(piece) {}

  template <class... Parts>
  void line(const Parts&... parts) {
    (put(parts), ...);
    put('\n');
  }

  void flush() {
    if (used_ > 0) sink_({bytes_.data(), used_});
    used_ = 0;
  }

 private:
  void put(char one) {
    if (used_ == piece) flush();
    bytes_[used_++] = one;
  }

  void put(std::string_view text) {
    while (!text.empty()) {
      if (used_ == piece) flush();
      const auto part = text.substr(0, piece - used_);
      std::copy(part.begin(), part.end(), bytes_.data() + used_);
      used_ += part.size();
      text.remove_prefix(part.size());
    }
  }

  template <std::unsigned_integral Number>
  void put(Number number) {
    if (piece - used_ <= std::numeric_limits<Number>::digits10) flush();
    const auto end = std::to_chars(bytes_.data() + used_, bytes_.data() + piece, number).ptr;
    used_ = static_cast<std::size_t>(end - bytes_.data());
  }

  const text_sink& sink_;
  std::vector<char> bytes_;
  std::size_t used_ = 0;
};

bool is_control(char byte) {
  return (byte >= 0 && byte < ' ') || byte == '\x7f';
}

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

std::string escaped(char byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  return {'\\', 'x', digits[value >> 4], digits[value & 15]};
}

// The text in a form that fits into one line and is not changed by trimming.
std::string on_one_line(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const auto byte : text) {
    if (is_control(byte))
      out += escaped(byte);
    else
      out += byte;
  }
  if (!out.ends_with(' ')) return out;
  out.pop_back();
  return out + escaped(' ');
}

std::string_view after_digits(std::string_view text) {
  while (!text.empty() && is_digit(text.front())) text.remove_prefix(1);
  return text;
}

// "7,f" after "FN:1," would be a function f that ends in line 7.
std::string function_name(std::string_view name) {
  if (!is_digit(name.front()) || !after_digits(name).starts_with(',')) return on_one_line(name);
  return escaped(name.front()) + on_one_line(name.substr(1));
}

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= max_name;
}

bool is_line(std::uint32_t line) {
  return line > 0 && line <= max_line_number;
}

bool is_said(const function_hits& function) {
  return is_name(function.name) && is_line(function.line);
}

void write_functions(piecewise& out, const function_list& functions, bool end_lines) {
  found_and_hit sum;
  for (const auto& function : functions) {
    if (!is_said(function)) continue;
    ++sum.found;
    sum.hit += function.hits > 0 ? 1 : 0;
    if (end_lines && function.end_line > 0)
      out.line("FN:", function.line, ',', function.end_line, ',', function_name(function.name));
    else
      out.line("FN:", function.line, ',', function_name(function.name));
  }
  for (const auto& function : functions)
    if (is_said(function)) out.line("FNDA:", function.hits, ',', function_name(function.name));
  out.line("FNF:", sum.found);
  out.line("FNH:", sum.hit);
}

// Whether lcov_reader reads the text back as this name, and no reader takes it for another branch.
bool reads_as_branch(std::string_view name) {
  if (!is_name(name) || std::any_of(name.begin(), name.end(), is_control)) return false;
  const auto rest = after_digits(name);
  if (rest.size() == name.size()) return true;
  if (!rest.empty()) return rest.size() < 2 || rest[0] != ',' || (!is_digit(rest[1]) && rest[1] != '-');
  std::uint32_t number = 0;
  return !read_number(name, number) || number >= named_branch;
}

bool same_block(const branch_hits& a, const branch_hits& b) {
  return a.line == b.line && a.block == b.block && a.exception == b.exception;
}

using branch_iterator = branch_list::const_iterator;

std::string_view name_of(const file_coverage& file, const branch_hits& branch) {
  const auto index = branch.branch < named_branch ? file.branch_names.size() : branch.branch - named_branch;
  return index < file.branch_names.size() ? std::string_view{file.branch_names[index]} : std::string_view{};
}

// Numbers come before names there. Names are in the order of their text, not in that of the report, so that a
// name becomes the same number in every report of the same code.
std::vector<branch_hits> by_name(const file_coverage& file, branch_iterator first, branch_iterator last) {
  std::vector<branch_hits> out{first, last};
  const auto named = std::find_if(out.begin(), out.end(),
                                  [](const branch_hits& branch) { return branch.branch >= named_branch; });
  std::stable_sort(named, out.end(), [&](const branch_hits& a, const branch_hits& b) {
    return name_of(file, a) < name_of(file, b);
  });
  return out;
}

// From `first` on, the branches of one block; gives its end.
branch_iterator write_block(piecewise& out, const file_coverage& file, branch_iterator first, bool names) {
  const auto last = std::find_if(first, file.branches.end(),
                                 [&](const branch_hits& branch) { return !same_block(*first, branch); });
  std::uint32_t free = 0;
  auto taken = first;
  const auto next_free = [&] {
    for (; taken != last && taken->branch <= free; ++taken)
      if (taken->branch == free) ++free;
    return std::to_string(free++);
  };
  for (const auto& branch : by_name(file, first, last)) {
    std::string way;
    if (branch.branch < named_branch)
      way = std::to_string(branch.branch);
    else if (const auto name = name_of(file, branch); names && reads_as_branch(name))
      way = name;
    else
      way = next_free();
    const auto count = branch.evaluated ? std::to_string(branch.taken) : std::string{"-"};
    out.line("BRDA:", branch.line, branch.exception ? ",e" : ",", branch.block, ',', way, ',', count);
  }
  return last;
}

void write_branches(piecewise& out, const file_coverage& file, bool names) {
  found_and_hit sum;
  for (auto branch = file.branches.begin(); branch != file.branches.end();) {
    if (branch->line == 0) {
      ++branch;
      continue;
    }
    const auto first = branch;
    branch = write_block(out, file, first, names);
    sum.found += static_cast<std::uint64_t>(std::distance(first, branch));
    sum.hit += static_cast<std::uint64_t>(
        std::count_if(first, branch, [](const branch_hits& one) { return one.taken > 0; }));
  }
  if (sum.found == 0) return;
  out.line("BRF:", sum.found);
  out.line("BRH:", sum.hit);
}

void write_conditions(piecewise& out, const std::vector<condition_hits>& conditions) {
  found_and_hit sum;
  for (const auto& condition : conditions) {
    if (!is_line(condition.line) || condition.expression.size() > max_name) continue;
    ++sum.found;
    sum.hit += condition.hits > 0 ? 1 : 0;
    const auto expression =
        condition.expression.empty() ? std::to_string(condition.index) : on_one_line(condition.expression);
    out.line("MCDC:", condition.line, ',', condition.group, condition.sense ? ",t," : ",f,", condition.hits,
             ',', condition.index, ',', expression);
  }
  if (sum.found == 0) return;
  out.line("MCF:", sum.found);
  out.line("MCH:", sum.hit);
}

void write_lines(piecewise& out, const line_list& lines) {
  found_and_hit sum;
  for (const auto& line : lines) {
    if (line.line == 0) continue;
    ++sum.found;
    sum.hit += line.hits > 0 ? 1 : 0;
    out.line("DA:", line.line, ',', line.hits);
  }
  out.line("LF:", sum.found);
  out.line("LH:", sum.hit);
}

std::string test_name(std::string_view text) {
  std::string out{text.substr(0, max_name)};
  const auto kept = [](char byte) {
    return is_digit(byte) || byte == '_' || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
  };
  std::replace_if(
      out.begin(), out.end(), [&](char byte) { return !kept(byte); }, '_');
  return out;
}

}  // namespace

void write_lcov(const coverage& data, const lcov_options& options, const text_sink& sink) {
  piecewise out{sink};
  const auto test = test_name(options.test);
  for (const auto& [path, file] : data.files) {
    if (!is_name(path) || file.aside) continue;
    out.line("TN:", test);
    out.line("SF:", on_one_line(path));
    write_functions(out, file.functions, options.end_lines);
    write_branches(out, file, options.branch_names);
    write_conditions(out, file.conditions);
    write_lines(out, file.lines);
    out.line("end_of_record");
  }
  out.flush();
}

}  // namespace covey::parsers
