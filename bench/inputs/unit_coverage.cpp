#include "bench/inputs/unit_coverage.hpp"
#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace covey::bench {
namespace {

constexpr std::array<std::string_view, 16> words = {"order", "price", "stock", "cart",  "refund", "parse",
                                                    "cache", "route", "token", "query", "merge",  "export",
                                                    "audit", "login", "queue", "report"};
constexpr std::uint32_t core_files = 20;     // of what sets tests up
constexpr std::uint32_t core_functions = 8;  // that run in each of them
constexpr std::uint32_t near_files = 60;     // how far a test sees
constexpr std::uint32_t scattered_files = 200;
constexpr std::uint32_t tests_of_a_group = 20;

struct function_lines {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

std::string padded(std::uint32_t number) {
  return std::to_string(1'000'000 + number).substr(1);
}

void append(std::string& ranges, const function_lines& lines) {
  if (!ranges.empty()) ranges += ',';
  ranges += std::to_string(lines.first) + "-" + std::to_string(lines.last);
}

// The distributions of <random> differ from library to library; its generators do not.
class maker {
 public:
  explicit maker(const suite_shape& shape) : shape_(shape), random_(shape.seed), files_(shape.files) {
    for (auto& functions : files_)
      for (auto at = 1 + below(30); at + 40 < shape.lines;) {
        const auto length = 5 + below(36);
        functions.push_back({at, at + length - 1});
        at += length + 5 + below(36);
      }
  }

  std::string file(std::uint32_t number) const {
    std::string all;
    for (const auto& function : files_[number]) append(all, function);
    return R"({"file":")" + file_of_suite(number) + R"(","found":")" + all + R"(","hit":")" + all + "\"}\n";
  }

  std::string test(std::uint32_t number) {
    const auto group = number / tests_of_a_group;
    auto out = R"({"group":"tests/unit/)" + std::string{words[group % words.size()]} + "/test_module_" +
               padded(group) + R"(.py","name":"test_)" + std::string{words[below(words.size())]} + "_" +
               std::string{words[below(words.size())]} + "_case_" + padded(number) + R"(","ran":{)";
    bool first = true;
    for (const auto at : files_of(number)) {
      if (!std::exchange(first, false)) out += ',';
      out += '"' + file_of_suite(at) + R"(":")" + ran(at) + '"';
    }
    return out + "}}\n";
  }

 private:
  std::uint32_t below(std::uint64_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

  std::set<std::uint32_t> files_of(std::uint32_t test) {
    std::set<std::uint32_t> out;
    if (shape_.scattered) {
      const auto wanted = std::min(scattered_files, shape_.files);
      while (out.size() < wanted) out.insert(below(shape_.files));
      return out;
    }
    for (std::uint32_t file = 0; file < std::min(core_files, shape_.files); ++file)
      if (below(10) > 0) out.insert(file);
    const auto home = static_cast<std::uint32_t>(std::uint64_t{test} * shape_.files / shape_.tests);
    const auto wanted = std::min<std::size_t>(20 + below(41), shape_.files);
    while (out.size() < wanted) out.insert((home + below(near_files)) % shape_.files);
    return out;
  }

  std::string ran(std::uint32_t file) {
    const auto& functions = files_[file];
    std::string out;
    if (shape_.scattered) {
      for (const auto& function : functions)
        if (below(10) == 0) append(out, function);
      if (out.empty()) append(out, functions.front());
      return out;
    }
    const bool core = file < core_files;
    const auto begin = core ? 0 : below(functions.size() - 1);
    const auto count = core ? core_functions : 1 + below(6);
    for (auto i = begin; i < std::min<std::size_t>(begin + count, functions.size()); ++i) {
      auto lines = functions[i];
      if (!core && below(4) == 0) lines.last -= below(4);  // it returned early
      append(out, lines);
    }
    if (core && below(10) == 0)
      append(out, functions[core_functions + below(functions.size() - core_functions)]);
    return out;
  }

  const suite_shape shape_;
  std::mt19937_64 random_;
  std::vector<std::vector<function_lines>> files_;
};

}  // namespace

std::string file_of_suite(std::uint32_t number) {
  return "src/shop/" + std::string{words[number / 40 % words.size()]} + "/module_" + padded(number) + ".py";
}

void make_unit_coverage_text(const suite_shape& shape, const std::function<void(std::string_view)>& line) {
  maker make(shape);
  for (std::uint32_t test = 0; test < shape.tests; ++test) line(make.test(test));
  for (std::uint32_t file = 0; file < shape.files; ++file) line(make.file(file));
}

}  // namespace covey::bench
