// How a script of package.json ends, as it is read and as a shell has it: what `npm test` fails is no pass.
#include "parsers/languages/node/script/runner_resolution.hpp"
#include "parsers/text/shell_line.hpp"
#include "tests/languages/node/unit/parts.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <set>

using namespace covey::parsers;
using namespace covey::parsers::languages::node;
using namespace covey::parsers::testing;

namespace {

using kind_type = parsed_command::kind_type;
using scripts = std::vector<std::pair<std::string, std::string>>;
using endings = std::map<std::string, int>;  // of programs: s1, t1

constexpr std::array<const char*, 3> steps{"s1", "s2", "s3"};
constexpr std::array<const char*, 2> test_files{"t1", "t2"};

// Scripts of everything that a shell can make of the end of a command.
class script_maker {
 public:
  explicit script_maker(unsigned seed) : random_(seed) {}

  scripts make() {
    scripts out{{"b", list(2)}, {"a", list(2, "npm run b")}};
    auto test = list(3, "npm run a", "npm run b");
    if (test.find("--test") == std::string::npos || below(3) == 0)
      test = below(2) == 0 ? test + separator() + tests() : tests() + separator() + test;
    out.emplace_back("test", test);
    if (below(8) == 0) out.emplace_back("pretest", list(2));
    if (below(8) == 0) out.emplace_back("posttest", list(2));
    return out;
  }

  std::size_t below(std::size_t count) { return random_() % count; }

 private:
  template <class... Calls>
  std::string list(std::size_t most, Calls... calls) {
    auto out = command({calls...});
    for (auto more = below(most); more > 0; --more) out += separator() + command({calls...});
    return out;
  }

  std::string separator() {
    constexpr std::array<const char*, 12> all{" && ", " && ", " && ", " && ", "; ",  "; ",
                                              "; ",   " || ", " || ", "\n",   " & ", " ; "};
    return all[below(all.size())];
  }

  std::string step() {
    const std::string name = steps[below(steps.size())];
    if (below(4) == 0) return "eslint " + name + ".js";
    return below(2) == 0 ? "node " + name + ".js" : "test $CODE_" + name + " = 0";
  }

  std::string tests() {
    return std::string{"node --test "} + test_files[below(test_files.size())] + ".test.js";
  }

  std::string command(std::vector<std::string> calls) {
    if (!calls.empty() && below(6) == 0) return calls[below(calls.size())];
    if (below(3) != 0) return below(3) == 0 ? tests() : step();
    if (below(2) == 0) return word();
    if (depth_ > 1) return step();
    ++depth_;
    auto out = below(2) == 0 ? grouped() : odd();
    --depth_;
    return out;
  }

  std::string word() {
    constexpr std::array<const char*, 32> all{"exit 1",
                                              "exit 0",
                                              "exit 3",
                                              "exit",
                                              "false",
                                              "true",
                                              ":",
                                              "set -e",
                                              "set -e",
                                              "set +e",
                                              "echo x",
                                              "cd sub",
                                              "cd missing",
                                              "cd ..",
                                              "test -f here",
                                              "test -f missing",
                                              "export A=1",
                                              "export A-B=1",
                                              "A=1",
                                              "trap 'exit 5' EXIT",
                                              "wait",
                                              "exit $?",
                                              "test $? = 0",
                                              "set -u",
                                              "unset A",
                                              "read X < here",
                                              "kill -0 $$",
                                              ". ./env.sh",
                                              "echo ${X:?}",
                                              "echo x > missing/x",
                                              "> missing/x",
                                              "shift 9"};
    return all[below(all.size())];
  }

  std::string grouped() {
    const auto inner = list(3);
    const bool plain = inner.find_first_of("'\"") == std::string::npos;
    switch (below(plain ? 6 : 3)) {
      case 0:
        return "! " + command({});
      case 1:
        return "(" + inner + ")";
      case 2:
        return "{ " + inner + "; }";
      case 3:
        return "sh -ec '" + inner + "'";
      case 4:
        return "eval '" + inner + "'";
      default:
        return "sh -c '" + inner + "'";
    }
  }

