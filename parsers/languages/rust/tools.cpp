#include "parsers/languages/rust/tools.hpp"
#include <algorithm>
#include <charconv>
#include <tuple>

namespace covey::parsers::languages::rust {
namespace {

std::string_view value_after(std::string_view text, std::string_view mark) {
  const auto at = text.find(mark);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + mark.size());
  return text.substr(0, text.find('\n'));
}

int number_in(std::string_view text) {
  int out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

std::string quoted_for_regex(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view{R"(\.+*?()|[]{}^$)"}.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

rustc_version read_rustc_version(std::string_view text) {
  rustc_version out;
  out.release = value_after(text, "\nrelease: ");
  out.host = value_after(text, "\nhost: ");
  out.llvm = number_in(value_after(text, "\nLLVM version: "));
  out.nightly =
      out.release.find("-nightly") != std::string::npos || out.release.find("-dev") != std::string::npos;
  return out;
}

std::vector<llvm_tools> llvm_tools_in(const std::string& folder, const std::vector<std::string>& entries) {
  constexpr std::string_view profdata = "llvm-profdata", cov = "llvm-cov";
  std::vector<llvm_tools> out;
  for (const auto& name : entries) {
    if (!name.starts_with(profdata)) continue;
    const auto suffix = name.substr(profdata.size());
    const bool numbered = suffix.size() > 1 && suffix.front() == '-' &&
                          suffix.find_first_not_of("0123456789", 1) == std::string::npos;
    if (!suffix.empty() && !numbered) continue;
    const auto partner = std::string{cov} + suffix;
    if (std::find(entries.begin(), entries.end(), partner) == entries.end()) continue;
    const auto in = folder + "/";
    out.push_back({in + name, in + partner, numbered ? number_in(std::string_view{suffix}.substr(1)) : 0});
  }
  return out;
}

std::vector<llvm_tools> ranked_llvm_tools(std::vector<llvm_tools> found, int rustc) {
  constexpr std::size_t max = 5;
  const auto rank = [rustc](const llvm_tools& tool) {
    if (tool.version == 0) return std::tuple{2, 0};
    return tool.version >= rustc ? std::tuple{0, tool.version - rustc} : std::tuple{1, rustc - tool.version};
  };
  std::stable_sort(found.begin(), found.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  // PATH may name one folder twice.
  const auto same = [](const auto& a, const auto& b) { return a.version == b.version; };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
  if (found.size() > max) found.resize(max);
  return found;
}

std::vector<std::string> folders_on_path(const variables& environment) {
  std::vector<std::string> out;
  const auto it = environment.find("PATH");
  std::string_view rest =
      it == environment.end() ? "/usr/local/bin:/usr/bin:/bin" : std::string_view{it->second};
  while (!rest.empty()) {
    const auto folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    if (folder.starts_with("/") && std::find(out.begin(), out.end(), folder) == out.end())
      out.emplace_back(folder);
  }
  return out;
}

std::vector<llvm_tools> find_tools(const std::vector<std::string>& folders, const path_states& seen,
                                   int rustc) {
  std::vector<llvm_tools> own, others;
  for (std::size_t i = 0; i < folders.size() && i < seen.size(); ++i)
    for (auto& tool : llvm_tools_in(folders[i], seen[i].entries))
      (i == 0 ? own : others).push_back(std::move(tool));
  others = ranked_llvm_tools(std::move(others), rustc);
  own.insert(own.end(), others.begin(), others.end());
  return own;
}

std::string ignored_sources(std::string_view target_dir) {
  std::string out = "^/rustc/|/registry/src/|/git/checkouts/";
  if (!target_dir.empty()) out += "|^" + quoted_for_regex(target_dir) + "/";
  return out;
}

}  // namespace covey::parsers::languages::rust
