#include "parsers/syntax/functions.hpp"
#include <algorithm>
#include <tuple>

namespace covey::parsers {
namespace {

constexpr std::size_t max_functions = 100'000;  // of one file
constexpr std::size_t max_name = 400;           // bytes; of deeper nesting the inner names are left out

class function_collector {
 public:
  function_collector(std::string_view separator, declaration_reader read)
      : separator_(separator), read_(read) {}

  void enter(const syntax_node& node) {
    const outer before{prefix_.size(), of_tests_};
    auto declared = read_(node);
    if (node.is_extra() || (declared && declared->is_comment)) add_comment(node);
    if (declared && declared->is_comment) declared.reset();
    if (declared && !declared->name.empty() && prefix_.size() + declared->name.size() < max_name) {
      auto name = prefix_ + declared->name;
      prefix_ = name + separator_;
      of_tests_ = of_tests_ || declared->of_tests;
      if (declared->is_function && out_.size() < max_functions)
        out_.push_back({std::move(name), node.line(), node.last_line(), of_tests_});
    }
    outer_.push_back(before);
  }

  void leave() {
    prefix_.resize(outer_.back().prefix);
    of_tests_ = outer_.back().of_tests;
    outer_.pop_back();
  }

  std::vector<function_extent> result() {
    const auto order = [](const function_extent& one) { return std::tuple{one.first, ~one.last}; };
    std::stable_sort(out_.begin(), out_.end(),
                     [&](const auto& a, const auto& b) { return order(a) < order(b); });
    for (const auto line : comments_)
      if (const auto* of = function_at(out_, line))
        out_[static_cast<std::size_t>(of - out_.data())].comments.push_back(line);
    return std::move(out_);
  }

 private:
  struct outer {
    std::size_t prefix = 0;  // its length
    bool of_tests = false;
  };

  // As far as nothing stands before it in its line.
  void add_comment(const syntax_node& node) {
    if (node.follows_in_line()) return;
    for (auto line = node.line(); line <= node.last_line(); ++line)
      if (comments_.empty() || comments_.back() < line) comments_.push_back(line);
  }

  std::string separator_;
  std::vector<std::uint32_t> comments_;
  declaration_reader read_;
  std::string prefix_;
  bool of_tests_ = false;
  std::vector<outer> outer_;  // what holds outside of the nodes on the way down
  std::vector<function_extent> out_;
};

}  // namespace

std::vector<function_extent> functions_in(grammar language, std::string_view text, std::string_view separator,
                                          declaration_reader read) {
  if (text.size() > max_function_source) return {};
  const auto tree = syntax_tree::parse(language, text);
  if (!tree) return {};
  function_collector found{separator, read};
  walk(
      tree->root(),
      [&](const syntax_node& node) {
        found.enter(node);
        return true;
      },
      [&](const syntax_node&) { found.leave(); });
  return found.result();
}

}  // namespace covey::parsers
