#include "actors/run_files.hpp"
#include "actors/coverage_index.hpp"
#include "actors/failure_sources.hpp"
#include "actors/limits.hpp"
#include "parsers/coverage/unit_lines_collector.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/localization/explained_causes.hpp"
#include "protocol/render/ending.hpp"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
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

// Returns the number of bytes read.
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

}  // namespace

coverage_ptr collect_coverage(const plan_ptr& plan, const finished_run_ptr& run) {
  auto collector = plan->make_collector();
  std::uint64_t read = 0;
  std::size_t left_out = 0;
  for (const auto& path : files_in(plan->coverage_dir)) {
    if (read < limits::coverage_bytes)
      read += feed_file(*collector, path);
    else
      ++left_out;
  }
  if (read == 0) return nullptr;
  auto data = collector->finish(run->results);
  if (left_out > 0)
    data.notes.push_back(std::to_string(left_out) + " coverage files were left out: more than " +
                         std::to_string(limits::coverage_bytes >> 20) + " MiB of coverage in one run");
  if (data.files.empty()) return nullptr;
  parsers::add_unit_facts(data, run->results);
  data.lines = hashed_sources_of(data, *run);
  return std::make_shared<const parsers::coverage>(std::move(data));
}

std::shared_ptr<const std::vector<parsers::cause>> explain_failures(
    const finished_run_ptr& of, const coverage_ptr& data, const finished_run_ptr& last,
    const std::shared_ptr<const parsers::measured_runs>& known_runs) {
  const auto& run = *of;
  const auto* language = parsers::find_language(run.language);
  if (language == nullptr) return nullptr;
  failure_sources sources{run, *language};
  std::vector<parsers::measured_run> earlier;
  if (known_runs) earlier = known_runs->runs;
  if (known_runs && data) {
    auto added = added_of(run, data, protocol::why_partial(run));
    earlier = parsers::left_after(*known_runs, added);
  }
  auto known = parsers::with_earlier(data, earlier, run, sources);
  if (last) parsers::add_known_failures(known.earlier, *last);
  auto out = known.data
                 ? parsers::explained_causes(run.results, *known.data, sources, run.causes, known.earlier)
             : run.causes.empty() ? parsers::causes_of(run.results)
                                  : run.causes;
  return std::make_shared<const std::vector<parsers::cause>>(std::move(out));
}

namespace {

// In the session's folder it may be, and what was made of it goes by its time.
bool is_there(const parsers::planned_file& file) {
  std::ifstream in{file.path, std::ios::binary};
  if (!in) return false;
  std::string text(file.text.size() + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text == file.text;
}

boost::system::error_code fill(const parsers::run_plan& plan) {
  std::error_code ec;
  for (const auto& folder : plan.folders) fs::create_directories(folder, ec);
  for (const auto& file : plan.files) {
    if (!ec) fs::create_directories(fs::path{file.path}.parent_path(), ec);
    if (ec) return ec;
    if (is_there(file)) continue;
    std::ofstream out{file.path, std::ios::binary};
    out << file.text;
    if (!out.flush()) return {errno, boost::system::system_category()};
  }
  if (!ec && !plan.events.empty()) fs::create_directories(fs::path{plan.events}.parent_path(), ec);
  if (ec) return ec;
  const bool made = plan.events.empty() || ::mkfifo(plan.events.c_str(), 0600) == 0;
  return made ? boost::system::error_code{}
              : boost::system::error_code{errno, boost::system::system_category()};
}

}  // namespace

made_scratch make_scratch() {
  auto made = process::scratch::make();
  if (!made)
    return {nullptr, "no scratch folder in " + process::scratch_directory() + ": " + made.error().message() +
                         "; set TMPDIR to a folder that can be written to"};
  return {std::make_shared<process::scratch>(std::move(*made)), {}};
}

std::string fill_scratch(const scratch_ptr& folder, const plan_ptr& plan) {
  const auto ec = fill(*plan);
  return ec ? folder->path() + " could not be prepared: " + ec.message() +
                  "; set TMPDIR to a folder with space that can be written to"
            : std::string{};
}

bool remove_scratch(const scratch_ptr& folder) {
  const process::scratch removed{std::move(*folder)};
  return true;
}

}  // namespace covey::actors
