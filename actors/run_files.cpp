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
  parsers::add_unit_facts(data, question.run->results);
  data.lines = hashed_sources_of(data, *question.run);
  return std::make_shared<const parsers::coverage>(std::move(data));
}

causes_ptr explain(const explain_failures& question) {
  const auto& run = *question.run;
  const auto* language = parsers::find_language(run.language);
  if (language == nullptr) return nullptr;
  failure_sources sources{run, *language};
  std::vector<parsers::measured_run> earlier;
  if (question.known) earlier = question.known->runs;
  if (question.known && question.data) {
    auto added = added_of(run, question.data, protocol::why_partial(run));
    earlier = parsers::left_after(*question.known, added);
  }
  auto known = parsers::with_earlier(question.data, earlier, run, sources);
  if (question.last) parsers::add_known_failures(known.earlier, *question.last);
  auto out = known.data
                 ? parsers::explained_causes(run.results, *known.data, sources, run.causes, known.earlier)
             : run.causes.empty() ? parsers::causes_of(run.results)
                                  : run.causes;
  return std::make_shared<const std::vector<parsers::cause>>(std::move(out));
}

caf::result<scratch_made> make(std::optional<process::scratch>& scratch) {
  auto made = process::scratch::make();
  if (!made)
    return fail(fault::plan_refused, "no scratch folder in " + process::scratch_directory() + ": " +
                                         made.error().message() +
                                         "; set TMPDIR to a folder that can be written to");
  scratch.emplace(std::move(*made));
  return scratch_made{scratch->path()};
}

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

caf::result<scratch_filled> fill_for(const process::scratch& scratch, const parsers::run_plan& plan) {
  if (const auto ec = fill(plan))
    return fail(fault::plan_refused, scratch.path() + " could not be prepared: " + ec.message() +
                                         "; set TMPDIR to a folder with space that can be written to");
  return scratch_filled{};
}

}  // namespace

run_files_actor::behavior_type run_files(run_files_actor::stateful_pointer<run_files_state> self) {
  auto& scratch = state_of(self).scratch;
  return {
      [&scratch](const make_scratch&) { return make(scratch); },
      [&scratch](const fill_scratch& message) { return fill_for(*scratch, *message.plan); },
      [](const collect_coverage& question) { return collect(question); },
      [](const explain_failures& question) { return explain(question); },
      [self, &scratch](const remove_scratch&) {
        scratch.reset();
        self->quit();
        return scratch_removed{};
      },
  };
}

}  // namespace covey::actors
