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
  out.argv = {"git", "--no-optional-locks",         "-c", "core.quotePath=off",
              "-c",  "core.hooksPath=/dev/null",    "-c", "core.fsmonitor=false",
              "-c",  "diff.autoRefreshIndex=false", "-c", "core.attributesFile=/dev/null"};
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

void add_to(std::vector<line_range>& to, std::uint32_t line) {
  if (to.empty() || to.back().last + 1 != line)
    to.push_back({line, line});
  else
    to.back().last = line;
}

// As git writes what a line cannot hold: "a\tb\303\244" within quotes. Nothing: it is not written so.
std::optional<std::string> unquoted(std::string_view& text) {
  constexpr std::string_view letters = "abtnvfr\"\\", meant = "\a\b\t\n\v\f\r\"\\";
  std::string out;
  for (text.remove_prefix(1); !text.empty() && text.front() != '"'; text.remove_prefix(1)) {
    if (text.front() != '\\') {
      out += text.front();
      continue;
    }
    text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    if (const auto at = letters.find(text.front()); at != letters.npos) {
      out += meant[at];
      continue;
    }
    if (text.size() < 3) return std::nullopt;
    unsigned byte = 0;
    for (const char digit : text.substr(0, 3)) {
      if (digit < '0' || digit > '7') return std::nullopt;
      byte = byte * 8 + static_cast<unsigned>(digit - '0');
    }
    out += static_cast<char>(byte);
    text.remove_prefix(2);
  }
  if (text.empty()) return std::nullopt;
  text.remove_prefix(1);
  return out;
}

// `text`: all that follows, of "+++ " with a tab behind it if blanks are in it. Empty: /dev/null.
std::string name_of(std::string_view text, std::string_view begin) {
  std::string out;
  if (text.starts_with('"')) {
    out = unquoted(text).value_or("");
  } else {
    if (text.ends_with('\t')) text.remove_suffix(1);
    out = text;
  }
  return out.starts_with(begin) ? out.substr(begin.size()) : std::string{};
}

// Of "a/NAME b/NAME", where both are the same.
std::string name_of_both(std::string_view text) {
  if (text.starts_with('"')) {
    auto first = unquoted(text).value_or("");
    return first.starts_with("a/") ? first.substr(2) : std::string{};
  }
  const auto half = text.size() / 2;
  return text.size() % 2 == 1 && text.starts_with("a/") ? std::string{text.substr(2, half - 2)}
                                                        : std::string{};
}

// Reads a patch line by line.
class patch_reader {
 public:
  // False: it is no patch from here on.
  bool read(std::string_view line) {
    if (left_.removed > 0 && line.starts_with('-')) {
      --left_.removed;
    } else if (left_.added > 0 && line.starts_with('+')) {
      add_line(lines(), left_.first);
      if (left_.first > 0) add_to(file_.added, left_.first);
      ++left_.first;
      --left_.added;
    } else if (left_.removed > 0 && left_.added > 0 && line.starts_with(' ')) {
      --left_.removed;  // settings may ask for context all the same
      --left_.added;
      ++left_.first;
    } else if (line.starts_with(file_begin)) {
      end_file();
      is_open_ = true;
      name_ = name_of_both(line.substr(file_begin.size()));
      file_ = {.any = true, .lines = std::vector<std::uint32_t>{}};
    } else if (line.starts_with("@@")) {
      return read_hunk(line);
    } else if (is_open_) {
      read_header(line);
    }
    return true;
  }

  patch_edits result() {
    end_file();
    return std::move(out_);
  }

 private:
  static constexpr std::string_view file_begin = "diff --git ";

  std::vector<std::uint32_t>& lines() { return file_.lines ? *file_.lines : file_.lines.emplace(); }

  bool read_hunk(std::string_view line) {
    const auto found = hunk_of(line);
    if (!found) return false;
    left_ = *found;
    if (left_.added > 0) return true;
    add_line(lines(), left_.first);  // what is around the lines that were taken out
    add_line(lines(), left_.first + 1);
    return true;
  }

  void read_header(std::string_view line) {
    const auto behind = [&](std::string_view begin) {
      return line.starts_with(begin) ? std::optional{line.substr(begin.size())} : std::nullopt;
    };
    if (line.ends_with(" 160000") && (behind("index ") || behind("new file ") || behind("deleted file ")))
      is_repository_ = true;
    if (behind("new file ")) file_.kind = edit_kind::created;
    if (behind("deleted file ")) file_.kind = edit_kind::removed;
    if (const auto name = behind("rename from ")) file_.was = name_of(*name, "");
    if (const auto name = behind("rename to ")) {
      name_ = name_of(*name, "");
      file_.kind = edit_kind::renamed;
    }
    if (const auto name = behind("+++ ")) {
      if (auto now = name_of(*name, "b/"); !now.empty()) name_ = std::move(now);
    }
    if (behind("Binary files ")) file_.is_binary = true;
  }

  void end_file() {
    // It is another without another line: by its name, its mode, its bytes.
    if (file_.kind == edit_kind::removed || (file_.lines && file_.lines->empty())) file_.lines.reset();
    if (is_open_ && !name_.empty() && is_repository_) out_.repositories.push_back(name_);
    if (is_open_ && !name_.empty() && !is_repository_) {
      if (!file_.was.empty())
        out_.files.try_emplace(file_.was, file_edits{.any = true, .kind = edit_kind::removed});
      // A file that became a link, or the reverse, is gone and new.
      auto& known = out_.files[name_];
      const bool is_other = known.any && known.kind == edit_kind::removed && file_.kind == edit_kind::created;
      known = std::move(file_);
      if (is_other) known.kind = edit_kind::modified;
    }
    is_open_ = is_repository_ = false;
    left_ = {};
  }

  patch_edits out_;
  bool is_open_ = false, is_repository_ = false;
  std::string name_;
  file_edits file_;
  hunk left_;  // of what is read: its lines may look like anything
};

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
  words->insert(words->end(),
                {"diff", "--no-ext-diff", "--no-textconv", "--no-color", "--find-renames", "-U0",
                 "--inter-hunk-context=0", "--ignore-submodules=dirty", "--submodule=short", "-O/dev/null",
                 "--src-prefix=a/", "--dst-prefix=b/", "--relative", commit, "--"});
  return question(root, std::move(*words));
}

command commit_question(const std::string& root, const std::string& revision) {
  return question(root, {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
}

command merge_base_question(const std::string& root, const std::string& one, const std::string& other) {
  return question(root, {"merge-base", "--end-of-options", one, other});
}

command untracked_question(const std::string& root) {
  return question(root, {"ls-files", "-z", "--others", "--exclude-standard"});
}

patch_edits edits_in_patch(std::string_view patch) {
  patch_reader reader;
  std::string_view line;
  while (next_line(patch, line) && reader.read(line)) {
  }
  return reader.result();
}

void add_untracked(patch_edits& to, std::string_view names) {
  for (auto end = names.find('\0'); end != names.npos; end = names.find('\0')) {
    const auto name = names.substr(0, end);
    names.remove_prefix(end + 1);
    if (name.ends_with('/'))
      to.repositories.emplace_back(name.substr(0, name.size() - 1));
    else
      to.files.insert_or_assign(std::string{name}, file_edits{.any = true, .kind = edit_kind::created});
  }
}

}  // namespace covey::parsers
