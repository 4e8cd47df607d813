// What differs in a working tree from a commit of git's: the questions, and what their answers say.
// Source: git-diff(1), "Generating patch text with -p"; git-ls-files(1).
#pragma once

#include "parsers/languages/plan.hpp"
#include "parsers/model/source_lines.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// Of the files of `root`, by paths relative to it. They change nothing, take no locks, fetch nothing, and start no program that
// the repository's configuration names: for showing differences, for watching files, for filtering them.
command settings_question(const std::string& root);
// `settings`: the names that the first one gave. Nothing: one of them cannot be switched off.
std::optional<command> diff_question(const std::string& root, std::string_view settings,
                                     const std::string& commit);
// Its answer is the commit that a revision means; it fails where there is none.
command commit_question(const std::string& root, const std::string& revision);
// Likewise the commit that both have before them.
command merge_base_question(const std::string& root, const std::string& one, const std::string& other);
command untracked_question(const std::string& root);

struct patch_edits {
  edited_files files = {};
  std::vector<std::string> repositories = {};  // of these only the commit is told, which is another
};

// Of a patch without context (-U0): the lines that are new or have changed, and those between which some were taken out. Where git
// shows none (a binary file), they are not known. What is behind anything that is no patch is left out.
patch_edits edits_in_patch(std::string_view patch);

// Names that end with NUL, of files that git does not have, and of folders that are repositories of their own.
void add_untracked(patch_edits& to, std::string_view names);

}  // namespace covey::parsers
