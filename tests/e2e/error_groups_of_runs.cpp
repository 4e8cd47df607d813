// Runs that are not known, that select nothing, or that are too many.
#include "tests/e2e/error_groups.hpp"

namespace covey::testing {
namespace {

using answer = error_call::answer;

error_call first(std::string tool, std::string arguments = "{}") {
  return {std::move(tool), std::move(arguments), answer::result};
}

error_call open(std::string arguments = "{}") {
  return {"run_tests", std::move(arguments), answer::none};
}

std::string test_file(const std::string& package, const std::string& tests) {
  return "package " + package + "\n\nimport \"testing\"\n\n" + tests;
}

std::string test_function(const std::string& name) {
  return "func " + name + "(t *testing.T) {}\n";
}

error_group no_run() {
  return {.title = "Before any run",
          .calls = {{"run_status", R"({"run":1})"}, {"cancel_run", R"({"run":1})"}}};
}

error_group failed_run() {
  return {.title = "After a run with two failures",
          .calls = {first("run_tests"),
                    {"run_status", R"({"run":7})"},
                    {"cancel_run", R"({"run":7})"},
                    {"run_status", R"({"run":1,"page":9})"},
                    {"last_test_failures", R"({"group":"r1c9"})"}},
          .fake_go = "fail:2"};
}

error_group passed_run() {
  return {.title = "After a run that passed",
          .calls = {first("run_tests"), {"last_test_failures", R"({"group":"r1c1"})"}},
          .fake_go = "pass:1"};
}

error_group other_language() {
  return {.title = "After a run of another language",
          .calls = {first("run_tests", R"({"language":"go"})"),
                    {"run_failing_tests", R"({"language":"node"})"},
                    {"run_failing_tests", R"({"language":"cobol"})"}},
          .files = {{"package.json", "{}\n"}},
          .fake_go = "fail:1"};
}

error_group names() {
  std::string terms = "x";
  for (int i = 0; i < 256; ++i) terms += " x";
  return {.title = "Names and queries that select nothing",
          .calls = {{"run_testfiles", R"({"files":[]})"},
                    {"run_testfiles", R"({"files":["none_test.go"]})"},
                    {"run_testblocks", R"({"labels":[]})"},
                    {"run_testfiles", R"({"files":["src/fake_test.go"]})"},
                    {"run_testblocks", R"({"labels":["TestNone","TestNeither"]})"},
                    {"run_testblocks", R"({"labels":["TestFaked","fake.go/TestFake","TestNone"]})"},
                    {"run_testblocks", R"({"testset_query":")" + std::string(16 * 1024 + 1, 'x') + "\"}"},
                    {"run_testblocks", R"({"testset_query":")" + terms + "\"}"}},
          .files = {{"fake_test.go", test_file("fake", test_function("TestFake"))}},
          .fake_go = "pass:1"};
}

std::string json_list(const std::string& member, const std::vector<std::string>& texts) {
  std::string out;
  for (const auto& text : texts) out += (out.empty() ? "\"" : ",\"") + text + "\"";
  return "{\"" + member + "\":[" + out + "]}";
}

// One more of each than a run takes.
error_group too_many() {
  constexpr int count = 2001;
  error_group out{.title = "More files or blocks than one run takes", .fake_go = "pass:1"};
  std::vector<std::string> files{"all_test.go"};
  std::vector<std::string> labels;
  std::string functions;
  for (int i = 0; i < count; ++i) {
    labels.push_back("Test" + std::to_string(i));
    functions += test_function(labels.back());
    if (i > 0) files.push_back("a" + std::to_string(i) + "_test.go");
  }
  for (const auto& file : files) out.files[file] = "package fake\n";
  out.files["all_test.go"] = test_file("fake", functions);
  out.calls = {{"run_testfiles", R"({"query":"a"})"},
               {"run_testfiles", json_list("files", files)},
               {"run_testblocks", R"({"testset_query":"Test"})"},
               {"run_testblocks", json_list("labels", labels)}};
  return out;
}

// Equal calls would join one run.
error_group full_queue() {
  error_group out{.title = "One run going on and 64 waiting for it", .fake_go = "hang"};
  for (int i = 0; i < 65; ++i) out.calls.push_back(open(R"({"timeout":)" + std::to_string(300 + i) + "}"));
  out.calls.push_back({"run_tests", R"({"timeout":400})"});
  return out;
}

error_group open_calls() {
  error_group out{.title = "1024 open calls", .fake_go = "hang"};
  out.calls.assign(1024, open());
  out.calls.push_back({"run_tests"});
  return out;
}

// run_status without an id is answered once the run of the call before it is known: nothing here depends on
// which of two messages is faster.
error_group cancelled_run() {
  return {.title = "A run that is cancelled while it waits",
          .calls = {open(),
                    first("run_status"),
                    first("run_tests", R"({"timeout":200,"wait":0})"),
                    {"run_tests", R"({"timeout":200})", answer::error_later},
                    first("run_status"),
                    first("cancel_run", R"({"run":2})")},
          .fake_go = "hang"};
}

error_group used_id() {
  error_group out{.title = "The id of a call that is not answered yet", .fake_go = "hang"};
  out.calls = {open(), {"run_tests", "{}", answer::error, {}, true}};
  return out;
}

error_group no_temp() {
  return {.title = "TMPDIR=OUTSIDE/nowhere",
          .calls = {{"run_tests"}},
          .fake_go = "pass:1",
          .environment = {{"TMPDIR", "OUTSIDE/nowhere"}}};
}

error_group not_started(const std::string& title, const std::string& program) {
  return {.title = title,
          .calls = {{"run_tests"}},
          .files = {{"go.mod", "module example.com/m\n"}},
          .programs = {{"go", program}}};
}

}  // namespace

std::vector<error_group> groups_of_runs() {
  return {no_run(),
          failed_run(),
          passed_run(),
          other_language(),
          names(),
          too_many(),
          full_queue(),
          open_calls(),
          cancelled_run(),
          used_id(),
          no_temp(),
          not_started("A runner whose interpreter is missing", "#!/nowhere/sh\n"),
          not_started("A runner that is no program",
                      "\x7f"
                      "ELF\n")};
}

}  // namespace covey::testing