  std::string odd() {
    switch (below(9)) {
      case 0:
        return "if " + step() + "; then " + command({}) + "; else " + command({}) + "; fi";
      case 1:
        return step() + " | cat";
      case 2:
        return tests() + " | " + step();
      case 3:
        return tests() + " > missing/out";
      case 4:
        return "(" + list(2) + ") | cat";
      case 5:
        return "exec " + step();
      case 6:
        return "A=1 " + step();
      case 7:
        return "for x in 1; do " + command({}) + "; done";
      default:
        return "f() { " + command({}) + "; }; f";
    }
  }

  std::mt19937 random_;
  int depth_ = 0;
};

// Runs lines in shells of a folder with a `node` and an `npm` that only end as they are told.
class shell {
 public:
  shell() {
    std::string name = (std::filesystem::temp_directory_path() / "covey-endings-XXXXXX").string();
    BOOST_REQUIRE(::mkdtemp(name.data()) != nullptr);
    folder_ = name;
    std::filesystem::create_directories(folder_ / "bin");
    std::filesystem::create_directories(folder_ / "work/sub");
    std::ofstream{folder_ / "work/here"} << "\n";
    std::ofstream{folder_ / "work/env.sh"} << "test $CODE_s3 = 0\n";
    program("node", "for last; do :; done\neval \"exit \\$CODE_${last%%.*}\"\n");
    program("eslint", "eval \"exit \\$CODE_${1%%.*}\"\n");
    program("npm",
            "cd \"$COVEY_WORK\" || exit 1\nfor s in \"pre$2\" \"$2\" \"post$2\"; do\n"
            "eval \"line=\\$SCRIPT_$s\"\n[ -z \"$line\" ] || sh -c \"$line\" || exit $?\ndone\n");
  }
  ~shell() { std::filesystem::remove_all(folder_); }
  shell(const shell&) = delete;
  shell& operator=(const shell&) = delete;

  // To be asked for; with the programs' endings and a folder below that of the scripts.
  static std::string question(const scripts& all, const endings& of, const std::string& folder,
                              const std::string& line) {
    std::string out;
    for (const auto& [name, text] : all) out += "SCRIPT_" + name + "=" + shell_quoted(text) + " ";
    for (const auto& [name, code] : of) out += "CODE_" + name + "=" + std::to_string(code) + " ";
    return "(cd ./" + folder + " && " + out + line + ") < /dev/null > /dev/null 2>&1\necho $?\n";
  }

  // The exit codes, all from one shell.
  std::map<std::string, int> answers(const std::set<std::string>& questions) {
    {
      std::ofstream out{folder_ / "questions.sh"};
      out << "cd " << shell_quoted((folder_ / "work").string())
          << "\nexport COVEY_WORK=\"$PWD\" PATH=" << shell_quoted((folder_ / "bin").string())
          << ":\"$PATH\"\n";
      for (const auto& one : questions) out << one;
    }
    const auto run = "sh " + shell_quoted((folder_ / "questions.sh").string());
    const std::unique_ptr<FILE, int (*)(FILE*)> said{::popen(run.c_str(), "r"), ::pclose};
    std::map<std::string, int> out;
    for (const auto& one : questions)
      BOOST_REQUIRE_MESSAGE(std::fscanf(said.get(), "%d", &out[one]) == 1, one);
    return out;
  }

 private:
  void program(const std::string& name, const std::string& text) {
    std::ofstream{folder_ / "bin" / name} << "#!/bin/sh\n" << text;
    std::filesystem::permissions(folder_ / "bin" / name, std::filesystem::perms::owner_all);
  }

