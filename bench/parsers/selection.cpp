#include "bench/parsers/selection.hpp"
#include "parsers/affected/selection.hpp"
#include "parsers/languages/catalogue.hpp"
#include <benchmark/benchmark.h>
#include <algorithm>
#include <chrono>
#include <memory>
#include <string_view>
#include <vector>

namespace covey::bench {
namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t modules = 9000, test_files = 1000, tests_in_file = 10;

std::string module_path(std::size_t at) {
  return "lib/p" + std::to_string(at / 100) + "/mod_" + std::to_string(at) + ".py";
}

std::string test_path(std::size_t at) {
  return "tests/t" + std::to_string(at / 100) + "/test_" + std::to_string(at) + ".py";
}

// Chains of ten: each loads the one before it, and another one of its ten.
std::vector<std::size_t> loaded_by(std::size_t at) {
  const auto first = at - at % 10;
  if (at == first) return {};
  return at == first + 1 ? std::vector{first} : std::vector{first + at * 7 % (at - first - 1), at - 1};
}

std::string module_text(std::size_t at, std::string_view limit = "0", std::string_view returned = "0") {
  const auto number = std::to_string(at);
  std::string imports, calls = "0";
  for (const auto other : loaded_by(at)) {
    const auto name = "first_" + std::to_string(other);
    imports += "from lib.p" + std::to_string(other / 100) + ".mod_" + std::to_string(other) + " import " +
               name + "\n";
    calls += " + " + name + "(value)";
  }
  return imports + "LIMIT = " + std::string{limit} + "\ndef first_" + number + "(value):\n  return value + " +
         std::string{returned} + "\ndef second_" + number + "(value):\n  return " + calls + "\nclass Thing" +
         number +
         ":\n  def __init__(self, value):\n    self.value = value\n  def twice(self):\n    return second_" +
         number + "(self.value) * 2\n";
}

std::string test_text(std::size_t at) {
  std::string out;
  for (auto module = at * modules / test_files; module < (at + 1) * modules / test_files; ++module)
    out += "from lib.p" + std::to_string(module / 100) + ".mod_" + std::to_string(module) + " import first_" +
           std::to_string(module) + "\n";
  for (std::size_t i = 0; i < tests_in_file; ++i)
    out += "def test_" + std::to_string(i) + "():\n  assert first_" +
           std::to_string(at * modules / test_files) + "(1)\n";
  return out;
}

struct suite {
  const parsers::language& of = *parsers::find_language("python");
  std::vector<parsers::recorded_run_ptr> runs;
  parsers::fingerprint files;

  suite() {
    parsers::recorded_run run{.language = "python", .is_whole = true};
    const auto add = [&](const std::string& path, const std::string& text) {
      run.files.push_back({.path = path,
                           .content = run.files.size() + 1,
                           .outline = std::make_shared<const parsers::file_outline>(of.outline(path, text))});
    };
    for (std::size_t at = 0; at < modules; ++at) add(module_path(at), module_text(at));
    for (std::size_t at = 0; at < test_files; ++at) add(test_path(at), test_text(at));
    std::ranges::sort(run.files, {}, &parsers::recorded_file::path);
    parsers::number_blocks(run);
    for (const auto& file : run.files) files.files.push_back({file.path, file.content, 1});
    run.sets = {{}, {}};
    run.loaded = 1;
    for (const auto& file : run.files) run.sets[1].push_back(file.first_block);
    for (std::size_t at = 0; at < test_files; ++at) add_tests(run, at);
    std::ranges::sort(run.tests, {}, [](const auto& one) { return std::tie(one.group, one.name); });
    runs.push_back(std::make_shared<const parsers::recorded_run>(std::move(run)));
  }

  // Each runs one of the modules, and what that calls.
  static void add_tests(parsers::recorded_run& to, std::size_t at) {
    for (std::size_t i = 0; i < tests_in_file; ++i) {
      const auto module = at * modules / test_files + i % (modules / test_files);
      parsers::block_set ran;
      const auto add = [&](const std::string& path, std::size_t bodies) {
        const auto& file = *to.file(path);
        for (std::uint32_t body = 0; body <= std::min(bodies, file.outline->blocks.size() - 1); ++body)
          ran.push_back(file.first_block + body);
      };
      add(module_path(module), 4);
      for (const auto other : loaded_by(module)) add(module_path(other), 1);
      std::ranges::sort(ran);
      to.tests.push_back({.group = test_path(at),
                          .name = "test_" + std::to_string(i),
                          .ran = static_cast<std::uint32_t>(to.sets.size())});
      to.sets.push_back(std::move(ran));
    }
  }
};

const suite& made() {
  static const suite out;
  return out;
}

// `limit`, `returned`: what the edited module says.
void asking(benchmark::State& state, bool is_edited, std::string_view limit, std::string_view returned) {
  const auto& in = made();
  std::vector<double> took;
  std::size_t tests = 0;
  for (auto _ : state) {
    const auto module = took.size() * 7919 % modules;
    const auto path = module_path(module);
    auto files = std::make_shared<parsers::fingerprint>(in.files);
    const auto at =
        std::ranges::find(in.files.files, parsers::shared_text{path}, &parsers::file_content::path);
    if (is_edited)
      files->files[static_cast<std::size_t>(at - in.files.files.begin())].hash = ~std::uint64_t{0};
    parsers::workspace_now now{.files = std::move(files)};
    now.read.outline = [&](std::string_view name, std::uint64_t) {
      return std::make_shared<const parsers::file_outline>(
          in.of.outline(name, module_text(module, limit, returned)));
    };
    const auto begin = clock::now();
    tests += parsers::select_affected(in.runs, in.of, now).tests.size();
    took.push_back(std::chrono::duration<double>(clock::now() - begin).count());
    state.SetIterationTime(took.back());
  }
  const auto p99 = took.begin() + static_cast<std::ptrdiff_t>(took.size() * 99 / 100);
  std::nth_element(took.begin(), p99, took.end());
  state.counters["p99_ms"] = *p99 * 1000;
  state.counters["tests"] = static_cast<double>(tests) / static_cast<double>(took.size());
}

}  // namespace

void register_selection(const std::function<bool(const std::string&)>& wanted) {
  const auto add = [&](const char* name, bool is_edited, std::string_view limit, std::string_view returned) {
    if (!wanted(name)) return;
    benchmark::RegisterBenchmark(name, [=](auto& state) { asking(state, is_edited, limit, returned); })
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime();
  };
  add("selection/no_edit", false, "0", "0");
  add("selection/edited_body", true, "0", "1");
  add("selection/edited_frame", true, "1", "0");
}

}  // namespace covey::bench
