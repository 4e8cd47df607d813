// Who may include whom.
#include "tests/rules/source_tree.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <map>
#include <set>

using namespace covey::testing;

namespace {

struct layer_rule {
  std::string folder;
  std::vector<std::string> forbidden;  // beginnings of include names
  std::vector<std::string> allowed;    // exceptions to them
};

const std::vector<layer_rule> rules = {
    {"parsers",
     {"caf/", "actors/", "process/", "shims/", "protocol/", "cli/", "boost/asio", "boost/process"},
     {}},
    {"parsers",
     {"thread", "mutex", "condition_variable", "fstream", "filesystem", "unistd.h", "sys/", "iostream"},
     {}},
    {"protocol",
     {"caf/", "actors/", "process/", "shims/", "cli/", "parsers/", "boost/asio", "boost/process"},
     {"parsers/model/", "parsers/failures/", "parsers/text/", "parsers/query/", "parsers/coverage/"}},
    {"protocol/render", {"parsers/query/", "parsers/coverage/", "protocol/tools/"}, {}},
    {"protocol/tools", {"parsers/coverage/formats/"}, {}},
    {"protocol",
     {"thread", "mutex", "condition_variable", "fstream", "filesystem", "unistd.h", "sys/", "iostream"},
     {}},
    {"process", {"caf/", "actors/", "protocol/", "shims/", "cli/"}, {}},
    {"shims", {"caf/", "actors/", "protocol/", "cli/"}, {}},
    {"actors", {"shims/", "cli/"}, {}},
    {"actors/storage",
     {"caf/", "actors/", "protocol/", "cli/", "parsers/"},
     {"actors/storage/", "parsers/model/freshness.hpp", "parsers/text/", "parsers/syntax/"}},
};

bool begins_with_any(const std::string& name, const std::vector<std::string>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const std::string& beginning) { return name.rfind(beginning, 0) == 0; });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(layers)

BOOST_AUTO_TEST_CASE(no_layer_includes_what_is_above_it) {
  std::size_t looked_at = 0;
  for (const auto& file : cpp_files())
    for (const auto& rule : rules) {
      if (!file.is_below(rule.folder)) continue;
      ++looked_at;
      for (const auto& name : file.includes())
        BOOST_CHECK_MESSAGE(!begins_with_any(name, rule.forbidden) || begins_with_any(name, rule.allowed),
                            file.path << " includes " << name);
    }
  BOOST_TEST(looked_at > 20u);
}

// The rooms of parsers/, from the ground up: a room includes its own files and those of the rooms before it.
// A language's folder is a room of its own above all of them, and includes no other language's.
const std::vector<std::string> rooms = {
    "parsers/text",   "parsers/model",     "parsers/failures", "parsers/query",
    "parsers/syntax", "parsers/blocks",    "parsers/coverage", "parsers/coverage/formats",
    "parsers/events", "parsers/languages", "parsers/affected",
};

std::string folder_of(const std::string& path) {
  return path.substr(0, path.find_last_of('/'));
}

// "parsers/languages/NAME" of a language's file, else "".
std::string wing_of(const std::string& path) {
  const std::string above = "parsers/languages/";
  const auto end = path.find('/', above.size());
  return path.starts_with(above) && end != std::string::npos ? path.substr(0, end) : "";
}

std::size_t floor_of(const std::string& path) {
  if (!wing_of(path).empty()) return rooms.size();
  auto folder = folder_of(path);
  while (std::find(rooms.begin(), rooms.end(), folder) == rooms.end() &&
         folder.find('/') != std::string::npos)
    folder = folder_of(folder);
  return static_cast<std::size_t>(std::find(rooms.begin(), rooms.end(), folder) - rooms.begin());
}

BOOST_AUTO_TEST_CASE(no_room_of_parsers_includes_one_above_it) {
  std::size_t looked_at = 0;
  for (const auto& file : cpp_files()) {
    // A catalogue's source lists what stands above the catalogue.
    if (!file.is_below("parsers") || file.path == "parsers/languages/catalogue.cpp") continue;
    for (const auto& name : file.includes()) {
      if (!name.starts_with("parsers/")) continue;
      ++looked_at;
      const auto own = wing_of(file.path), other = wing_of(name);
      BOOST_CHECK_MESSAGE(floor_of(name) <= floor_of(file.path) && (other.empty() || own == other),
                          file.path << " includes " << name);
    }
  }
  BOOST_TEST(looked_at > 500u);
}

