// The sources of a run's project for those who look for the fault behind its failures, read from the disk as far as they
// are still what ran. Used on the thread of an actor that may touch files.
#pragma once

#include "parsers/languages/language.hpp"
#include "parsers/localization/suspects.hpp"
#include "parsers/model/finished_run.hpp"
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace covey::actors {

class failure_sources : public parsers::measured_sources {
 public:
  // Both must outlive it.
  failure_sources(const parsers::finished_run& run, const parsers::language& language)
      : run_(run), language_(language) {}

  const std::vector<parsers::function_extent>& functions_of(std::string_view file) override;
  const parsers::line_hashes* lines_of(std::string_view file) override;
  std::string_view line_at(const parsers::location& where) override;
  std::string_view text_of(std::string_view file) override { return file_of(file, for_texts_).text; }
  const parsers::file_edits& edits_of(std::string_view file, const parsers::failure& since) override;
  std::uint64_t edited_since(const parsers::failure& one) override;

 private:
  struct known_file {
    std::string text;
    bool is_parsed = false;
    std::vector<parsers::function_extent> functions = {};
    std::optional<parsers::line_hashes> lines = {};
  };
  known_file& file_of(std::string_view path, std::size_t& read);
  const parsers::file_edits& edits_since_commit(std::string_view file, const parsers::edited_files& all);

  const parsers::finished_run& run_;
  const parsers::language& language_;
  std::map<std::string, known_file, std::less<>> files_;
  std::size_t for_functions_ = 0, for_lines_ = 0,
              for_texts_ = 0;  // read for that first; each at most limits::explained_files
  known_file none_ = {};
  std::map<std::pair<std::string, const parsers::last_pass*>, parsers::file_edits> edits_;
  parsers::file_edits no_edits_ = {};
};

// Of the measured files, as far as they are still what ran: what a later state is compared with.
parsers::hashed_sources_ptr hashed_sources_of(const parsers::coverage& data,
                                              const parsers::finished_run& run);

}  // namespace covey::actors
