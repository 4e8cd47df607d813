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

}  // namespace covey::parsers::languages::rust
