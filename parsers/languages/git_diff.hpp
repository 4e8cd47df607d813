// What differs in a working tree from git's last commit: the questions, and what their answers say.
// Source: git-diff(1), "Generating patch text with -p"; git-ls-files(1).
#pragma once

#include "parsers/languages/plan.hpp"
#include "parsers/model/source_lines.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers {

// Of the files of `root`, by paths relative to it. They change nothing, take no locks, fetch nothing, and start no program that
// the repository's configuration names: for showing differences, for watching files, for filtering them.
command settings_question(const std::string& root);
// `settings`: the names that the first one gave. Nothing: one of them cannot be switched off.
std::optional<command> diff_question(const std::string& root, std::string_view settings,
                                     const std::string& commit = "HEAD");
// The names of all files that differ, those that are gone or no text among them; each ends with NUL.
std::optional<command> names_question(const std::string& root, std::string_view settings,
                                      const std::string& commit);
// Its answer is the commit that a revision means; it fails where there is none.
command commit_question(const std::string& root, const std::string& revision);
command untracked_question(const std::string& root);

// Of a patch without context (-U0): the lines that are new or have changed, and those between which some were taken out.
// Files whose names git quotes are left out, and what is behind anything that is no patch.
edited_files edits_in_patch(std::string_view patch);

// Of names that end with NUL, those that are not there: each is edited as a whole.
void add_whole(edited_files& to, std::string_view names);
// Of such names each.
void add_untracked(edited_files& to, std::string_view names);

}  // namespace covey::parsers
