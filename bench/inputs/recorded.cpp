#include "bench/inputs/recorded.hpp"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <vector>

namespace covey::bench {
namespace {

namespace fs = std::filesystem;

// Every file below a folder of tests/ that is wanted, in the order of their paths; each ends with a
// line feed.
std::vector<std::string> recordings(const std::string& folder,
                                    const std::function<bool(const fs::path&)>& wanted) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator{fs::path{COVEY_TEST_DATA} / folder})
    if (entry.is_regular_file() && wanted(entry.path())) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> out;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    out.emplace_back(std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{});
    if (out.back().empty())
      out.pop_back();
    else if (out.back().back() != '\n')
      out.back() += '\n';
  }
  return out;
}

std::function<bool(const fs::path&)> named(std::string name) {
  return [name = std::move(name)](const fs::path& path) { return path.filename() == name; };
}

// Of a folder itself: the projects that were measured lie below it.
std::vector<std::string> reports(const std::string& format, const std::string& extension) {
  return recordings("fixtures/coverage/" + format, [&](const fs::path& path) {
    return path.extension() == extension && path.parent_path().filename() == format &&
           path.stem().extension() != ".summary";
  });
}

std::string without_declaration(const std::string& text, std::string_view begin, std::string_view end) {
  const auto from = text.find(begin), to = text.rfind(end);
  if (from == std::string::npos || to == std::string::npos) return {};
  const auto first = text.find('>', from) + 1;
  return first <= to ? text.substr(first, to - first) : std::string{};
}

void append_renamed(std::string_view text, std::string_view mark, std::string_view added, std::string& into) {
  for (auto at = text.find(mark); at != std::string_view::npos; at = text.find(mark)) {
    into += text.substr(0, at + mark.size());
    into += added;
    text.remove_prefix(at + mark.size());
  }
  into += text;
}

struct enlargement {
  std::string head;          // before all copies
  std::string mark;          // behind it stands a name, which is to be another one in each copy
  std::string between = {};  // recordings
  std::string tail = {};
};

made_text copies_of(const std::vector<std::string>& all, const enlargement& how, std::size_t bytes) {
  made_text out;
  if (all.empty()) return out;
  out.bytes = how.head;
  for (std::uint64_t copy = 0; copy == 0 || out.bytes.size() < bytes; ++copy, ++out.expected["copies"])
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (copy + i > 0) out.bytes += how.between;
      append_renamed(all[i], how.mark, "copy" + digits(copy, 5) + "/" + digits(i, 2) + "/", out.bytes);
    }
  out.bytes += how.tail;
  return out;
}

}  // namespace

made_text recorded_test2json(std::size_t bytes) {
  return copies_of(recordings("languages/go/recordings", named("stdout")), {"", "\"Package\":\""}, bytes);
}

made_text recorded_events(std::size_t bytes) {
  auto all = recordings("languages", named("events"));
  std::erase_if(all, [](const auto& text) { return text.find("<?xml") != std::string::npos; });
  for (auto& text : all)  // Python leaves a blank behind the colon: one mark is to find the names of all
    for (auto at = text.find("\"group\": \""); at != std::string::npos; at = text.find("\"group\": \"", at))
      text.erase(at + 8, 1);
  return copies_of(all, {"", "\"group\":\""}, bytes);
}

made_text recorded_junit(std::size_t bytes) {
  auto all = recordings("languages", named("events"));
  for (auto& text : all) text = without_declaration(text, "<testsuites", "</testsuites>");
  std::erase(all, "");
  return copies_of(
      all, {"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", " file=\"", "", "</testsuites>\n"},
      bytes);
}

made_text recorded_lcov(std::size_t bytes) {
  return copies_of(reports("lcov", ".info"), {"", "SF:"}, bytes);
}

made_text recorded_go_profile(std::size_t bytes) {
  auto all = reports("go_profile", ".out");
  for (auto& text : all) text.erase(0, text.find('\n'));  // the mode; what is left begins with a line feed
  return copies_of(all, {"mode: set", "\nexample.com/"}, bytes);
}

made_text recorded_cobertura(std::size_t bytes) {
  auto all = reports("cobertura", ".xml");
  for (auto& text : all) text = without_declaration(text, "<packages", "</packages>");
  std::erase(all, "");
  return copies_of(all,
                   {"<?xml version=\"1.0\" ?>\n<coverage line-rate=\"1\">\n<packages>\n", " filename=\"", "",
                    "</packages>\n</coverage>\n"},
                   bytes);
}

made_text recorded_istanbul(std::size_t bytes) {
  auto all = reports("istanbul", ".json");
  for (auto& text : all) {
    const auto first = text.find('{') + 1;
    text = text.substr(first, text.rfind('}') - first);
  }
  return copies_of(all, {"{", "\"/w/", ",", "}\n"}, bytes);
}

made_text enlarged(made_text (*recorded)(std::size_t), counts (*read)(std::string_view), std::size_t bytes) {
  auto out = recorded(bytes);
  const auto times = out.expected["copies"];
  if (times == 0) return out;
  for (const auto& [name, value] : read(recorded(1).bytes)) out.expected[name] = value * times;
  return out;
}

}  // namespace covey::bench
