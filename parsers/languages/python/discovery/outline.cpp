#include "parsers/languages/python/discovery/outline.hpp"
#include "parsers/languages/python/discovery/lines.hpp"
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace covey::parsers::languages::python {
namespace {

bool mentions(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

bool take_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word) || text.size() == word.size() || is_word_byte(text[word.size()])) return false;
  text.remove_prefix(word.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t\\\r\n"), text.size()));
  return true;
}

std::string_view first_word(std::string_view text) {
  return text.substr(
      0, static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_word_byte) - text.begin()));
}

// A definition, or an `if` block whose content does not count.
struct scope {
  std::size_t indent = 0;
  bool holds_tests = false;  // a class of tests
  bool test_case = false;    // … of unittest
  test_block block;
  std::size_t at = 0;  // of the block, if it is listed
};

class outliner {
 public:
  outliner(std::string_view text, const pytest_config& settings) : lines_(text), config_(settings) {}

  outline read() {
    for (logical_line line; lines_.next(line);) take(line);
    while (!open_.empty()) close();
    outline out;
    out.whole = lines_.whole();
    out.certain = false;  // decorators, __init__ and __test__ are not read
    // A later definition replaces an earlier one of the same name.
    std::set<std::string> seen;
    for (auto it = found_.rbegin(); it != found_.rend(); ++it)
      if ((it->kind == block_kind::test || filled_.contains(it->label)) && seen.insert(it->label).second)
        out.blocks.push_back(std::move(*it));
    std::reverse(out.blocks.begin(), out.blocks.end());
    return out;
  }

 private:
  void take(const logical_line& line) {
    while (!open_.empty() && open_.back().indent >= line.indent) close();
    last_ = line.last;
    auto text = line.text;
    if (text.starts_with('@')) {
      if (decorated_ == 0) decorated_ = line.first;
      fixture_ = fixture_ || mentions(text, "fixture");
      return;
    }
    const auto first = std::exchange(decorated_, 0);
    const bool fixture = std::exchange(fixture_, false);
    const auto begin = first > 0 ? first : line.first;
    const bool async = take_word(text, "async");
    if (take_word(text, "def"))
      define(line, begin, first_word(text), !fixture);
    else if (!async && take_word(text, "class"))
      define_class(line, begin, text);
    else if (text.starts_with("if") && (mentions(text, "__main__") || mentions(text, "TYPE_CHECKING")))
      open_.push_back({line.indent, false, false, {}, none});
  }

  test_block block_of(std::string_view name, std::uint32_t first, std::uint32_t last) const {
    auto out = open_.empty() ? test_block{} : within(open_.back().block);
    out.label += name;
    out.path.emplace_back(std::string{name});
    out.line_start = first;
    out.line_end = last;
    return out;
  }

  void define(const logical_line& line, std::uint32_t first, std::string_view name, bool counts) {
    scope inner{.indent = line.indent, .holds_tests = false, .test_case = false, .block = {}, .at = none};
    const bool here = open_.empty() || open_.back().holds_tests;
    const bool test_case = !open_.empty() && open_.back().test_case;
    const bool test = (test_case && name.starts_with("test")) || config_.is_test_function(name);
    if (counts && here && test) {
      inner.at = found_.size();
      found_.push_back(block_of(name, first, line.last));
      for (const auto& outer : open_) filled_.insert(outer.block.label);
    }
    open_.push_back(std::move(inner));
  }

  void define_class(const logical_line& line, std::uint32_t first, std::string_view text) {
    const auto name = first_word(text);
    const auto bases = text.substr(name.size());
    scope inner{.indent = line.indent, .holds_tests = false, .test_case = false, .block = {}, .at = none};
    const bool here = open_.empty() || (open_.back().holds_tests && !open_.back().test_case);
    inner.test_case = mentions(bases, "TestCase") || derives_from_test_case(bases);
    if (inner.test_case) test_cases_.insert(std::string{name});
    const bool candidate = mentions(bases, "Test") || mentions(bases, "test");
    inner.holds_tests = here && (inner.test_case || candidate || config_.is_test_class(name));
    if (inner.holds_tests) {
      inner.block = block_of(name, first, line.last);
      inner.block.kind = block_kind::group;
      inner.at = found_.size();
      found_.push_back(inner.block);
    }
    open_.push_back(std::move(inner));
  }

  bool derives_from_test_case(std::string_view bases) const {
    return std::any_of(test_cases_.begin(), test_cases_.end(),
                       [&](const auto& known) { return mentions(bases, known); });
  }

  void close() {
    if (open_.back().at != none) found_[open_.back().at].line_end = last_;
    open_.pop_back();
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  logical_lines lines_;
  const pytest_config& config_;
  std::vector<scope> open_;  // the innermost last
  std::vector<test_block> found_;
  std::set<std::string> filled_;      // labels of classes with tests
  std::set<std::string> test_cases_;  // names of classes
  std::uint32_t decorated_ = 0;       // the line of the first decorator
  bool fixture_ = false;
  std::uint32_t last_ = 1;  // the last line read so far
};

}  // namespace

outline outline_of(std::string_view text, const pytest_config& settings) {
  return outliner{text, settings}.read();
}

}  // namespace covey::parsers::languages::python
