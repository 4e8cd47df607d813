#include "parsers/languages/rust/discovery/collector.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::rust {
namespace {

// Each test stores the names of all modules around it: without a limit, a small file could use gigabytes.
constexpr std::size_t max_depth = 100;

}  // namespace

bool block_collector::begin_module(std::string_view name, line_range lines) {
  if (modules_.size() == max_depth) return false;
  modules_.push_back({std::string{name}, lines, tests_});
  return true;
}

void block_collector::end_module() {
  const auto ended = std::move(modules_.back());
  modules_.pop_back();
  if (tests_ == ended.tests_before) return;
  blocks_.push_back(block_of(ended.name, ended.lines));
  blocks_.back().kind = block_kind::group;
}

void block_collector::end_module(std::uint32_t last_line) {
  modules_.back().lines.last = last_line;
  end_module();
}

test_block block_collector::block_of(std::string_view name, line_range lines) const {
  test_block out;
  for (const auto& outer : modules_) {
    out.label.append(outer.name).append(label_separator);
    out.path.emplace_back(outer.name);
  }
  out.label += name;
  out.path.emplace_back(std::string{name});
  out.line_start = lines.first;
  out.line_end = lines.last;
  return out;
}

void block_collector::add_test(std::string_view name, const test_marks& marks, line_range lines) {
  ++tests_;
  auto test = block_of(name, lines);
  test.dynamic = marks.dynamic || !marks.cases.empty();
  for (const auto& row : marks.cases) {
    auto of_case = test;
    of_case.label.append(label_separator).append(row.label);
    of_case.path.push_back(row.name);
    of_case.line_start = row.lines.first;
    of_case.line_end = row.lines.last;
    blocks_.push_back(std::move(of_case));
  }
  blocks_.push_back(std::move(test));
}

void block_collector::add_examples(std::string_view item, const doc_texts& docs, bool dynamic) {
  for (const auto& example : docs.examples()) {
    test_block out;
    out.label =
        std::string{item} + (item.empty() ? "" : " ") + "(line " + std::to_string(example.named_line) + ")";
    out.path.emplace_back(out.label);
    out.line_start = example.line_start;
    out.line_end = example.line_end;
    out.kind = block_kind::doc_test;
    out.dynamic = dynamic;
    blocks_.push_back(std::move(out));
  }
}

std::vector<test_block> block_collector::take() {
  // Cases lie within the lines of their function and may begin on its first line: the function comes first.
  std::stable_sort(blocks_.begin(), blocks_.end(), [](const auto& a, const auto& b) {
    return std::pair{a.line_start, a.path.size()} < std::pair{b.line_start, b.path.size()};
  });
  return std::exchange(blocks_, {});
}

}  // namespace covey::parsers::languages::rust
