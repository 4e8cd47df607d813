// covey_bench: how fast covey's readers are, beside others, on the same bytes in the same run. scripts/bench
// runs it.
//   covey_bench list [REGEX]             every row: INPUT/READER
//   covey_bench sum INPUT [BYTES [SEED]]   what is in an input: a checksum, its size, its counts
//   covey_bench write INPUT FILE [BYTES [SEED]]
//   covey_bench run [REGEX [BYTES [SEED]]] [--benchmark_…]   of the rows that REGEX finds; BYTES of each
//   input
//   covey_bench index [REGEX] [--benchmark_…]   what is known of a large suite (coverage_index.hpp, selection.hpp)
// Before anything is timed, all readers must agree on what an input holds; else it ends with 1.
#include "bench/parsers/agreement.hpp"
#include "bench/parsers/coverage_index.hpp"
#include "bench/parsers/selection.hpp"
#include "bench/parsers/readers.hpp"
#include <benchmark/benchmark.h>
#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <regex>
#include <stdexcept>

namespace {

using namespace covey::bench;

constexpr std::uint64_t default_seed = 1;

std::string shown(const counts& values) {
  std::string out;
  for (const auto& [name, value] : values)
    out += (out.empty() ? "" : ", ") + name + " " + std::to_string(value);
  return out;
}

made_text text_of(const input& from, std::size_t bytes, std::uint64_t seed) {
  auto out = from.make(bytes > 0 ? bytes : from.bytes, seed);
  if (out.bytes.empty()) throw std::runtime_error(from.name + ": there is nothing recorded");
  out.bytes.reserve(out.bytes.size() + readable_behind);
  out.expected["line feeds"] =
      static_cast<std::uint64_t>(std::count(out.bytes.begin(), out.bytes.end(), '\n'));
  return out;
}

// FNV-1a
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t out = 0xcbf29ce484222325;
  for (const char c : bytes) out = (out ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return out;
}

void measure(benchmark::State& state, const reader& each, std::string_view bytes, std::uint64_t items) {
  for (auto _ : state) {
    auto found = each.read(bytes);
    benchmark::DoNotOptimize(found);
  }
  const auto rounds = static_cast<std::int64_t>(state.iterations());
  state.SetBytesProcessed(rounds * static_cast<std::int64_t>(bytes.size()));
  state.SetItemsProcessed(rounds * static_cast<std::int64_t>(items));
}

struct arguments {
  std::vector<std::string> words;
  std::vector<char*> of_benchmark;

  std::string word(std::size_t at, const char* otherwise) const {
    return at < words.size() ? words[at] : otherwise;
  }
  std::uint64_t number(std::size_t at, std::uint64_t otherwise) const {
    return at < words.size() ? std::stoull(words[at]) : otherwise;
  }
};

const input& input_named(const inputs& all, const std::string& name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == name; });
  if (found == all.end()) throw std::runtime_error("no input '" + name + "'");
  return *found;
}

// The rows of an input that are wanted.
std::vector<const reader*> rows_of(const input& from, const std::regex& wanted) {
  std::vector<const reader*> out;
  for (const auto& each : from.readers)
    if (std::regex_search(from.name + "/" + each.name, wanted)) out.push_back(&each);
  return out;
}

void run_registered(arguments given) {
  auto count = static_cast<int>(given.of_benchmark.size());
  benchmark::Initialize(&count, given.of_benchmark.data());
  benchmark::RunSpecifiedBenchmarks();
}

void run_index(const arguments& given) {
  const std::regex regex{given.word(1, "")};
  const auto wanted = [&](const std::string& name) { return std::regex_search(name, regex); };
  register_coverage_index(wanted);
  register_selection(wanted);
  run_registered(given);
}

void run(const inputs& all, const arguments& given) {
  const std::regex wanted{given.word(1, "")};
  std::vector<std::unique_ptr<made_text>> texts;  // as long as the benchmarks
  for (const auto& from : all) {
    const auto rows = rows_of(from, wanted);
    if (rows.empty()) continue;
    auto& text = *texts.emplace_back(
        std::make_unique<made_text>(text_of(from, given.number(2, 0), given.number(3, default_seed))));
    const auto known = agreed(from, text);
    benchmark::AddCustomContext(from.name,
                                "bytes " + std::to_string(text.bytes.size()) + ", " + shown(known));
    const auto items = known.at(from.items);
    for (const auto* row : rows) {
      const auto once = [row, &text, items](benchmark::State& state) {
        measure(state, *row, text.bytes, items);
      };
      benchmark::RegisterBenchmark((from.name + "/" + row->name).c_str(), once)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  }
  run_registered(given);
}

void answer(const arguments& given) {
  const auto what = given.word(0, "run");
  if (what == "index") return run_index(given);
  const auto all = all_inputs();
  if (what == "run") return run(all, given);
  if (what == "list") {
    const std::regex wanted{given.word(1, "")};
    for (const auto& from : all)
      for (const auto* row : rows_of(from, wanted)) std::cout << from.name << '/' << row->name << '\n';
  } else if (what == "sum" && given.words.size() > 1) {
    const auto& from = input_named(all, given.words[1]);
    const auto text = text_of(from, given.number(2, 0), given.number(3, default_seed));
    std::cout << std::hex << checksum(text.bytes) << std::dec << ' ' << text.bytes.size() << ' '
              << shown(agreed(from, text)) << '\n';
  } else if (what == "write" && given.words.size() > 2) {
    const auto text =
        text_of(input_named(all, given.words[1]), given.number(3, 0), given.number(4, default_seed));
    std::ofstream file(given.words[2], std::ios::binary);
    file << text.bytes;
    if (!file.flush()) throw std::runtime_error("cannot write " + given.words[2]);
  } else {
    throw std::runtime_error(
        "list [REGEX] | sum INPUT [BYTES [SEED]] | write INPUT FILE [BYTES [SEED]] | run … | index …");
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    arguments given{{}, {argv[0]}};
    for (int i = 1; i < argc; ++i)
      if (std::string_view{argv[i]}.starts_with("--"))
        given.of_benchmark.push_back(argv[i]);
      else
        given.words.emplace_back(argv[i]);
    answer(given);
    return 0;
  } catch (const std::exception& problem) {
    std::cerr << "covey_bench: " << problem.what() << '\n';
    return 1;
  }
}
