// What a run says of its tests for later: what each of them ran and loaded, in blocks, how it ended, and what the workspace held.
// Design: docs/design/25-affected-tests.md
#pragma once

#include "parsers/languages/language.hpp"
#include "parsers/model/coverage.hpp"
#include "parsers/model/file_outline.hpp"
#include "parsers/model/finished_run.hpp"
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

using file_outline_ptr = std::shared_ptr<const file_outline>;

// A file of the workspace, as the run saw it.
struct recorded_file {
  std::string path = {};      // relative to the root
  std::uint64_t content = 0;  // hash of its bytes; 0: not known, or it changed while the run went on
  bool rewritten = false;     // by the run itself: what it holds is no edit
  std::uint32_t loaded_in =
      0;  // index of the set of what ran in the test that was the first to load it; 0: none was
  bool left_out = false;          // git ignores it, and tests ran it all the same
  file_outline_ptr outline = {};  // of a source or of what decides how tests run; null: not known
  std::uint32_t first_block = 0;  // the number of its frame; those of its bodies follow. 0: it has no outline
  // Tests read it as it is. Then it may also be absent (its content is 0), the list of a folder ("F/*", its content a hash of the names) or
  // a variable ("$NAME").
  bool read = false;
  std::uint32_t kept_in =
      0;  // index of the set of what ran while it was read and keeps that; if that was outside of tests, of all of it
  std::uint32_t read_as = 0;  // the number of all that it holds as one block; 0: it was not read
};

bool is_list(const recorded_file& file);
// Of the names in a folder, by what is in it; `files` is sorted by path.
std::uint64_t hash_of_names(const std::vector<file_content>& files, std::string_view folder);

// Numbers of blocks, sorted.
using block_set = std::vector<std::uint32_t>;

struct recorded_test {
  std::string group = {};
  std::string name = {};     // empty: the group could not run
  std::uint32_t ran = 0;     // index of its set
  std::uint32_t loaded = 0;  // likewise: what ran while its group was loaded, where that is told by group
  outcome last = outcome::passed;
  bool complete = true;     // all that it ran is known
  std::uint32_t parts = 0;  // subtests that ran: they are a part of it, as they may go on from each other
  // Of runs, this one included, in which all that it runs and reads was as in this.
  std::uint32_t passed = 0, failed = 0;
  bool came_back = false;     // it passed after a failure in a run of the same tests
  bool fails_in_all = false;  // the last one of all tests
  bool is_short = false;      // it failed, without all that it ran when it passed
  std::chrono::milliseconds duration{0};
};

// What decides beside the workspace: programs, what is installed, variables. By name, as hashes.
using test_environment = std::vector<std::pair<std::string, std::uint64_t>>;

struct recorded_run {
  std::string language = {};
  std::int64_t ended = 0;  // ms since the epoch
  bool is_whole = false;   // it judged all tests
  std::vector<std::string> whole_files =
      {};                  // of a run of some tests: those of which it judged all, new ones too
  bool by_import = false;  // what tests ran was measured in part: who may load what is all that is known
  bool reads_known =
      false;  // the files that are not read were read by no test, and who started processes is known
  test_environment environment = {};
  std::uint64_t variables = 0;  // hash of all that tests could ask for: other ones explain a verdict, and affect no test by themselves
  std::vector<recorded_file> files = {};  // sorted by path
  std::vector<block_set> sets = {};       // the first is empty
  // Index of the set of what ran outside of tests, where it is not told which of them had it loaded.
  std::uint32_t loaded = 0;
  std::vector<recorded_test> tests = {};  // sorted by group and name
  // By number_blocks().
  std::uint32_t blocks = 0;                  // how many there are; they count from 1
  std::vector<std::uint32_t> outlined = {};  // indices of the files that have an outline
  std::vector<std::uint32_t> read = {};      // and of those that were read: their numbers follow

  const recorded_file* file(std::string_view path) const;  // null: it had none of that name
  // The file that has the block, and which of its blocks it is; the number must be one of a set. Of a file that was read: 0.
  std::pair<const recorded_file*, std::size_t> block(std::uint32_t number) const;
  bool is_source_block(std::uint32_t number) const {
    return read.empty() || number < files[read.front()].read_as;
  }
};
using recorded_run_ptr = std::shared_ptr<const recorded_run>;

// Numbers the blocks of all files, in their order.
void number_blocks(recorded_run& of);

// Gives the outline of a file that holds just this, and of one that git ignores what it holds; null: it cannot.
struct workspace_reader {
  std::function<file_outline_ptr(std::string_view path, std::uint64_t content)> outline;
  std::function<std::uint64_t(std::string_view path)> content;  // 0: it cannot be read
  // Whether an older run on record has the outline, so that a run of some tests need not keep it. Empty: none has.
  std::function<bool(std::string_view path, std::uint64_t content)> has_outline = {};
};

// Whether what the file holds decides how all tests run: a lock file, a configuration.
bool is_deciding(const language& of, std::string_view path);
// Whether it is a source, and in no folder that the language's tools pass over: there it is data.
bool is_own_source(const language& of, std::string_view path);
// Whether nobody but people reads it, unless a source names it.
bool is_document(std::string_view path);
// Whether it has an outline: such a source, or what decides and may name sources.
bool has_outline(const language& of, std::string_view path);

// Nothing where the run says nothing for later: it was of another kind (flags of its caller), or its files are not known.
std::optional<recorded_run> record_of(const finished_run& run, const coverage* data, const language& of,
                                      const workspace_reader& read);

// --- as bytes, for the disk

// Magic, `made_by`, the run, and a hash of all that: numbers as in packed_line_sets, texts with their length, lists with their count. Numbers that grow
// are stored as distances. No text of a source is in it.
std::string to_bytes(const recorded_run& run, std::string_view made_by);

// Nothing unless these are the very bytes that to_bytes() gave for the same `made_by`: torn, damaged, or of another version.
std::optional<recorded_run> run_of_bytes(std::string_view bytes, std::string_view made_by);

}  // namespace covey::parsers
