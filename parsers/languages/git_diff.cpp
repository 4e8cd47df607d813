#include "parsers/languages/git_diff.hpp"
#include "parsers/text/slices.hpp"
#include <utility>
#include <vector>

namespace covey::parsers {
namespace {

command question(const std::string& root, std::vector<std::string> words) {
  command out;
  // Without the last of these, `git diff` writes its index anew. What a partial clone lacks is not fetched: the first variable
  // says so to a git that knows it, the second lets no other connect, whatever its configuration allows.
  out.argv = {"git", "--no-optional-locks",        "-c", "core.quotePath=off",
              "-c",  "core.hooksPath=/dev/null",   "-c", "core.fsmonitor=false",
              "-c",  "diff.autoRefreshIndex=false"};
  out.set_env = {{"GIT_NO_LAZY_FETCH", "1"}, {"GIT_ALLOW_PROTOCOL", "none"}, {"GIT_TERMINAL_PROMPT", "0"}};
  out.argv.insert(out.argv.end(), std::make_move_iterator(words.begin()),
                  std::make_move_iterator(words.end()));
  out.cwd = root;
  return out;
}

// "12,3" or "12", which is one line.
bool take_range(std::string_view& text, std::uint32_t& first, std::uint32_t& count) {
  count = 1;
  if (!take_number(text, first)) return false;
  if (!text.starts_with(',')) return true;
  text.remove_prefix(1);
  return take_number(text, count);
}

struct hunk {
  std::uint32_t removed = 0, first = 0, added = 0;
};

// "@@ -10,2 +9,0 @@ some function"
std::optional<hunk> hunk_of(std::string_view line) {
  constexpr std::string_view begin = "@@ -", then = " +";
  hunk out;
  std::uint32_t before = 0;
  if (!line.starts_with(begin)) return {};
  line.remove_prefix(begin.size());
  if (!take_range(line, before, out.removed) || !line.starts_with(then)) return {};
  line.remove_prefix(then.size());
  if (!take_range(line, out.first, out.added)) return {};
  return out;
}

void add_line(std::vector<std::uint32_t>& to, std::uint32_t line) {
  if (line > 0 && (to.empty() || to.back() < line)) to.push_back(line);
}

// What git has as "b/NAME", with a tab behind it if blanks are in it.
std::string_view name_of(std::string_view text) {
  if (!text.starts_with("b/")) return {};
  text.remove_prefix(2);
  if (text.ends_with('\t')) text.remove_suffix(1);
  return text;
}

// With all programs switched off that filter files; nothing: one of them cannot be.
std::optional<std::vector<std::string>> without_filters(std::string_view settings) {
  std::vector<std::string> words;
  for (auto end = settings.find('\0'); end != settings.npos; end = settings.find('\0')) {
    const auto name = settings.substr(0, end);
    settings.remove_prefix(end + 1);
    if (!name.starts_with("filter.")) continue;
    if (name.find('=') != name.npos) return std::nullopt;
    words.insert(words.end(), {"-c", std::string{name} + "="});
  }
  return words;
}

}  // namespace

command settings_question(const std::string& root) {
  return question(root, {"config", "-z", "--name-only", "--list"});
}

std::optional<command> diff_question(const std::string& root, std::string_view settings,
                                     const std::string& commit) {
  auto words = without_filters(settings);
  if (!words) return std::nullopt;
  words->insert(words->end(), {"diff", "--no-ext-diff", "--no-textconv", "--no-color", "--find-renames",
                               "-U0", "--inter-hunk-context=0", "--ignore-submodules", "--src-prefix=a/",
                               "--dst-prefix=b/", "--relative", commit, "--"});
  return question(root, std::move(*words));
}

std::optional<command> names_question(const std::string& root, std::string_view settings,
                                      const std::string& commit) {
  auto words = without_filters(settings);
  if (!words) return std::nullopt;
  words->insert(words->end(), {"diff", "--no-ext-diff", "--no-textconv", "--no-renames", "--name-only", "-z",
                               "--ignore-submodules", "--relative", commit, "--"});
  return question(root, std::move(*words));
}

command commit_question(const std::string& root, const std::string& revision) {
  return question(root, {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
}

command untracked_question(const std::string& root) {
  return question(root, {"ls-files", "-z", "--others", "--exclude-standard"});
}

edited_files edits_in_patch(std::string_view patch) {
  constexpr std::string_view header = "+++ ";
  edited_files out;
  std::vector<std::uint32_t>* lines = nullptr;
  std::string_view line;
  hunk left;  // of what is read: its lines may look like anything
  while (next_line(patch, line)) {
    if (left.removed > 0 && line.starts_with('-')) {
      --left.removed;
    } else if (left.added > 0 && line.starts_with('+')) {
      if (lines != nullptr) add_line(*lines, left.first);
      ++left.first;
      --left.added;
    } else if (left.removed > 0 && left.added > 0 && line.starts_with(' ')) {
      --left.removed;  // settings may ask for context all the same
      --left.added;
      ++left.first;
    } else if (line.starts_with("diff --git ")) {
      lines = nullptr;
    } else if (line.starts_with(header)) {
      const auto name = name_of(line.substr(header.size()));
      lines = name.empty() ? nullptr : &out[std::string{name}].lines.emplace();
      if (lines != nullptr) out.find(name)->second.any = true;
    } else if (line.starts_with("@@")) {
      const auto found = hunk_of(line);
      if (!found) return out;
      left = *found;
      if (lines == nullptr || left.added > 0) continue;
      add_line(*lines, left.first);  // what is around the lines that were taken out
      add_line(*lines, left.first + 1);
    }
  }
  return out;
}

void add_whole(edited_files& to, std::string_view names) {
  for (auto end = names.find('\0'); end != names.npos; end = names.find('\0')) {
    to.try_emplace(std::string{names.substr(0, end)}, file_edits{true, {}});
    names.remove_prefix(end + 1);
  }
}

void add_untracked(edited_files& to, std::string_view names) {
  for (std::size_t end = names.find('\0'); end != std::string_view::npos; end = names.find('\0')) {
    to.insert_or_assign(std::string{names.substr(0, end)}, file_edits{true, {}});
    names.remove_prefix(end + 1);
  }
}

}  // namespace covey::parsers
