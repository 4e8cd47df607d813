#include "actors/listing_worker.hpp"
#include "actors/limits.hpp"
#include "actors/storage/source_text.hpp"
#include <chrono>
#include <new>

namespace covey::actors {
namespace {

parsers::source_reader reader_of(const read_tests& question, bool& used) {
  return [&question, &used](std::string_view path) -> std::optional<std::string> {
    auto source = storage::read_source(question.root + "/" + std::string{path}, limits::listed_file_bytes,
                                       question.root);
    if (!source.problem.empty()) return std::nullopt;
    used = true;
    return std::move(source.text);
  };
}

read_test_file read_one(const read_tests& question, const std::string& path) {
  read_test_file out;
  out.path = path;
  auto found = std::make_shared<parsers::file_blocks>();
  try {
    auto source = storage::read_source(question.root + "/" + path, limits::listed_file_bytes, question.root);
    out.identity = source.identity;
    out.problem = std::move(source.problem);
    if (out.problem.empty() && question.finder->may_hold_blocks(source.text)) {
      bool used_others = false;
      *found = question.finder->blocks_across(path, source.text, reader_of(question, used_others));
      // Changes of those other files go unnoticed, so this file is read again for each listing.
      if (found->incomplete && used_others) out.identity.settled = false;
    }
  } catch (const std::bad_alloc&) {
    out.problem = "there is not enough memory for it";
  }
  out.found = std::move(found);
  return out;
}

}  // namespace

listing_worker_actor::behavior_type listing_worker(listing_worker_actor::pointer self,
                                                   std::shared_ptr<const std::atomic<bool>> stop) {
  return {
      [self, stop](const read_tests& question) {
        self->quit();
        const auto deadline = std::chrono::steady_clock::now() + limits::listing_reading;
        auto out = std::make_shared<std::vector<read_test_file>>();
        for (const auto& path : question.paths) {
          if (*stop || std::chrono::steady_clock::now() > deadline) break;
          out->push_back(read_one(question, path));
        }
        return read_test_files_ptr{std::move(out)};
      },
  };
}

}  // namespace covey::actors