// The rooms of the largest wing, likewise; what lies beside them stands above them.
const std::string large_wing = "parsers/languages/node";
const std::vector<std::string> rooms_of_it = {"output",    "package", "script",
                                              "discovery", "runners", "workspace"};

std::size_t floor_in_wing(const std::string& path) {
  const auto room = folder_of(path).substr(std::min(folder_of(path).size(), large_wing.size() + 1));
  return static_cast<std::size_t>(std::find(rooms_of_it.begin(), rooms_of_it.end(), room) -
                                  rooms_of_it.begin());
}

BOOST_AUTO_TEST_CASE(no_room_of_the_largest_wing_includes_one_above_it) {
  std::size_t looked_at = 0;
  for (const auto& file : cpp_files()) {
    if (!file.is_below(large_wing)) continue;
    for (const auto& name : file.includes()) {
      if (wing_of(name) != large_wing) continue;
      ++looked_at;
      BOOST_CHECK_MESSAGE(floor_in_wing(name) <= floor_in_wing(file.path), file.path << " includes " << name);
    }
  }
  BOOST_TEST(looked_at > 50u);
}

// By unit (a header with its source) the units that it includes.
using unit_graph = std::map<std::string, std::set<std::string>>;

unit_graph units_below(const std::vector<std::string>& folders) {
  const auto unit_of = [](const std::string& path) { return path.substr(0, path.rfind('.')); };
  unit_graph out;
  for (const auto& file : cpp_files()) {
    if (std::none_of(folders.begin(), folders.end(), [&](const auto& one) { return file.is_below(one); }))
      continue;
    auto& included = out[unit_of(file.path)];
    for (const auto& name : file.includes())
      if (unit_of(name) != unit_of(file.path)) included.insert(unit_of(name));
  }
  return out;
}

// One of its rings, "a -> b -> a"; empty: there is none.
std::string find_ring(unit_graph units) {
  const auto next = [&](const auto& included) {
    return std::find_if(included.begin(), included.end(),
                        [&](const auto& name) { return units.contains(name); });
  };
  const auto is_ground = [&](const auto& unit) { return next(unit.second) == unit.second.end(); };
  while (std::erase_if(units, is_ground) > 0) {
  }
  if (units.empty()) return "";
  std::vector<std::string> way;
  for (auto name = units.begin()->first; std::find(way.begin(), way.end(), name) == way.end();
       name = *next(units.at(name)))
    way.push_back(name);
  way.push_back(*next(units.at(way.back())));
  way.erase(way.begin(), std::find(way.begin(), way.end(), way.back()));
  std::string out;
  for (const auto& name : way) out += (out.empty() ? "" : " -> ") + name;
  return out;
}

// What includes each other can only be understood, and compiled, as a whole.
BOOST_AUTO_TEST_CASE(no_units_include_each_other_in_a_ring) {
  const auto units = units_below({"actors", "cli", "process", "protocol"});
  BOOST_TEST(units.size() > 80u);
  BOOST_TEST(find_ring(units) == "");
  BOOST_TEST(find_ring({{"a", {"b", "x"}}, {"b", {"c"}}, {"c", {"b"}}}) == "b -> c -> b");
}

BOOST_AUTO_TEST_CASE(parsers_and_protocol_read_no_clock) {
  for (const auto& file : cpp_files()) {
    if (!file.is_below("parsers") && !file.is_below("protocol")) continue;
    for (const auto& line : file.lines)
      BOOST_CHECK_MESSAGE(line.find("_clock::now") == std::string::npos, file.path << ": " << line);
  }
}

// A source that includes its own header first proves that the header needs nothing before it.
BOOST_AUTO_TEST_CASE(every_source_includes_its_own_header_first) {
  const auto files = cpp_files();
  for (const auto& file : files) {
    if (!file.has_extension(".cpp")) continue;
    const auto header = file.path.substr(0, file.path.size() - 4) + ".hpp";
    const bool has_header =
        std::any_of(files.begin(), files.end(), [&](const source_file& f) { return f.path == header; });
    if (!has_header) continue;
    const auto includes = file.includes();
    BOOST_REQUIRE_MESSAGE(!includes.empty(), file.path);
    BOOST_CHECK_MESSAGE(includes.front() == header,
                        file.path << " includes " << includes.front() << " first");
  }
}

BOOST_AUTO_TEST_SUITE_END()
