// A `python3` that answers covey's questions and then makes up a run, of a large suite
// (bench/inputs/unit_coverage.hpp) or, as the order of the run has it, of a few tests of one file: the events
// and the coverage that covey's reporter in pytest would write.
#include "bench/inputs/unit_coverage.hpp"
#include "bench/server/fake_run.hpp"
#include <fcntl.h>

namespace {

using namespace covey::bench;

// `{"group":G,"name":N` of a line of coverage: the same as in events.
std::string_view test_in(std::string_view line) {
  return line.substr(0, line.find(R"(,"ran":)"));
}

class events {
 public:
  explicit events(const std::string& channel)
      : fd_(::open(channel.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC)) {
    if (fd_ < 0) std::_Exit(70);
    text_ = "{\"e\":\"start\",\"runner\":\"pytest\",\"version\":\"8.0.0\"}\n";
  }

  void test(std::string_view members) {
    (text_ += members) += ",\"e\":\"begin\"}\n";
    (text_ += members) += ",\"e\":\"report\",\"outcome\":\"passed\",\"ms\":1}\n";
    if (text_.size() < 64 * 1024) return;
    put(fd_, text_);
    text_.clear();
  }

  void end() { put(fd_, text_ + "{\"e\":\"end\"}\n"); }

 private:
  int fd_;
  std::string text_;
};

int run_tests() {
  suite_shape shape;
  if (ordered().what == "few") shape.files = shape.tests = 1;
  tell_begun();
  events told{variable("COVEY_EVENTS")};
  std::ofstream coverage{variable("COVEY_COVERAGE") + "/1.cov", std::ios::binary};
  make_unit_coverage_text(shape, [&](std::string_view line) {
    coverage << line;
    if (line.starts_with(R"({"group":)")) told.test(test_in(line));
  });
  told.end();
  return coverage.flush() ? 0 : 70;
}

constexpr std::string_view facts =
    R"({"covey": 1, "version": [3, 12, 4], "pytest": "8.0.0", "coverage": null, "xdist": null, "django": null})"
    "\n";

}  // namespace

int main(int argc, char** argv) {
  const std::string_view option = argc > 1 ? argv[1] : "";
  if (option == "-m" || option.ends_with("/covey_run_pytest.py")) return run_tests();
  put(1, option == "-c" ? facts : "Python 3.12.4\n");
  return 0;
}
