#include "actors/run_files.hpp"
#include "actors/limits.hpp"
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

namespace covey::actors {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_in(const std::string& directory) {
  std::vector<fs::path> out;
  std::error_code ec;
  for (fs::directory_iterator it{directory, ec}, end; !ec && it != end; it.increment(ec)) {
    std::error_code ignored;
    if (it->is_regular_file(ignored)) out.push_back(it->path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

// How much of the budget the file took.
std::uint64_t feed_file(parsers::coverage_collector& collector, const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> block(64 * 1024);
  std::uint64_t total = 0;
  collector.begin_file(path.filename().string());
  while (file) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    const auto n = static_cast<std::size_t>(file.gcount());
    collector.feed({block.data(), n});
    total += n;
  }
  collector.end_file();
  return total;
}

coverage_ptr collect(const collect_coverage& question) {
  auto collector = question.plan->make_collector();
  std::uint64_t read = 0;
  std::size_t left_out = 0;
  for (const auto& path : files_in(question.plan->coverage_dir)) {
    if (read < limits::coverage_bytes)
      read += feed_file(*collector, path);
    else
      ++left_out;
  }
  if (read == 0) return nullptr;
  auto data = collector->finish(question.run->results);
  if (left_out > 0)
    data.notes.push_back(std::to_string(left_out) + " coverage files were left out: more than " +
                         std::to_string(limits::coverage_bytes >> 20) + " MiB of coverage in one run");
  if (data.files.empty()) return nullptr;
  return std::make_shared<const parsers::coverage>(std::move(data));
}

}  // namespace

coverage_reader_actor::behavior_type coverage_reader(coverage_reader_actor::pointer self) {
  return {
      [self](const collect_coverage& question) {
        self->quit();
        return collect(question);
      },
  };
}

}  // namespace covey::actors
