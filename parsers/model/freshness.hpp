// Whether what was read from files still holds: a run's results, by the contents of the project's files when it began and ended, and
// now; an answer about the toolchain, by the files that decide it.
// Design: docs/design/07-fingerprints.md
#pragma once

#include "parsers/text/shared_text.hpp"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct file_content {
  shared_text path;        // relative to the root
  std::uint64_t hash = 0;  // of its bytes; 0: they have not been read
  std::uint64_t mark = 0;  // of its time stamps: equal, the bytes are the same; 0: not known

  friend bool operator==(const file_content&, const file_content&) = default;
};

// A part of a tree that could not be seen.
struct unseen_part {
  std::string path;  // of a folder or a file, relative to the root; empty: any
  std::string why;   // a sentence that names it

  friend bool operator==(const unseen_part&, const unseen_part&) = default;
};

// What a tree holds. Two states of an unchanged tree are equal.
struct fingerprint {
  std::vector<file_content> files;  // sorted by path
  std::vector<unseen_part> unseen;  // where there may be files that are not among them

  // Whether the path may be there all the same if it is not among the files.
  bool may_hide(std::string_view path) const;

  friend bool operator==(const fingerprint&, const fingerprint&) = default;
};
using fingerprint_ptr = std::shared_ptr<const fingerprint>;

// What a run saw: its project's files at its begin and at its end. Null: it is not known.
struct run_fingerprints {
  fingerprint_ptr before;
  fingerprint_ptr after;
  std::vector<shared_text> written_before = {};  // what was written while the run before it went on, sorted
};

// The files that were written while a run went on: sorted, and none if they are more than any run rewrites.
std::vector<shared_text> written_during(const run_fingerprints& run);

struct content_changes {  // sorted paths
  std::vector<shared_text> changed;
  std::vector<shared_text> created;
  std::vector<shared_text> removed;

  bool empty() const { return changed.empty() && created.empty() && removed.empty(); }
};

content_changes changes_between(const fingerprint& before, const fingerprint& now);

struct freshness {
  enum class verdict_type : std::uint8_t {
    fresh,   // the files are as the run saw them
    stale,   // some are not
    unknown  // it could not be found out
  };
  verdict_type verdict = verdict_type::unknown;
  content_changes since;       // the run's begin, as far as the run may have missed them
  std::size_t during_run = 0;  // of these, the files that changed while the run went on
  std::vector<shared_text> rewritten =
      {};                            // not among these: files that this run and the one before it wrote
  std::vector<std::string> unknown;  // why something is not known
};

using path_test = std::function<bool(std::string_view path)>;

// `is_source`: whether a file that appears while a run goes on may be an edit. Any other is taken for what the
// run itself makes (logs, reports, caches) until it differs from that. A file that was there before, and was
// written while the run went on, has changed, also if it holds the same again: the tests may have seen either
// version. `is_rewritten`: whether runs rewrite the file, so that only later changes of it count; empty: of no
// file. Where one of the three could not see a part, only the reason is given.
freshness freshness_of(const fingerprint& before, const fingerprint& after, const fingerprint& now,
                       const path_test& is_source, const path_test& is_rewritten = {});

// The same where some of the three may not be known. What was written while the run before it went on is
// rewritten by runs, if `may_be_rewritten`.
freshness freshness_of(const run_fingerprints& run, const fingerprint_ptr& now, const path_test& is_source,
                       const path_test& may_be_rewritten);

// Whether the file, by its path relative to the root, was not there before, as far as that was seen.
bool is_added(std::string_view file, const fingerprint_ptr& before);

// Whether both have the file with different contents, or only one of them has it. False if that is not known.
bool differs_in(std::string_view file, const fingerprint_ptr& before, const fingerprint_ptr& now);

// Whether both have the file, with the same contents. False if that is not known.
bool keeps(std::string_view file, const fingerprint_ptr& before, const fingerprint_ptr& now);

// Whether the first has the file, and the second does not. False if that is not known.
bool removes(std::string_view file, const fingerprint_ptr& before, const fingerprint_ptr& now);

// What a step of a test script changed among the project's own files, as a note of the run:
// "the step `./gencert.sh` wrote test/server.pem, and removed a.js"; empty: nothing. Some files are named,
// the others counted. What one of the fingerprints could not see is left out.
std::string note_of_step(std::string_view step, const fingerprint& before, const fingerprint& after);

// Which part of a file below a folder can change the answer.
enum class source_part : std::uint8_t { nothing, name, text };

// An absolute path. A file counts by its text, a folder by the names in it, a missing path by its absence.
struct answer_source {
  std::string path;
  // For a folder: instead of the names in it, the files at any depth below it, by their path below it.
  source_part (*below)(std::string_view file) = nullptr;
  // Whether a folder below it is entered, by its name; null: all are but hidden ones. Links to folders are not.
  bool (*enters)(std::string_view folder) = nullptr;
  // The part of a text that counts; null: all of it.
  std::string (*excerpt)(std::string_view text) = nullptr;
};

// The files that an answer about the toolchain was read from. While they are unchanged the answer holds, and the toolchain need
// not be asked again.
struct answer_sources {
  std::vector<answer_source> known;
  // Further files, which the answer (what was printed) names; null: none.
  std::function<std::vector<answer_source>(std::string_view printed)> named_in = {};
  // A program that only passes the question on, to one that the sources decide: argv[0] may be a link to it. An answer of
  // any other program that stands in for another one, such as a script of a version manager, is not kept.
  std::string_view dispatcher = {};
  bool may_be_script = false;  // argv[0] itself is a script, and the sources are all that it looks at
};
using answer_sources_ptr = std::shared_ptr<const answer_sources>;

// The files of these names in `folder` and in each folder above it.
std::vector<answer_source> in_parents(std::string_view folder, const std::vector<std::string_view>& names);

}  // namespace covey::parsers
