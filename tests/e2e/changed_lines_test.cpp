// diff_coverage over real repositories, by reports: git's part of it needs no runner.
#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <sys/stat.h>

using namespace covey::testing;
namespace fs = std::filesystem;

namespace {

using words = std::vector<std::string>;

struct repository : covey_fixture {
  repository() { git({"init", "--quiet", "--initial-branch=main"}); }

  std::string git(words arguments, const std::string& folder = {}) {
    arguments.insert(arguments.begin(), {"git", "-c", "user.name=a", "-c", "user.email=a@b", "-c",
                                         "protocol.file.allow=always"});
    const auto done = run_program("/usr/bin/env", {.arguments = std::move(arguments),
                                                   .directory = folder.empty() ? workspace() : folder,
                                                   .environment = {{"GIT_CONFIG_GLOBAL", "/dev/null"}}});
    BOOST_REQUIRE_MESSAGE(done.exit_code == 0, done.err);
    return done.out;
  }
  void write(const file_map& files) { write_files(workspace(), files); }
  void commit() {
    git({"add", "--all"});
    git({"commit", "--quiet", "--message=x"});
  }
  // All lines of these files, of which the first `ran` ran.
  static std::string report(const std::map<std::string, std::pair<int, int>>& files) {
    std::string out;
    for (const auto& [name, lines] : files) {
      out += "SF:" + name + "\n";
      for (int line = 1; line <= lines.first; ++line)
        out += "DA:" + std::to_string(line) + "," + (line <= lines.second ? "1" : "0") + "\n";
      out += "end_of_record\n";
    }
    return out;
  }
  json::object ask(json::object arguments = {}) {
    auto& server = start_open();
    arguments["lcovPath"] = "cov.info";
    const auto answer = server.call("diff_coverage", arguments);
    check_answer(output_schemas(server), "diff_coverage", answer);
    const auto* error = answer.if_contains("isError");
    if (error != nullptr && error->as_bool()) return {{"error", text_of(answer)}};
    auto out = answer.at("structuredContent").as_object();
    out["text"] = text_of(answer);
    return out;
  }
  std::string refusal(json::object arguments = {}) {
    const auto answer = ask(std::move(arguments));
    return answer.contains("error") ? std::string{answer.at("error").as_string()} : json::serialize(answer);
  }
  // "a.py missed [[2,2]] ran [[1,1]]; b.py unknown [[1,2]]", sorted.
  static std::string files_of(const json::object& answer) {
    words all;
    if (const auto* files = answer.if_contains("files"))
      for (const auto& file : files->as_array()) {
        std::string one{file.at("file").as_string()};
        for (const auto* kind : {"missed", "ran", "unknown"})
          if (const auto* lines = file.as_object().if_contains(kind))
            one += std::string{" "} + kind + " " + json::serialize(*lines);
        all.push_back(one);
      }
    std::sort(all.begin(), all.end());
    std::string out;
    for (const auto& one : all) out += (out.empty() ? "" : "; ") + one;
    return out;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(changed_lines, repository)

BOOST_AUTO_TEST_CASE(what_is_new_changed_moved_or_untracked_is_found_and_the_index_stays) {
  write({{"a.py", "one\ntwo\nthree\n"},
         {"crlf.py", "one\r\ntwo\r\n"},
         {"end.py", "one\ntwo"},
         {"was.py", "a = 1\nb = 2\nc = 3\nd = 4\ne = 5\n"},
         {"gone.py", "x\n"},
         {"same.py", "x\n"},
         {"i.bin", std::string{"\0\1", 2}}});
  commit();
  write({{"a.py", "one\nTWO\nthree\nfour\n"},
         {"crlf.py", "one\r\nTWO\r\n"},
         {"end.py", "one\nTWO"},
         {"tab\there \"x\" \xc3\xa4.py", "one\ntwo\n"},
         {"i.bin", std::string{"\0\2", 2}}});
  fs::rename(workspace() + "/was.py", workspace() + "/is.py");
  write({{"is.py", "a = 1\nb = 2\nc = 3\nd = 4\ne = 6\n"}});
  git({"add", "was.py", "is.py"});
  write({{"staged.py", "one\n"}});
  git({"add", "staged.py"});
  fs::remove(workspace() + "/gone.py");
  fs::last_write_time(workspace() + "/same.py", fs::file_time_type::clock::now());
  write({{"cov.info", report({{"a.py", {4, 3}},
                              {"crlf.py", {2, 1}},
                              {"end.py", {2, 2}},
                              {"is.py", {5, 5}},
                              {"staged.py", {1, 0}},
                              {"same.py", {1, 0}},
                              {"tab\there \"x\" \xc3\xa4.py", {2, 1}}})}});
  const auto index = read_file(workspace() + "/.git/index");
  const auto found = ask();
  BOOST_TEST(
      files_of(found) ==
      "a.py missed [[4,4]] ran [[2,2]]; crlf.py missed [[2,2]]; end.py ran [[2,2]]; is.py ran [[5,5]]; "
      "staged.py missed [[1,1]]; tab\there \"x\" \xc3\xa4.py missed [[2,2]] ran [[1,1]]");
  BOOST_TEST(found.at("percent").to_number<double>() == 50.0);
  BOOST_TEST((read_file(workspace() + "/.git/index") == index));
  BOOST_TEST(!fs::exists(workspace() + "/.git/index.lock"));
  BOOST_TEST(files_of(ask({{"files", json::array{"a.py", workspace() + "/end.py"}}})) ==
             "a.py missed [[4,4]] ran [[2,2]]; end.py ran [[2,2]]");
}

BOOST_AUTO_TEST_CASE(bases) {
  write({{"a.py", "one\n"}});
  commit();
  git({"checkout", "--quiet", "-b", "topic"});
  write({{"a.py", "one\ntwo\n"}});
  commit();
  git({"checkout", "--quiet", "main"});
  write({{"b.py", "x\n"}});
  commit();
  git({"checkout", "--quiet", "topic"});
  write({{"a.py", "one\ntwo\nthree\n"}, {"cov.info", report({{"a.py", {3, 2}}})}});
  BOOST_TEST(files_of(ask()) == "a.py missed [[3,3]]");
  BOOST_TEST(files_of(ask({{"base", "HEAD~1"}})) == "a.py missed [[3,3]] ran [[2,2]]");
  BOOST_TEST(files_of(ask({{"base", "merge-base:main"}})) == "a.py missed [[3,3]] ran [[2,2]]");
  BOOST_TEST(refusal({{"base", "nope"}}) ==
             "diff_coverage: unknown revision 'nope'; pass another revision, or base: last_run without lcovPath");
  BOOST_TEST(refusal({{"base", "--output=x"}}).find("unknown revision") != std::string::npos);
  BOOST_TEST(refusal({{"base", "merge-base:"}}).find("unknown revision") != std::string::npos);
  for (const std::string base : {std::string{"HEAD\0x", 6}, std::string{"^main"}, std::string{"main..HEAD"}, std::string{"HEAD:a.py"}})
    BOOST_TEST(refusal({{"base", base}}).find("unknown revision") != std::string::npos, refusal({{"base", base}}));
  BOOST_TEST(
      refusal({{"base", "last_run"}}) ==
      "diff_coverage: base last_run is of what runs measured, and lcovPath names a report; pass a revision");
  BOOST_TEST(!fs::exists(workspace() + "/x"));
  git({"checkout", "--quiet", "--orphan", "other"});
  git({"commit", "--quiet", "--message=x", "--allow-empty"});
  BOOST_TEST(refusal({{"base", "merge-base:main"}}).find("no commit in common") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_package_of_a_larger_repository_and_a_worktree_of_it) {
  write({{"a.py", "one\n"}, {"pkg/b.py", "one\n"}, {"pkg/c d.py", "one\n"}});
  commit();
  write({{"a.py", "two\n"}, {"pkg/b.py", "two\n"}, {"pkg/new.py", "one\n"}, {"cov.info", ""}});
  write({{"pkg/cov.info", report({{"b.py", {1, 1}}, {"new.py", {1, 0}}})}});
  auto& server = start_open("2025-11-25", {"-w", workspace() + "/pkg"});
  const auto answer = server.call("diff_coverage", {{"lcovPath", "cov.info"}});
  BOOST_TEST(files_of(answer.at("structuredContent").as_object()) ==
             "b.py ran [[1,1]]; new.py missed [[1,1]]");
  git({"worktree", "add", "--quiet", outside("tree"), "HEAD"});
  write_files(outside("tree"), {{"a.py", "one\ntwo\n"}, {"cov.info", report({{"a.py", {2, 1}}})}});
  auto& other = start_open("2025-11-25", {"-w", outside("tree")});
  const auto there = other.call("diff_coverage", {{"lcovPath", "cov.info"}});
  BOOST_TEST(files_of(there.at("structuredContent").as_object()) == "a.py missed [[2,2]]");
}

// It ends in the first file: of the second one nothing would be known, as if nothing had changed.
BOOST_AUTO_TEST_CASE(an_answer_of_git_that_is_too_long_is_said_and_is_not_enough) {
  write({{"a.py", "one\n"}, {"b.py", "one\n"}});
  commit();
  write({{"a.py", std::string(33u << 20, 'x') + "\n"}, {"b.py", "two\n"}, {"cov.info", report({{"b.py", {1, 1}}})}});
  const auto found = ask();
  BOOST_TEST(found.at("incomplete") == true);
  BOOST_TEST(found.at("status") == "unknown");
  const auto enough = [&](const char* percent) {
    return run_covey({"-w", workspace(), "diff", "--report", "cov.info", "--fail-under", percent});
  };
  BOOST_TEST(enough("0").exit_code == 0);
  const auto result = enough("1");
  BOOST_TEST(result.exit_code == 1);
  BOOST_TEST(result.err.find("files are left out, see the notes") != std::string::npos, result.err);
  BOOST_TEST(result.out.find("git tells more than 32 MiB of differences") != std::string::npos, result.out);
}

BOOST_AUTO_TEST_CASE(a_shell_is_told_by_the_exit_code) {
  write({{"a.py", "one\n"}});
  commit();
  write({{"a.py", "one\ntwo\nthree\nfour\nfive\n"}, {"cov.info", report({{"a.py", {5, 4}}})}});
  const auto enough = [&](const char* percent) {
    return run_covey({"-w", workspace(), "diff", "--report", "cov.info", "--fail-under", percent});
  };
  BOOST_TEST(enough("75").exit_code == 0);
  const auto result = enough("75.1");
  BOOST_TEST(result.exit_code == 1);
  BOOST_TEST(result.err ==
             "covey diff: less than 75.1% of the changed lines are known to have run: 3 of 4\n");
  BOOST_TEST(result.out.find("5 did not run") != std::string::npos, result.out);
}

// What git fails by is told in its own words.
BOOST_AUTO_TEST_CASE(settings_that_git_cannot_use) {
  write({{"a.py", "one\n"}, {".gitattributes", "*.py diff=x\n"}});
  commit();
  write({{"a.py", "two\n"}, {"cov.info", report({{"a.py", {1, 1}}})}});
  git({"config", "diff.orderFile", "/nonexistent"});
  git({"config", "diff.context", "8"});
  git({"config", "diff.relative", "false"});
  BOOST_TEST(files_of(ask()) == "a.py ran [[1,1]]");
  git({"config", "diff.x.xfuncname", "("});
  BOOST_TEST(refusal().find("diff_coverage: git fails: ") == 0u, refusal());
}

BOOST_AUTO_TEST_CASE(repositories_within_it_are_named) {
  fs::create_directory(outside("sub"));
  git({"init", "--quiet"}, outside("sub"));
  write_files(outside("sub"), {{"s.py", "one\n"}});
  git({"add", "--all"}, outside("sub"));
  git({"commit", "--quiet", "--message=x"}, outside("sub"));
  git({"submodule", "--quiet", "add", outside("sub"), "lib"});
  commit();
  write({{"lib/s.py", "two\n"}, {"cov.info", report({{"lib/s.py", {1, 1}}})}});
  const auto found = ask();
  BOOST_TEST(files_of(found) == "");
  BOOST_TEST(json::serialize(found.at("notes")) ==
             R"(["repositories within this one, whose edits are not looked at: lib"])");
}

BOOST_AUTO_TEST_CASE(without_a_repository_or_a_commit) {
  write({{"a.py", "one\n"}, {"cov.info", report({{"a.py", {1, 1}}})}});
  BOOST_TEST(refusal() == "diff_coverage: no git repository with a commit at " + workspace() +
                              "; pass another revision, or base: last_run without lcovPath");
  fs::remove_all(workspace() + "/.git");
  BOOST_TEST(refusal() == "diff_coverage: no git repository with a commit at " + workspace() +
                              "; pass another revision, or base: last_run without lcovPath");
  set_environment("PATH", programs());
  BOOST_TEST(refusal() == "diff_coverage: git: not found on PATH; pass another revision, or base: last_run without lcovPath");
}

// Each would write a file outside of the repository.
BOOST_AUTO_TEST_CASE(nothing_that_a_repository_names_is_run) {
  const auto program = outside("program"), marker = outside("ran");
  write_file(program, "#!/bin/sh\necho \"$0 $*\" >> " + marker + "\ncat\n");
  ::chmod(program.c_str(), 0755);
  write({{"a.py", "one\n"}, {".gitattributes", "*.py diff=x filter=x\n*.md filter=y\n"}, {"b.md", "x\n"}});
  commit();
  for (const auto* hook :
       {"post-index-change", "post-checkout", "pre-commit", "reference-transaction", "fsmonitor-watchman"}) {
    const auto path = workspace() + "/.git/hooks/" + hook;
    write_file(path, "#!/bin/sh\necho hook >> " + marker + "\n");
    ::chmod(path.c_str(), 0755);
  }
  write_file(outside("included"), "[filter \"y\"]\n\tclean = " + program + "\n\trequired = true\n");
  for (const auto& [name, value] : std::map<std::string, std::string>{{"core.fsmonitor", program},
                                                                      {"diff.external", program},
                                                                      {"diff.x.command", program},
                                                                      {"diff.x.textconv", program},
                                                                      {"filter.x.clean", program},
                                                                      {"filter.x.smudge", program},
                                                                      {"filter.x.process", program},
                                                                      {"filter.x.required", "true"},
                                                                      {"core.pager", program},
                                                                      {"pager.diff", program},
                                                                      {"core.sshCommand", program},
                                                                      {"core.askPass", program},
                                                                      {"core.editor", program},
                                                                      {"core.gitProxy", program},
                                                                      {"credential.helper", program},
                                                                      {"gpg.program", program},
                                                                      {"include.path", outside("included")},
                                                                      {"core.untrackedCache", "true"},
                                                                      {"diff.mnemonicPrefix", "true"},
                                                                      {"diff.noprefix", "true"},
                                                                      {"diff.algorithm", "histogram"},
                                                                      {"color.ui", "always"},
                                                                      {"diff.submodule", "log"},
                                                                      {"diff.orderFile", "/dev/null"}})
    git({"config", name, value});
  // A partial clone whose missing objects would be fetched by a program.
  git({"config", "remote.origin.url", "ext::" + program});
  git({"config", "remote.origin.promisor", "true"});
  git({"config", "core.repositoryFormatVersion", "1"});
  git({"config", "extensions.partialClone", "origin"});
  write({{"a.py", "one\ntwo\n"}, {"b.md", "y\n"}, {"cov.info", report({{"a.py", {2, 1}}})}});
  run_program("/usr/bin/env", {.arguments = {"git", "diff", "--stat"}, .directory = workspace(), .environment = {}});
  BOOST_TEST(read_file(marker) != "");  // git by itself does
  fs::remove(marker);
  BOOST_TEST(files_of(ask()) == "a.py missed [[2,2]]");
  BOOST_TEST(read_file(marker) == "");
  BOOST_TEST(files_of(ask({{"base", "merge-base:HEAD"}})) == "a.py missed [[2,2]]");
  const auto blob = git({"rev-parse", "HEAD:a.py"});
  fs::remove(workspace() + "/.git/objects/" + blob.substr(0, 2) + "/" + blob.substr(2, 38));
  fs::remove(marker);
  BOOST_TEST(ask().contains("error"));
  BOOST_TEST(read_file(marker) == "");
}

BOOST_AUTO_TEST_SUITE_END()
