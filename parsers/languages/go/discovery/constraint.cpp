#include "parsers/languages/go/discovery/constraint.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <vector>

namespace covey::parsers::languages::go {
namespace {

constexpr std::string_view own_system =
#ifdef __APPLE__
    "darwin";
#else
    "linux";
#endif

constexpr std::string_view own_machine =
#ifdef __aarch64__
    "arm64";
#elif defined __riscv
    "riscv64";
#elif defined __powerpc64__
        "ppc64le";
#elif defined __s390x__
        "s390x";
#else
        "amd64";
#endif

constexpr std::array<std::string_view, 19> systems{
    "aix",    "android", "darwin", "dragonfly", "freebsd", "hurd",    "illumos", "ios",     "js",  "linux",
    "netbsd", "openbsd", "plan9",  "solaris",   "wasip1",  "windows", "zos",     "fuchsia", "nacl"};
constexpr std::array<std::string_view, 18> machines{
    "386",       "amd64", "arm",     "arm64",   "loong64", "mips",  "mips64",  "mips64le", "mipsle",
    "mips64p32", "ppc64", "ppc64le", "riscv64", "riscv",   "s390x", "sparc64", "wasm",     "armbe"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& all, std::string_view word) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

bool is_set(std::string_view tag) {
  return tag == own_system || tag == own_machine || tag == "unix" || tag == "gc" || tag == "cgo" ||
         tag.starts_with("go1.");
}

// a && (b || !c)
class expression {
 public:
  explicit expression(std::string_view text) : rest_(text) {}

  // Also true for what cannot be read: then there is no note.
  bool holds() {
    const bool value = any(0);
    skip_spaces();
    return value || !good_ || !rest_.empty();
  }

 private:
  static constexpr int max_depth = 100;

  void skip_spaces() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r"), rest_.size())); }

  bool take(std::string_view sign) {
    skip_spaces();
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(sign.size());
    return true;
  }

  bool any(int depth) {
    bool value = all(depth);
    while (good_ && take("||")) value = all(depth) || value;
    return value;
  }

  bool all(int depth) {
    bool value = term(depth);
    while (good_ && take("&&")) value = term(depth) && value;
    return value;
  }

  bool term(int depth) {
    bool negated = false;
    while (take("!")) negated = !negated;
    bool value = false;
    if (take("(")) {
      good_ = good_ && depth < max_depth;
      if (good_) value = any(depth + 1);
      good_ = take(")") && good_;
    } else {
      skip_spaces();
      const auto end = std::min(rest_.find_first_of(" \t\r()!&|"), rest_.size());
      good_ = good_ && end > 0;
      value = is_set(rest_.substr(0, end));
      rest_.remove_prefix(end);
    }
    return value != negated;
  }

  std::string_view rest_;
  bool good_ = true;
};

// The constraint stands before the package clause, among comments and empty lines.
std::string_view build_line(std::string_view text) {
  constexpr std::string_view mark = "//go:build ";
  text = without_byte_order_mark(text);
  bool in_comment = false;
  for (std::string_view line; next_line(text, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
      line.remove_suffix(1);
    if (in_comment || line.starts_with("/*")) {
      in_comment = line.find("*/") == std::string_view::npos;
      continue;
    }
    if (line.starts_with(mark)) return line.substr(mark.size());
    if (!line.empty() && !line.starts_with("//")) break;
  }
  return {};
}

// The part of a file's name that names a system, a machine or both: "windows", "linux_arm64".
std::vector<std::string_view> targets_of(std::string_view path) {
  auto name = base_name(path);
  name = name.substr(0, name.find('.'));
  constexpr std::string_view test = "_test";
  if (name.ends_with(test)) name.remove_suffix(test.size());
  std::vector<std::string_view> words;  // after the first "_"
  for (auto at = name.find('_'); at != std::string_view::npos; at = name.find('_', at + 1))
    words.push_back(name.substr(at + 1, name.find('_', at + 1) - at - 1));
  if (words.empty()) return {};
  const auto last = words.back();
  if (is_one_of(systems, last)) return {last};
  if (!is_one_of(machines, last)) return {};
  if (words.size() > 1 && is_one_of(systems, words[words.size() - 2])) return {words[words.size() - 2], last};
  return {last};
}

}  // namespace

std::string build_note(std::string_view path, std::string_view text) {
  std::string wanted;
  bool fits = true;
  for (const auto target : targets_of(path)) {
    wanted += (wanted.empty() ? "" : "/") + std::string{target};
    fits = fits && is_set(target);
  }
  if (!fits) return "by its name it is only built for " + wanted;
  const auto constraint = build_line(text);
  if (constraint.empty() || expression{constraint}.holds()) return {};
  return "a usual build leaves it out: `//go:build " + std::string{constraint.substr(0, 200)} +
         "` (-tags=… in `args` sets tags)";
}

}  // namespace covey::parsers::languages::go
