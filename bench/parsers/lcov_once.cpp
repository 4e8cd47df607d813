// What the group `lcov` measures of covey's own: each question in a process of its own, so that memory is
// always fresh.
//   lcov_bench make FILE BYTES SEED    writes a tracefile
//   lcov_bench scan FILE               looks for every newline of the file in memory: no reader can be faster
//   lcov_bench memory FILE             reads the report from memory, in pieces as the server does
//   lcov_bench disk FILE               reads the report from the file, in the same pieces
// Prints one line of JSON.
#include "bench/inputs/tracefile.hpp"
#include "parsers/coverage/formats/any_report.hpp"
#include <chrono>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace covey;

constexpr std::size_t piece = 64 * 1024;

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The most memory that this process ever had; 0 where there is no /proc.
std::uint64_t peak() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (std::uint64_t kib = 0; word == "VmHWM:" && status >> kib) return kib * 1024;
  return 0;
}

std::ifstream opened(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return file;
}

std::vector<char> contents(const std::string& path) {
  auto file = opened(path);
  std::vector<char> out(static_cast<std::size_t>(file.seekg(0, std::ios::end).tellg()));
  file.seekg(0).read(out.data(), static_cast<std::streamsize>(out.size()));
  return out;
}

void scan(const std::string& path) {
  const auto bytes = contents(path);
  std::uint64_t lines = 0;
  const auto time = seconds([&] {
    const auto* end = bytes.data() + bytes.size();
    for (const auto* at = bytes.data(); at != end; ++lines) {
      const auto* stop = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
      at = stop == nullptr ? end : stop + 1;
    }
  });
  std::cout << "{\"seconds\":" << time << ",\"lines\":" << lines << "}\n";
}

void feed_from_memory(parsers::any_report_parser& reader, std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += piece) reader.feed(bytes.substr(at, piece));
}

void feed_from_disk(parsers::any_report_parser& reader, const std::string& path) {
  auto file = opened(path);
  std::vector<char> block(piece);
  while (file) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    reader.feed({block.data(), static_cast<std::size_t>(file.gcount())});
  }
}

void read(const std::function<void(parsers::any_report_parser&)>& feed) {
  const auto before = peak();
  std::variant<parsers::coverage_report, parsers::no_report> result;
  const auto time = seconds([&] {
    parsers::any_report_parser reader;
    feed(reader);
    result = reader.finish();
  });
  const auto grown = peak() - before;
  const auto* report = std::get_if<parsers::coverage_report>(&result);
  if (report == nullptr)
    throw std::runtime_error("not a report: " + std::get<parsers::no_report>(result).reason);
  const auto sums = parsers::totals(report->data);
  std::cout << "{\"seconds\":" << time << ",\"found\":" << sums.lines.found << ",\"hit\":" << sums.lines.hit
            << ",\"files\":" << report->data.files.size() << ",\"complaints\":" << report->diagnostics.size()
            << ",\"grown\":" << grown << ",\"kept\":" << parsers::memory_of(*report) << "}\n";
}

void answer(const std::vector<std::string>& words) {
  if (words.size() == 4 && words[0] == "make") {
    std::ofstream file(words[1], std::ios::binary);
    bench::write_tracefile(file, std::stoull(words[2]), std::stoull(words[3]));
    if (!file.flush()) throw std::runtime_error("cannot write " + words[1]);
  } else if (words.size() == 2 && words[0] == "scan") {
    scan(words[1]);
  } else if (words.size() == 2 && words[0] == "memory") {
    const auto bytes = contents(words[1]);
    read([&](auto& reader) { feed_from_memory(reader, {bytes.data(), bytes.size()}); });
  } else if (words.size() == 2 && words[0] == "disk") {
    read([&](auto& reader) { feed_from_disk(reader, words[1]); });
  } else {
    throw std::runtime_error("lcov_bench make FILE BYTES SEED | scan FILE | memory FILE | disk FILE");
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    answer({argv + 1, argv + argc});
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << '\n';
    return 1;
  }
}
