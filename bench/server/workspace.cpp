#include "bench/server/workspace.hpp"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace covey::bench {
namespace {

namespace fs = std::filesystem;

std::string path_with(const std::string& folder) {
  const char* path = std::getenv("PATH");
  return folder + ":" + (path != nullptr ? path : "/usr/bin:/bin");
}

}  // namespace

workspace::workspace(const settings& with, language of) : with_(with), folder_(with.work + "/project") {
  fs::remove_all(folder_);
  fs::create_directories(folder_);
  if (of == language::go)
    std::ofstream{folder_ + "/go.mod"} << "module example.com/flood\n\ngo 1.22\n";
  else
    std::ofstream{folder_ + "/pyproject.toml"} << "[project]\nname = \"large\"\nversion = \"1\"\n";
}

workspace::~workspace() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void workspace::next_run(std::string_view what) const {
  fs::remove(with_.work + "/begun");
  std::ofstream{with_.work + "/next-run"} << what << "\n";
}

child_options workspace::server() const {
  return {{with_.covey},
          {{"PATH", path_with(with_.toolchain)},
           {"BENCH_RUN", with_.work + "/next-run"},
           {"BENCH_BEGUN", with_.work + "/begun"},
           {"TMPDIR", with_.work}},
          folder_};
}

bool workspace::has_begun() const {
  return fs::exists(with_.work + "/begun");
}

clock::time_point workspace::begun() const {
  std::int64_t nanoseconds = 0;
  if (!(std::ifstream{with_.work + "/begun"} >> nanoseconds))
    throw std::runtime_error{"the tests were not run"};
  return clock::time_point{std::chrono::nanoseconds{nanoseconds}};
}

seconds timed_run(session& server, const workspace& in) {
  const auto& answer = server.answer(server.call("run_tests", R"({"timeout":1800})"));
  const auto took = clock::now() - in.begun();
  if (answer.find(R"("status":"passed")") == std::string::npos)
    throw std::runtime_error{"the run did not pass: " + answer.substr(0, 500)};
  return took;
}

}  // namespace covey::bench
