#include "parsers/coverage/file_index.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>

namespace covey::parsers {
namespace {

constexpr std::size_t max_path = 32 * 1024;  // Windows' limit; that of others is lower

constexpr char upper(char letter) {
  return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

// "c:/…"
bool has_drive(std::string_view path) {
  return path.size() > 2 && upper(path[0]) >= 'A' && upper(path[0]) <= 'Z' && path[1] == ':' &&
         path[2] == '/';
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const bool escape =
        text.size() > 2 && text[0] == '%' && hex_digit(text[1]) >= 0 && hex_digit(text[2]) >= 0;
    out += escape ? static_cast<char>(hex_digit(text[1]) * 16 + hex_digit(text[2])) : text[0];
    text.remove_prefix(escape ? 3 : 1);
  }
  return out;
}

// file:///w/a.ts, file://localhost/w/a.ts and file:///C:/a.ts (RFC 8089) -> what comes after the host.
std::optional<std::string> of_file_uri(std::string_view text) {
  constexpr std::string_view scheme = "FILE://", local = "localhost/";
  if (text.size() < scheme.size()) return std::nullopt;
  for (std::size_t i = 0; i < scheme.size(); ++i)
    if (upper(text[i]) != scheme[i]) return std::nullopt;
  text.remove_prefix(scheme.size());
  if (text.starts_with(local)) text.remove_prefix(local.size() - 1);  // its '/' stays
  return percent_decoded(text);
}

// Normal; absolute if it begins with '/' or a drive's letter.
std::string plain_path(std::string_view text, bool backslash_separates = true) {
  auto path = of_file_uri(text).value_or(std::string{text});
  if (backslash_separates) std::replace(path.begin(), path.end(), '\\', '/');
  std::string_view rest = path;
  if (rest.starts_with("//?/")) rest.remove_prefix(4);  // \\?\C:\…
  if (rest.starts_with('/') && has_drive(rest.substr(1))) rest.remove_prefix(1);
  if (has_drive(rest)) return std::string{upper(rest[0]), ':'} + normal_path(rest.substr(2));
  return normal_path(path);
}

bool is_absolute(std::string_view path) {
  return path.starts_with('/') || has_drive(path);
}

bool goes_up(std::string_view path) {
  return path == ".." || path.starts_with("../");
}

// "b/c.go" of "a/b/c.go", not of "ab/c.go".
bool is_end(std::string_view end, std::string_view path) {
  return path.size() > end.size() && path[path.size() - end.size() - 1] == '/' && path.ends_with(end);
}

// example.com/m/a.go: the first component of a fetched module is the name of a host. Other paths may well
// begin with a folder that has a dot in its name.
bool is_import_path(std::string_view path) {
  const auto dot = path.find('.');
  return path.ends_with(".go") && dot > 0 && dot < path.find('/') && path.find('/') != std::string_view::npos;
}

bool is_of_jvm(std::string_view path) {
  constexpr std::string_view endings[] = {".java", ".kt", ".scala", ".groovy"};
  return std::any_of(std::begin(endings), std::end(endings),
                     [&](auto ending) { return path.ends_with(ending); });
}

}  // namespace

file_index::file_index(const coverage& data, std::string root, std::string_view folder, indexed_files which)
    : data_(&data), which_(which), root_(std::move(root)) {
  if (!root_.empty() && !root_.ends_with('/')) root_ += '/';
  add_folders(folder);
  const auto names = data.files.size() + data.aliases.size();
  entries_.reserve(names);
  by_last_.reserve(names);
  std::unordered_map<std::string_view, std::uint32_t> orders;  // of the files that have aliases
  for (const auto& [name, key] : data.aliases) orders.emplace(key, 0);
  std::uint32_t order = 0;
  for (const auto& file : data.files) {
    if (!has(file)) continue;
    if (const auto known = orders.find(file.first); known != orders.end()) known->second = order;
    add(file, file.first, order++);
  }
  for (const auto& [name, key] : data.aliases)
    if (const auto file = data.files.find(key); file != data.files.end() && has(*file))
      add(*file, name, orders[key]);
  share_folders();
  join_spellings();
}

void file_index::join_spellings() {
  std::array<std::size_t, 3> count{};
  bool are_plain = true;
  for (const auto& known : entries_) {
    ++count[static_cast<std::size_t>(known.from)];
    are_plain = are_plain && (known.from != start::anywhere || known.name.size() == known.path.size());
  }
  if (are_plain && (count[0] == 0 || count[1] == 0)) return;  // all are spelt alike
  std::unordered_map<std::string_view, std::vector<const file_entry*>> spelt;
  for (const auto& known : entries_) {
    if (known.from == start::outside || known.name.find('\\') != std::string_view::npos) continue;
    auto& files = spelt[known.path];
    if (std::find(files.begin(), files.end(), known.file) == files.end()) files.push_back(known.file);
  }
  for (const auto& [path, files] : spelt) {
    if (files.size() < 2) continue;
    const auto plain =
        std::find_if(files.begin(), files.end(), [&](const auto* file) { return file->first == path; });
    const auto* first = plain == files.end() ? files.front() : *plain;
    auto& sum = joined_.emplace_back(*first);
    for (const auto* file : files) {
      if (file != first) merge_into(sum.second, file_coverage{file->second});
      joined_of_[file] = &sum;
    }
  }
}

const file_index::file_entry* file_index::whole(const file_entry* file) const {
  const auto known = joined_of_.find(file);
  return known == joined_of_.end() ? file : known->second;
}

void file_index::share_folders() {
  for (const auto& known : entries_) {
    auto& shared = shared_[static_cast<std::size_t>(known.from)];
    const auto folder = known.path.substr(0, known.path.rfind('/') + 1);  // none: npos + 1 is 0
    if (!shared) {
      shared = folder;
      continue;
    }
    const auto [end, other] = std::mismatch(shared->begin(), shared->end(), folder.begin(), folder.end());
    const auto same = static_cast<std::size_t>(end - shared->begin());
    if (same < shared->size()) shared->resize(same == 0 ? 0 : shared->rfind('/', same - 1) + 1);
  }
}

void file_index::add_folders(std::string_view folder) {
  if (folder.empty()) return;
  auto path = normal_path(is_absolute(folder) ? std::string{folder} : root_ + std::string{folder});
  while (path.size() > 1 && path + "/" != root_) {
    folders_.push_back(path + "/");
    path = folder_name(path);
  }
}

void file_index::add(const file_entry& file, std::string_view name, std::uint32_t order) {
  auto path = plain_path(name);
  entry out{.file = &file, .name = name, .path = {}, .from = start::anywhere, .next = 0, .order = order};
  if (is_absolute(path)) {
    auto below = below_root(path);
    out.from = below ? start::root : start::outside;
    if (below) path = std::move(*below);
  }
  if (path.empty()) return;
  out.path =
      name.ends_with(path) ? name.substr(name.size() - path.size()) : paths_.emplace_back(std::move(path));
  auto& first = by_last_[base_name(out.path)];
  out.next = first;
  entries_.push_back(out);
  first = static_cast<std::uint32_t>(entries_.size());
}

std::optional<std::string> file_index::below_root(std::string_view path) const {
  if (root_.empty() || !path.starts_with(root_)) return std::nullopt;
  return std::string{path.substr(root_.size())};
}

file_index::question file_index::read(std::string_view text) const {
  question out;
  out.path = plain_path(text);
  out.was_absolute = is_absolute(out.path);
  if (!out.was_absolute && !goes_up(out.path)) {
    out.absolute = root_ + out.path;
    return out;
  }
  out.absolute = out.was_absolute ? out.path : normal_path(root_ + out.path);
  auto below = below_root(out.absolute);
  out.from = below ? start::root : start::outside;
  out.path = below ? std::move(*below) : out.absolute;
  return out;
}

bool file_index::has(const file_entry& file) const {
  return which_ == indexed_files::all || !file.second.aside;
}

const file_index::file_entry* file_index::named(std::string_view text) const {
  auto file = data_->files.find(text);
  if (file == data_->files.end()) {
    const auto alias = data_->aliases.find(text);
    if (alias != data_->aliases.end()) file = data_->files.find(alias->second);
  }
  return file == data_->files.end() || !has(*file) ? nullptr : &*file;
}

bool file_index::begins_at(const entry& known, std::string_view folder, const question& asked) const {
  const std::string_view path = asked.absolute;
  if (known.from != start::anywhere) return false;
  if (goes_up(known.path)) return normal_path(std::string{folder} + std::string{known.path}) == path;
  return path.size() == folder.size() + known.path.size() && path.starts_with(folder) &&
         path.ends_with(known.path);
}

bool file_index::begins_at_root(const entry& known, const question& asked) const {
  if (known.from == start::anywhere) return begins_at(known, root_, asked);
  return known.from == asked.from && known.path == asked.path;
}

bool file_index::begins_at_folder(const entry& known, const question& asked) const {
  return begins_at_sources(known, asked) ||
         std::any_of(folders_.begin(), folders_.end(),
                     [&](const std::string& folder) { return begins_at(known, folder, asked); });
}

bool file_index::begins_at_sources(const entry& known, const question& asked) const {
  if (known.from != start::anywhere || asked.from != start::root || !is_of_jvm(known.path) ||
      !is_end(known.path, asked.path))
    return false;
  const auto before =
      "/" + asked.path.substr(0, asked.path.size() - known.path.size());  // "/module/src/main/java/"
  const auto sources = before.rfind("/src/");
  if (sources == std::string::npos) return false;
  const auto module = root_ + before.substr(std::min<std::size_t>(1, sources), sources);
  return module == root_ || std::find(folders_.begin(), folders_.end(), module) != folders_.end();
}

bool file_index::begins_above_root(const entry& known, const question& asked) const {
  const std::string_view root = root_, name = known.path;
  if (known.from != start::anywhere || asked.from != start::root || !is_end(asked.path, name)) return false;
  const auto shared = name.substr(0, name.size() - asked.path.size());  // "packages/a/"
  return std::count(shared.begin(), shared.end(), '/') > 1 && is_end(shared, root);
}

bool file_index::begins_at_shared_folder(const entry& known, const question& asked) const {
  const auto& shared = shared_[static_cast<std::size_t>(known.from)];
  if (asked.was_absolute || !shared || !ends_with(known, asked)) return false;
  return shared->starts_with(known.path.substr(0, known.path.size() - asked.path.size()));
}

bool file_index::ends_with(const entry& known, const question& asked) const {
  if (asked.from == start::outside || !is_end(asked.path, known.path)) return false;
  if (!asked.was_absolute || known.from == start::outside) return true;
  return known.from == start::anywhere && is_import_path(known.path);
}

bool file_index::is_end_of(const entry& known, const question& asked) const {
  return asked.was_absolute && asked.from == start::outside && known.from != start::outside &&
         known.path.find('/') != std::string_view::npos && !goes_up(known.path) &&
         is_end(known.path, asked.path);
}

// One entry per file, sorted by the files' keys.
file_index::entries file_index::fitting(const question& asked, rule fits, std::size_t& compared) const {
  entries out;
  const auto first = by_last_.find(base_name(asked.path));
  for (auto at = first == by_last_.end() ? 0 : first->second; at != 0; at = entries_[at - 1].next) {
    const auto& known = entries_[at - 1];
    ++compared;
    if ((this->*fits)(known, asked)) out.push_back(&known);
  }
  std::sort(out.begin(), out.end(), [](const entry* a, const entry* b) { return a->order < b->order; });
  const auto are_one = [this](const entry* a, const entry* b) { return whole(a->file) == whole(b->file); };
  out.erase(std::unique(out.begin(), out.end(), are_one), out.end());
  return out;
}

// A file's name may really contain a backslash: prefers names that have theirs where the text has them.
file_index::entries file_index::with_backslashes_of(std::string_view text, const entries& found) {
  const auto asked = plain_path(text, false);
  entries out;
  for (const auto* known : found) {
    const auto path = plain_path(known->name, false);
    if (path.ends_with(asked) || asked.ends_with(path)) out.push_back(known);
  }
  return out.empty() ? found : out;
}

file_answer file_index::find(std::string_view text, std::size_t* compared) const {
  std::size_t ignored = 0;
  auto& count = compared == nullptr ? ignored : *compared;
  count = 0;
  if (data_ == nullptr || text.empty() || text.size() > max_path || text.find('\0') != std::string_view::npos)
    return no_such_file{};
  if (const auto* file = named(text)) return found_file{whole(file), file_match::name};
  const auto asked = read(text);
  if (asked.path.empty()) return no_such_file{};

  constexpr std::pair<rule, file_match> rules[] = {{&file_index::begins_at_root, file_match::same_path},
                                                   {&file_index::begins_at_folder, file_match::same_path},
                                                   {&file_index::begins_above_root, file_match::end},
                                                   {&file_index::begins_at_shared_folder, file_match::end},
                                                   {&file_index::ends_with, file_match::end},
                                                   {&file_index::is_end_of, file_match::long_path}};
  for (const auto& [fits, by] : rules) {
    auto found = fitting(asked, fits, count);
    if (found.size() > 1 && by == file_match::same_path) found = with_backslashes_of(text, found);
    if (found.size() == 1) return found_file{whole(found.front()->file), by};
    if (found.empty()) continue;
    ambiguous_file out;
    out.total = found.size();
    for (const auto* known : found) {
      if (out.candidates.size() == max_candidates) break;
      out.candidates.push_back(known->file->first);
    }
    return out;
  }
  return no_such_file{};
}

}  // namespace covey::parsers