  std::filesystem::path folder_;
};

struct trial {
  scripts all;
  endings of;
  std::vector<parsed_command> commands;
  std::string npm;                 // the question for the end of all
  std::vector<std::string> steps;  // likewise of each command; "": it is none of a step
};

trial trial_of(const scripts& all, const endings& of) {
  auto project = with_scripts(all);
  project.manager = "npm";
  auto chosen = choose_runner(project, {{"node:test", "t1.test.js"}});
  if (!chosen.script_name.empty()) chosen.commands = {whole_script(project, chosen.script_name, {})};
  trial out{all, of, std::move(chosen.commands), {}, {}};
  out.npm = shell::question(all, of, "", "npm run test");
  for (const auto& one : out.commands) {
    std::string line;
    for (const auto& [name, value] : one.script.environment) line += name + "=" + shell_quoted(value) + " ";
    for (const auto& word : one.script.wrapper) line += shell_quoted(word) + " ";
    const bool runs =
        one.kind == kind_type::step || one.kind == kind_type::unread || one.kind == kind_type::check;
    out.steps.push_back(
        runs ? shell::question(all, of, one.script.folder, line + "sh -c " + shell_quoted(one.script.text))
             : "");
  }
  return out;
}

bool tests_pass(const parsed_command& command, const endings& of) {
  if (command.script.folder == "missing" || command.script.folder.starts_with("missing/")) return false;
  for (const auto* file : test_files) {
    const auto& words = command.script.arguments;
    const bool runs = words.empty() || std::ranges::count(words, std::string{file} + ".test.js") > 0;
    if (runs && of.at(file) != 0) return false;
  }
  return true;
}

// What a run of the plan comes to, as parsers/languages/run_sequence.cpp has it.
bool passes(const trial& one, const std::map<std::string, int>& ends) {
  bool out = true;
  for (std::size_t i = 0; i < one.commands.size(); ++i) {
    const auto& command = one.commands[i];
    if (command.confirms && !out) continue;
    if (command.kind == kind_type::tests)
      out = tests_pass(command, one.of) && out;
    else if (command.kind == kind_type::left_out)
      out = false;
    else
      out = (command.optional || ends.at(one.steps[i]) == 0) && out;
  }
  return out;
}

// Failed tests are told as such, whatever the script makes of it.
bool all_tests_pass(const trial& one) {
  return std::ranges::all_of(test_files, [&](const auto* file) { return one.of.at(file) == 0; });
}

endings all_pass() {
  endings out;
  for (const auto* name : steps) out[name] = 0;
  for (const auto* name : test_files) out[name] = 0;
  return out;
}

std::string shown(const trial& one) {
  std::string out;
  for (const auto& [name, text] : one.all) out += name + ": " + text + "\n";
  for (const auto& [name, code] : one.of) out += name + "=" + std::to_string(code) + " ";
  for (const auto& command : one.commands)
    out += "\n  " + covey::parsers::testing::shown(command) + (command.confirms ? " confirms" : "");
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(node_script_endings)

BOOST_AUTO_TEST_CASE(words_of_a_shell_keep_their_meaning) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> read{
      {"x || exit 1; mocha", {"step x || exit 1", "mocha"}},
      {"x || (echo no; exit 1) && mocha", {"step x || (echo no; exit 1)", "mocha"}},
      {"x || { echo no; exit 1; }; mocha", {"step x || { echo no; exit 1; }", "mocha"}},
      {"(x || exit 1); mocha", {"step x || exit 1 (optional)", "mocha"}},
      {"x || echo no; mocha", {"step x || echo no (optional)", "mocha"}},
      {"set -e; x; mocha", {"step x", "mocha"}},
      {"set -e; set +e; x; mocha", {"step x (optional)", "mocha"}},
      {"set -e; x || true; mocha; y", {"step x || true", "mocha", "step y"}},
      {"sh -ec 'x; mocha'", {"step x", "mocha"}},
      {"sh -c 'x || exit 1; mocha'", {"step x || exit 1", "mocha"}},
      {"sh -c 'x; mocha'", {"step x (optional)", "mocha"}},
      {"[ -d x ] && mocha; true", {"step [ -d x ] (optional)", "mocha"}},
      {"! x && mocha", {"step ! x", "mocha"}},
      {"test -d x && export A=1; mocha", {"step test -d x", "mocha"}},
      {"x && y & mocha", {"left out x", "left out y", "mocha"}},
      {"! eslint x && mocha", {"check ! eslint x", "mocha"}},
      {": && true && echo x && mocha; exit 0", {"mocha"}},
      {"if x; then mocha; fi", {"step if x; then mocha; fi"}}};
  for (const auto& [script, parts] : read) BOOST_TEST_CONTEXT(script) {
      BOOST_TEST(is_same(covey::parsers::testing::shown(parts_of(script)), parts));
      BOOST_TEST(read_script(with_scripts({{"test", script}}), "test").doubt == "");
    }
}

BOOST_AUTO_TEST_CASE(a_script_that_is_called_begins_anew) {
  const auto project = with_scripts({{"test", "x; npm run unit"}, {"unit", "mocha"}});
  BOOST_TEST(is_same(covey::parsers::testing::shown(read_script(project, "test").commands),
                     {"step x (optional)", "mocha"}));
}

BOOST_AUTO_TEST_CASE(what_is_not_read_of_a_script_leaves_a_doubt) {
  for (const auto* script : {"mocha; exit 3",
                             "mocha && exit 3",
                             "mocha && false",
                             "false && mocha",
                             "exit 1 && mocha",
                             "sh -c 'exit 1' && mocha",
                             "! mocha",
                             "mocha | tee x",
                             "mocha > x",
                             "(x; mocha) | cat",
                             "trap 'exit 5' EXIT; mocha",
                             "mocha; x; exit $?",
                             "mocha & wait $!",
                             "A=1; mocha $A",
                             "exec x; mocha",
                             ". ./x.sh && mocha",
                             "cd x && cd y && mocha",
                             "mocha && cd x",
                             "x || cd y; mocha",
                             "mocha; cd y || (x; tsc)",
                             "set -u; mocha",
                             "mocha; false || x",
                             "echo ${X:?}; mocha"})
    BOOST_TEST_CONTEXT(script)
  BOOST_TEST(read_script(with_scripts({{"test", script}}), "test").doubt != "");
  const auto moves = with_scripts({{"test", "mocha && npm run b"}, {"b", "cd y || tsc"}});
  BOOST_TEST(read_script(moves, "test").doubt != "");  // the folder may not be there
  const auto build = with_scripts({{"test", "npm run build && mocha"}, {"build", "X=1; tsc $X || exit $?"}});
  BOOST_TEST(read_script(build, "test").doubt == "");  // npm runs it as it is written
}

BOOST_AUTO_TEST_CASE(no_script_passes_that_fails_in_a_shell) {
  const auto* more = std::getenv("COVEY_SCRIPTS");
  const int count = more != nullptr ? std::atoi(more) : 40;
  const unsigned seed = more != nullptr ? std::random_device{}() : 7;
  BOOST_TEST_MESSAGE("seed " << seed);
  script_maker maker{seed};
  std::vector<trial> trials;
  std::set<std::string> questions;
  for (int i = 0; i < count; ++i) {
    const auto all = maker.make();
    std::vector<endings> tried{all_pass(), all_pass()};
    for (auto& [name, code] : tried[1]) code = maker.below(3) == 0 ? 1 : 0;
    for (const auto* name : steps) {
      tried.push_back(all_pass());
      tried.back()[name] = 1;
    }
    for (const auto& of : tried) {
      trials.push_back(trial_of(all, of));
      questions.insert(trials.back().npm);
      for (const auto& one : trials.back().steps)
        if (!one.empty()) questions.insert(one);
    }
  }
  const auto ends = shell{}.answers(questions);
  int red = 0, green = 0, too_red = 0;
  for (const auto& one : trials) {
    const bool npm = ends.at(one.npm) == 0;
    const bool covey = passes(one, ends);
    (npm ? green : red)++;
    if (npm && !covey && all_tests_pass(one))
      BOOST_TEST_MESSAGE("too red (" << ++too_red << "): " << shown(one));
    BOOST_CHECK_MESSAGE(npm || !covey, shown(one));
  }
  BOOST_TEST_MESSAGE(red << " red, " << green << " green, " << too_red << " of them red for covey");
  BOOST_TEST(red > 0);
  BOOST_TEST(green > 0);
}

BOOST_AUTO_TEST_SUITE_END()
