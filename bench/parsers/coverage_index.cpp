#include "bench/parsers/coverage_index.hpp"
#include "bench/inputs/unit_coverage.hpp"
#include "parsers/coverage/lookup.hpp"
#include "parsers/events/unit_coverage.hpp"
#include "protocol/render/coverage/coverage.hpp"
#include <benchmark/benchmark.h>
#include <malloc.h>
#include <algorithm>
#include <chrono>
#include <memory>
#include <random>
#include <vector>

namespace covey::bench {
namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t piece = 64 * 1024;  // as the server reads files
constexpr std::size_t questions = 1000;
constexpr std::size_t many = 1000;  // tests that run a line

std::size_t in_use() {
  const auto now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

struct suite {
  suite_shape shape;
  std::string text;
};

const suite& suite_of(bool scattered) {
  static std::unique_ptr<suite> made[2];
  auto& out = made[scattered ? 1 : 0];
  if (!out) {
    out = std::make_unique<suite>();
    out->shape.scattered = scattered;
    make_unit_coverage_text(out->shape, [&](std::string_view line) { out->text += line; });
  }
  return *out;
}

parsers::coverage load(std::string_view text, std::size_t& max_in_use) {
  const auto collector = parsers::make_unit_coverage({"/project", parsers::attribution::test, "::", {}});
  collector->begin_file("1.cov");
  std::size_t count = 0;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
    collector->feed(text.substr(0, piece));
    if (++count % 64 == 0) max_in_use = std::max(max_in_use, in_use());
  }
  collector->end_file();
  auto out = collector->finish({});
  max_in_use = std::max(max_in_use, in_use());
  return out;
}

void loading(benchmark::State& state, bool scattered) {
  const auto& text = suite_of(scattered).text;
  std::size_t index = 0, peak = 0;
  for (auto _ : state) {
    const auto before = in_use();
    auto max = before;
    const auto data = load(text, max);
    const parsers::file_index files{data, "/project"};
    index = in_use() - before;
    peak = std::max(max - before, index);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
  state.counters["index_bytes"] = static_cast<double>(index);
  state.counters["peak_bytes"] = static_cast<double>(peak);
}

struct question {
  std::string file;
  std::uint32_t line = 0;
};

struct loaded_suite {
  explicit loaded_suite(const suite& from) {
    std::size_t ignored = 0;
    const auto kept = std::make_shared<const parsers::coverage>(load(from.text, ignored));
    const auto& data = *kept;
    parsers::measured_runs all;
    all.runs.push_back(
        {.id = 1, .data = kept, .files = std::make_shared<const parsers::file_index>(data, "/project")});
    runs = std::make_shared<const parsers::measured_runs>(std::move(all));
    std::mt19937_64 random(1);
    while (quiet_line.size() < questions || (!from.shape.scattered && busy_line.size() < questions)) {
      // Every second one is of a file that nearly all tests run.
      const auto file = file_of_suite(
          static_cast<std::uint32_t>(random() % (quiet_line.size() % 2 == 0 ? 20 : from.shape.files)));
      const auto& lines = data.files.at(file).lines;
      const auto line = std::next(lines.begin(), static_cast<std::ptrdiff_t>(random() % lines.size()))->line;
      const auto units = data.files.at(file).by_unit.units_of(line).size();
      auto& kind = units >= many ? busy_line : quiet_line;
      if (kind.size() < questions) kind.push_back({file, line});
    }
  }

  parsers::measured_runs_ptr runs;
  std::vector<question> quiet_line, busy_line;
};

const loaded_suite& loaded(bool scattered) {
  static std::unique_ptr<loaded_suite> made[2];
  auto& out = made[scattered ? 1 : 0];
  if (!out) out = std::make_unique<loaded_suite>(suite_of(scattered));
  return *out;
}

parsers::covered_by look_up(const loaded_suite& in, const question& asked) {
  const auto file = std::get<parsers::file_in_runs>(parsers::find_file(in.runs, asked.file));
  return parsers::find_covering(file, asked.line, nullptr);
}

std::size_t found(const loaded_suite& in, const question& asked) {
  return look_up(in, asked).units.size();
}

// What the server writes for it, its envelope aside.
std::size_t answered(const loaded_suite& in, const question& asked) {
  const auto answer = protocol::render_covering({asked.file, asked.line}, look_up(in, asked), {});
  return protocol::encode_answer(answer).text.size();
}

void asking(benchmark::State& state, const loaded_suite& in, const std::vector<question>& all,
            std::size_t (*answer)(const loaded_suite&, const question&)) {
  std::vector<double> took;
  std::size_t units = 0;
  for (const auto& asked : all) units += found(in, asked);
  for (auto _ : state) {
    const auto& asked = all[took.size() % all.size()];
    const auto begin = clock::now();
    benchmark::DoNotOptimize(answer(in, asked));
    took.push_back(std::chrono::duration<double>(clock::now() - begin).count());
  }
  const auto p99 = took.begin() + static_cast<std::ptrdiff_t>(took.size() * 99 / 100);
  std::nth_element(took.begin(), p99, took.end());
  state.counters["p99_ms"] = *p99 * 1000;
  state.counters["tests"] = static_cast<double>(units) / static_cast<double>(all.size());
}

}  // namespace

void register_coverage_index(const std::function<bool(const std::string&)>& wanted) {
  const auto add = [&](const std::string& name, auto measure) {
    if (!wanted(name)) return;
    benchmark::RegisterBenchmark(name.c_str(), measure)->Unit(benchmark::kMillisecond)->UseRealTime();
  };
  for (const bool scattered : {false, true}) {
    const std::string of = scattered ? "coverage_index_scattered/" : "coverage_index/";
    add(of + "load", [=](auto& state) { loading(state, scattered); });
    add(of + "lookup_of_few",
        [=](auto& state) { asking(state, loaded(scattered), loaded(scattered).quiet_line, found); });
    add(of + "answer_of_few",
        [=](auto& state) { asking(state, loaded(scattered), loaded(scattered).quiet_line, answered); });
  }
  add("coverage_index/lookup_of_thousands",
      [](auto& state) { asking(state, loaded(false), loaded(false).busy_line, found); });
  add("coverage_index/answer_of_thousands",
      [](auto& state) { asking(state, loaded(false), loaded(false).busy_line, answered); });
}

}  // namespace covey::bench
