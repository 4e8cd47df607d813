#include "actors/history.hpp"
#include "actors/limits.hpp"
#include "actors/storage/opened.hpp"
#include "actors/storage/record_folder.hpp"
#include "actors/storage/source_states.hpp"
#include "parsers/affected/failure_history.hpp"
#include "parsers/blocks/outline.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/text/path.hpp"
#include "process/program.hpp"
#include "protocol/rpc.hpp"
#include <algorithm>
#include <chrono>
#include <dirent.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <sys/stat.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace covey::actors {
namespace {

std::uint64_t hash_of(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

// Without what terminals, clients and shells set for each session.
std::uint64_t hash_of(const parsers::variables& all) {
  constexpr std::string_view passing[] = {"_=",   "PWD=", "OLDPWD=", "SHLVL=", "COVEY_", "TERM",
                                          "SSH_", "XDG_", "VSCODE_", "CLAUDE", "TMUX",   "DBUS_"};
  std::string text;
  for (const auto& [name, value] : all) {
    const auto one = name + "=" + value;
    if (std::ranges::none_of(passing, [&](const auto begin) { return one.starts_with(begin); }))
      text += one + '\0';
  }
  return hash_of(std::string_view{text});
}

// As fingerprints have it: never 0.
std::uint64_t content_of(std::string_view text) {
  return std::max<std::uint64_t>(1, hash_of(text));
}

parsers::workspace_reader reader_of(const std::string& root, const parsers::language& of,
                                    const parsers::variables& variables,
                                    const std::vector<parsers::recorded_run_ptr>& known) {
  const auto recorded = [&known](std::string_view path, std::uint64_t content) -> parsers::file_outline_ptr {
    for (const auto& run : known)
      if (const auto* file = run->file(path); file != nullptr && file->content == content && file->outline)
        return file->outline;
    return nullptr;
  };
  const auto read = [&root, &of, recorded](std::string_view path,
                                           std::uint64_t content) -> parsers::file_outline_ptr {
    if (auto outline = recorded(path, content)) return outline;
    const auto source = storage::read_source(root + "/" + std::string{path}, limits::outlined_bytes);
    if (!source.problem.empty() || content_of(source.text) != content) return nullptr;
    return std::make_shared<const parsers::file_outline>(parsers::is_own_source(of, path)
                                                             ? of.outline(path, source.text)
                                                             : parsers::outline_in({}, source.text));
  };
  const auto content = [&root, &variables](std::string_view path) -> std::uint64_t {
    if (path.starts_with('$')) {
      const auto value = variables.find(path.substr(1));
      return value == variables.end() ? 0 : content_of(value->second);
    }
    const auto source = storage::read_source(root + "/" + std::string{path}, limits::outlined_bytes);
    return source.problem.empty() ? content_of(source.text) : 0;
  };
  return {.outline = read, .content = content, .has_outline = [recorded](auto path, auto hash) {
            return recorded(path, hash) != nullptr;
          }};
}

// The paths that there are; of a pattern with `*` all that fit, of any other itself. It may begin with a variable.
std::vector<std::string> paths_of(std::string_view pattern, const std::string& root,
                                  const parsers::variables& variables) {
  std::string path = root + "/" + std::string{pattern};
  if (pattern.starts_with('$')) {
    const auto end = pattern.find('/');
    const auto value = variables.find(pattern.substr(1, end - 1));
    if (value == variables.end()) return {};
    path = value->second + std::string{pattern.substr(end)};
  }
  const auto star = path.find("/*");
  if (star == std::string::npos) return {path};
  std::vector<std::string> out;
  std::error_code problem;
  for (std::filesystem::directory_iterator it{path.substr(0, star), problem}, end; !problem && it != end;
       it.increment(problem))
    out.push_back(it->path().string() + path.substr(star + 2));
  std::ranges::sort(out);
  return out;
}

std::uint64_t state_of_path(const std::string& path) {
  const auto states = storage::look_at({{path}}, {});
  return !states || states->empty() ? 0 : states->front().content;
}

std::uint64_t mark_of(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return 0;
  return hash_of(path + " " + std::to_string(about.st_size) + " " + std::to_string(about.st_mtim.tv_sec) +
                 "." + std::to_string(about.st_mtim.tv_nsec));
}

// A small one is a script that finds the program itself: tools write it anew as it is.
std::uint64_t state_of_program(const std::string& path) {
  constexpr std::uint64_t max_script = 64 << 10;
  if (path.empty()) return 0;
  const auto script = storage::read_source(path, max_script);
  return script.problem.empty() ? hash_of(path + script.text) : mark_of(path);
}

// The folders outside of the workspace that its configuration names by "../": `replace x => ../x`, `{ path = "../core" }`, `file:../lib`.
std::vector<std::string> named_outside(const std::string& root, const parsers::language& of) {
  std::vector<std::string> out;
  std::error_code problem;
  for (std::filesystem::directory_iterator it{root, problem}, end; !problem && it != end;
       it.increment(problem)) {
    const auto name = it->path().filename().string();
    if (!parsers::is_deciding(of, name)) continue;
    const auto text = storage::read_source(root + "/" + name, limits::outlined_bytes).text;
    constexpr std::string_view up = "../";
    for (auto at = text.find(up); at != std::string::npos; at = text.find(up, at + 1)) {
      if (at > 0 && (text[at - 1] == '.' || text[at - 1] == '/')) continue;  // a part of a longer path
      const auto path =
          std::filesystem::path{root} / text.substr(at, text.find_first_of(" \t\r\n\"',;)]}", at) - at);
      const auto folder = path.lexically_normal().string();
      if (!parsers::path_below(folder, root)) out.push_back(folder);  // not what the workspace lies in
    }
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// What git ignores beside sources is compiled or loaded with them: generated ones, mostly. Of many folders: by their names alone.
void add_ignored(parsers::test_environment& to, const std::string& root, const parsers::language& of,
                 const parsers::fingerprint& files) {
  const auto path_of = [](const auto& file) { return std::string_view{file.path}; };
  std::set<std::string_view> folders;
  std::optional<std::string_view> last;  // they are sorted
  for (const auto& file : files.files)
    if (parsers::folder_name(path_of(file)) != last && parsers::is_own_source(of, path_of(file)))
      folders.insert(*(last = parsers::folder_name(path_of(file))));
  for (const auto folder : folders) {
    const auto below = folder.empty() ? std::string{} : std::string{folder} + "/";
    const std::unique_ptr<DIR, int (*)(DIR*)> entries{::opendir((root + "/" + below).c_str()), ::closedir};
    for (const dirent* one = nullptr; entries && (one = ::readdir(entries.get())) != nullptr;) {
      if (one->d_type == DT_DIR || !parsers::is_source_of(of, one->d_name)) continue;
      const auto path = below + one->d_name;
      if (!std::ranges::binary_search(files.files, std::string_view{path}, {}, path_of))
        to.emplace_back(path, hash_of(storage::read_source(root + "/" + path, limits::outlined_bytes).text));
    }
  }
  std::ranges::sort(to);
}

// By the names, sizes and times of all files below, or its own if it is a file; of more than the limit, or what cannot be looked
// through, it is another each time.
std::uint64_t state_of_tree(const std::string& folder) {
  constexpr std::size_t max_files = 20'000;
  constexpr std::string_view products[] = {".git", "node_modules", "target", "__pycache__", ".venv"};
  std::uint64_t out = 0;
  std::size_t count = 0;
  std::error_code problem, unknown;
  if (!std::filesystem::is_directory(folder, unknown)) return mark_of(folder);
  for (std::filesystem::recursive_directory_iterator it{folder, problem}, end; !problem && it != end;
       it.increment(problem)) {
    const auto name = it->path().filename().string();
    if (std::ranges::find(products, name) != std::end(products)) it.disable_recursion_pending();
    if (it->is_directory(unknown)) continue;
    if (++count > max_files) break;
    out ^= mark_of(it->path().string());  // they come in any order
  }
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return problem || count > max_files ? hash_of(std::to_string(now)) : out;
}

}  // namespace

std::string recorded_by() {
  return "covey " + std::string{protocol::version()};
}

parsers::test_environment environment_of(const parsers::language& of, const std::string& root,
                                         const parsers::variables& variables,
                                         const parsers::fingerprint_ptr& files) {
  parsers::test_environment out;
  if (files) add_ignored(out, root, of, *files);
  const auto path = variables.find("PATH");
  const auto program =
      process::find_program(of.program, path == variables.end() ? nullptr : path->second.c_str());
  out.emplace_back(of.program, state_of_program(program));
  auto patterns = of.deciding_paths;  // and what says which version the shims of version managers lead to
  patterns.insert(patterns.end(), {"$HOME/.tool-versions", "$HOME/.config/mise/config.toml"});
  for (const auto pattern : patterns)
    for (const auto& one : paths_of(pattern, root, variables))
      out.emplace_back(one.starts_with(root) ? one.substr(root.size() + 1) : one, state_of_path(one));
  for (const auto& path : named_outside(root, of)) out.emplace_back(path, state_of_tree(path));
  for (const auto& [name, value] : variables)
    if (name.starts_with("ASDF_") || name.starts_with("MISE_") ||
        std::ranges::any_of(of.deciding_variables, [&](auto begin) { return name.starts_with(begin); }))
      out.emplace_back("variable " + name, hash_of(value));
  return out;
}

std::vector<parsers::recorded_run_ptr> history_state::runs_of(const std::string& root,
                                                              const std::string& language) {
  auto& known = known_[{root, language}];
  auto out = known.unwritten;
  if (setup_.cache.empty()) return out;
  std::map<std::string, parsers::recorded_run_ptr> there;
  for (const auto& path : storage::record_folder{setup_.cache, root, language}.runs()) {
    auto& run = there[path];
    if (const auto before = known.by_path.find(path); before != known.by_path.end()) {
      run = before->second;
    } else if (auto read = parsers::run_of_bytes(storage::read_record(path), recorded_by());
               read && read->language == language) {
      run = std::make_shared<const parsers::recorded_run>(std::move(*read));
    }
    if (run) out.push_back(run);
  }
  known.by_path = std::move(there);
  std::ranges::stable_sort(out, std::ranges::greater{}, [](const auto& run) { return run->ended; });
  return out;
}

void history_state::record(const record_history& message) {
  const auto& run = *message.run;
  const auto* language = parsers::find_language(run.language);
  if (language == nullptr) return;
  const auto& earlier = before(run.id, run.root, *language, run.fingerprints.before);
  auto made = parsers::record_of(run, message.data.get(), *language,
                                 reader_of(run.root, *language, setup_.environment, earlier.runs));
  if (!made) return;
  made->variables = hash_of(setup_.environment);
  parsers::count_verdicts(*made, earlier.runs, earlier.affected);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  made->ended = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  made->environment = environment_of(*language, run.root, setup_.environment, run.fingerprints.after);
  auto& known = known_[{run.root, run.language}];
  const auto kept = std::make_shared<const parsers::recorded_run>(std::move(*made));
  if (kept->is_whole) known.unwritten.clear();
  if (!setup_.cache.empty()) {
    const storage::record_folder folder{setup_.cache, run.root, run.language};
    known.problem = folder.write(parsers::to_bytes(*kept, recorded_by()), kept->is_whole);
    if (known.problem.empty()) return;
  }
  known.unwritten.insert(known.unwritten.begin(), kept);
  if (known.unwritten.size() > limits::unwritten_runs) known.unwritten.pop_back();
}

const history_state::earlier_runs& history_state::before(std::uint64_t run, const std::string& root,
                                                         const parsers::language& of,
                                                         const parsers::fingerprint_ptr& saw) {
  if (before_ && before_->run == run && before_->root == root) return *before_;
  auto& out = before_.emplace(earlier_runs{run, root});
  out.runs = runs_of(root, std::string{of.name});
  out.affected = parsers::select_affected(out.runs, of,
                                          {.files = saw,
                                           .environment = environment_of(of, root, setup_.environment, saw),
                                           .read = reader_of(root, of, setup_.environment, out.runs)});
  return out;
}

// Where a source changed while the run went on, it is not known what its tests ran.
failure_histories_ptr history_state::judge(const judge_failures& question) {
  const auto* language = parsers::find_language(question.language);
  const auto& [saw, after, written] = question.fingerprints;
  if (language == nullptr || !saw || !after) return nullptr;
  const auto meanwhile = parsers::changes_between(*saw, *after);
  std::vector<std::string> files;
  for (const auto* some : {&meanwhile.changed, &meanwhile.created})
    for (const auto& path : *some) files.push_back(path.string());
  std::ranges::sort(files);
  const auto is_source = [&](const auto& path) { return parsers::is_own_source(*language, path); };
  if (std::ranges::any_of(meanwhile.changed, is_source) || std::ranges::any_of(meanwhile.removed, is_source))
    return nullptr;
  const auto& earlier = before(question.run, question.root, *language, saw);
  return std::make_shared<const parsers::failure_histories>(parsers::histories_of(
      {question.failures, std::move(files), hash_of(setup_.environment)}, earlier.runs, earlier.affected));
}

affected_ptr history_state::affected(const get_affected& question) {
  const auto* language = parsers::find_language(question.language);
  const auto runs = runs_of(question.root, question.language);
  auto out = std::make_shared<parsers::affected_tests>();
  if (language == nullptr) return out;
  *out = parsers::select_affected(
      runs, *language,
      {.files = question.files,
       .environment = environment_of(*language, question.root, setup_.environment, question.files),
       .read = reader_of(question.root, *language, setup_.environment, runs),
       .edits = question.edits},
      question.rules);
  const auto& problem = known_[{question.root, question.language}].problem;
  if (!problem.empty())
    out->notes.push_back("what runs say of their tests is kept by this session alone: " + problem);
  return out;
}

history_actor::behavior_type history(history_actor::stateful_pointer<history_state> self,
                                     const history_setup& setup) {
  auto& state = state_of(self);
  state.begin(setup);
  return {
      [&state](const record_history& message) { state.record(message); },
      [&state](const get_affected& question) { return state.affected(question); },
      [&state](const judge_failures& question) { return state.judge(question); },
  };
}

}  // namespace covey::actors
