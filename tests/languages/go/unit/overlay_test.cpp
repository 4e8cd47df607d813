#include "parsers/languages/go/overlay.hpp"
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <map>

namespace covey::parsers::languages::go {
namespace {

toolchain go_1(int minor) {
  toolchain out;
  out.version = "go1." + std::to_string(minor) + ".1";
  out.minor = minor;
  out.root = "/usr/local/go";
  out.module_cache = "/mods";
  return out;
}

// What covey looks for in package testing, and little else.
std::map<std::string, std::string> sources(bool new_cover_file) {
  const std::string cover = "package testing\n\nfunc coverReport() {\n}\n\nfunc Coverage() float64 {\n}\n";
  return {{"testing.go",
           "package testing\n\nvar (\n\trunning sync.Map // by name\n)\n\n"
           "func (c *common) Fail() {\n\tif c.parent != nil {\n"},
          {"fuzz.go", "package testing\n\nfunc fRunner(f *F, fn func(*F)) {\n}\n"},
          {"run_example.go", "package testing\n\nfunc runExample(eg InternalExample) (ok bool) {\n}\n"},
          {"cover.go", new_cover_file ? "package testing\n\nfunc Coverage2() {\n}\n" : cover},
          {"newcover.go", new_cover_file ? cover : "package testing\n\nfunc coverReport2() {\n}\n"},
          {"allocs.go", "package testing\n\nimport (\n\t\"runtime\"\n)\n\nfunc AllocsPerRun() {\n}\n"}};
}

path_states states(const path_request& asked, const std::map<std::string, std::string>& texts) {
  path_states out;
  for (const auto& path : asked.paths) {
    const auto at = texts.find(path.substr(path.rfind('/') + 1));
    out.push_back(at == texts.end() ? path_state{} : path_state{path_state::kind_type::file, at->second, {}});
  }
  return out;
}

test_overlay made(const toolchain& environment, const std::map<std::string, std::string>& texts,
                  const std::string& users = {}) {
  const auto asked = overlay_question(environment, users);
  return make_overlay(environment, asked, states(asked, texts), users, "/s/overlay");
}

const std::string& text_of(const test_overlay& in, const std::string& name) {
  const auto at =
      std::ranges::find_if(in.files, [&](const auto& file) { return file.path == "/s/overlay/" + name; });
  BOOST_REQUIRE((at != in.files.end()));
  return at->text;
}

boost::json::object replaced(const test_overlay& in) {
  return boost::json::parse(text_of(in, "overlay.json")).at("Replace").as_object();
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

BOOST_AUTO_TEST_SUITE(go_overlay)

BOOST_AUTO_TEST_CASE(five_files_of_package_testing_are_replaced) {
  for (const int minor : {20, 22, 23, 24, 25, 27}) {
    const auto out = made(go_1(minor), sources(minor >= 25));
    BOOST_TEST(out.path == "/s/overlay/overlay.json");
    BOOST_TEST(out.why_not.empty());
    const auto all = replaced(out);
    BOOST_TEST(all.size() == 5U);
    const auto* cover = minor >= 25 ? "newcover.go" : "cover.go";
    BOOST_TEST(all.at(std::string{"/usr/local/go/src/testing/"} + cover).as_string() ==
               std::string{"/s/overlay/"} + cover);
    BOOST_TEST(has(text_of(out, "testing.go"), "running coveyRunning // by name"));
    BOOST_TEST(has(text_of(out, cover), "func coverReport() { covey.giveBack();"));
    // What covey adds lies behind what is there, so that the lines stay, with its imports among theirs.
    const auto& host = text_of(out, "allocs.go");
    BOOST_TEST(host.starts_with("package testing\n\nimport (\n\t\"runtime\"\n\t\"internal/coverage\"\n"));
    BOOST_TEST(has(host, "func AllocsPerRun() {\n}\n"));
    BOOST_TEST(has(host, "type coveyRecorder struct {"));
    BOOST_TEST(has(host, minor < 23 ? "runtime/coverage.getCovCounterList"
                                    : "internal/coverage/cfile.getCovCounterList"));
  }
}

BOOST_AUTO_TEST_CASE(a_package_testing_that_is_another_one_stays_as_it_is) {
  for (const auto& [file, text] : sources(true)) {
    if (file == "cover.go") continue;
    auto texts = sources(true);
    texts[file] = "package testing\n";
    const auto none = made(go_1(26), texts);
    BOOST_TEST(none.path.empty(), file);
    BOOST_TEST(none.why_not == "package testing of go1.26.1 is not as covey knows it");
    texts[file] = text + text;  // what was one place is two
    BOOST_TEST(made(go_1(26), texts).path.empty(), file);
  }
}

BOOST_AUTO_TEST_CASE(go_1_19_counts_in_another_way) {
  BOOST_TEST(overlay_question(go_1(19), "").paths.empty());
  BOOST_TEST(made(go_1(19), sources(false)).why_not == "that takes Go 1.20 or newer");
}

BOOST_AUTO_TEST_CASE(a_toolchain_in_the_module_cache_is_reached_through_a_link_since_go_1_25) {
  auto environment = go_1(24);
  environment.root = "/mods/golang.org/toolchain@v0.0.1-go1.24.1.linux-amd64";
  BOOST_TEST(!made(environment, sources(false)).path.empty());
  BOOST_TEST(made(environment, sources(false)).root.empty());
  environment.minor = 25;
  const auto linked = made(environment, sources(true));
  BOOST_TEST(linked.root == "/s/overlay/goroot");
  BOOST_TEST(replaced(linked).contains("/s/overlay/goroot/src/testing/testing.go"));
}

BOOST_AUTO_TEST_CASE(a_users_own_overlay_becomes_a_part) {
  auto texts = sources(true);
  texts["own.json"] = R"({"Replace":{"/w/a.go":"/t/a.go"}})";
  const auto out = made(go_1(26), texts, "/w/own.json");
  BOOST_TEST(replaced(out).size() == 6U);
  BOOST_TEST(replaced(out).at("/w/a.go").as_string() == "/t/a.go");

  texts["own.json"] = R"({"Replace":{"/usr/local/go/src/testing/fuzz.go":"/t/fuzz.go"}})";
  BOOST_TEST(made(go_1(26), texts, "/w/own.json").why_not ==
             "/w/own.json replaces /usr/local/go/src/testing/fuzz.go");
  for (const auto* text : {"", "{", "[]", R"({"Replace":1})"}) {
    texts["own.json"] = text;
    BOOST_TEST(made(go_1(26), texts, "/w/own.json").why_not == "/w/own.json could not be read");
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::go
