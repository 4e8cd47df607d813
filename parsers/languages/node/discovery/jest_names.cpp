#include "parsers/languages/node/discovery/config.hpp"
#include "parsers/text/json_members.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <optional>

namespace covey::parsers::languages::node {
namespace {

namespace json = boost::json;

constexpr std::string_view root_word = "<rootDir>";

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

std::string quoted(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view{"\\^$.|?*+()[]{}"}.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// A configured folder, relative to the workspace; nothing if it lies elsewhere.
std::optional<std::string> folder_of(std::string_view text, const std::string& root) {
  auto path = replaced(std::string{text}, root_word, root.empty() ? "." : root);
  if (path.starts_with('/')) return std::nullopt;
  path = normal_path(path);
  if (path.starts_with("..")) return std::nullopt;
  return path == "." ? std::string{} : path;
}

class jest_reader {
 public:
  jest_reader(const json::object& jest, std::string root, test_naming& into)
      : jest_(jest), root_(std::move(root)), into_(into) {}

  void read() {
    const auto folders = roots();
    for (const auto& glob : texts_of(jest_, "testMatch"))
      for (const auto& folder : folders) add_glob(glob, folder);
    for (const auto& expression : texts_of(jest_, "testRegex"))
      for (const auto& folder : folders) add(into_.tests, expression, folder);
    for (const auto& expression : texts_of(jest_, "testPathIgnorePatterns")) add(into_.never, expression, {});
  }

 private:
  // Where tests are looked for.
  std::vector<std::string> roots() const {
    std::vector<std::string> out;
    for (const auto& text : texts_of(jest_, "roots"))
      if (auto folder = folder_of(text, root_)) out.push_back(std::move(*folder));
    if (out.empty()) out.push_back(root_);
    return out;
  }

  void add_glob(std::string glob, const std::string& folder) {
    const auto here = root_.empty() ? std::string{} : root_ + "/";
    if (glob.find(root_word) != std::string::npos)
      glob = replaced(replaced(std::move(glob), std::string{root_word} + "/", here), root_word, root_);
    into_.add_glob(glob, folder);
  }

  // jest matches absolute paths: <rootDir> becomes the beginning of the path in the workspace.
  void add(std::vector<naming_rule>& to, std::string_view expression, const std::string& folder) const {
    const auto start = root_.empty() ? std::string{"^"} : "^/" + quoted(root_);
    if (auto pattern = path_pattern::expression(replaced(std::string{expression}, root_word, start)))
      to.push_back({std::move(*pattern), folder});
  }

  const json::object& jest_;
  std::string root_;
  test_naming& into_;
};

}  // namespace

void read_jest_names(const json::object& jest, test_naming& into) {
  const auto root_text = text_at(jest, "rootDir");
  const auto root = folder_of(root_text.empty() ? "." : root_text, {});
  if (!root) return;
  jest_reader{jest, *root, into}.read();
  const auto& projects = list_at(jest, "projects");
  bool all_known = true;
  for (const auto& project : projects) {
    if (const auto* own = project.if_object())
      jest_reader{*own, *root, into}.read();
    else
      all_known = false;
  }
  if (all_known && !into.tests.empty()) into.decided = true;
}

}  // namespace covey::parsers::languages::node
