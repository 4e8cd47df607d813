// What the instrumented builds take over from the user's own.
#include "shims/rust/target_folder.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <atomic>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <system_error>
#include <thread>
#include <unistd.h>

using namespace covey::testing;
namespace fs = std::filesystem;

namespace {

struct cargo_target_fixture {
  cargo_target_fixture() {
    const auto of_registry = ": /h/registry/src/x/src/lib.rs\n";
    write_files(theirs(), {{".cargo-lock", ""},
                           {".fingerprint/x-1/lib-x", "f"},
                           {"build/x-2/output", "o"},
                           {"deps/x-1.d", "/p/target/debug/deps/libx-1.rlib" + std::string{of_registry}},
                           {"deps/libx-1.rlib", "x"},
                           {"deps/libx-1.rmeta", "x"},
                           {"deps/m-1.d", "/p/target/debug/deps/libm-1.so" + std::string{of_registry}},
                           {"deps/libm-1.so", "m"},
                           {"deps/own-1.d", "/p/target/debug/deps/libown-1.rlib: src/lib.rs\n"},
                           {"deps/libown-1.rlib", "own"}});
  }

  std::string theirs() const { return area / "target/debug"; }
  std::string ours(const std::string& path = {}) const { return area / ("target/covey/debug/" + path); }
  void seed() const {
    covey::shims::rust::warm_start_target(area / "target", area / "target/covey", "/p", "");
  }
  bool is_shared(const std::string& path) const { return fs::equivalent(theirs() + "/" + path, ours(path)); }

  temp_dir area;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(cargo_target, cargo_target_fixture)

BOOST_AUTO_TEST_CASE(dependencies_are_taken_over_and_the_projects_own_crates_are_not) {
  const auto before = snapshot_of(theirs());
  seed();
  BOOST_TEST(entries_of(ours("deps")) ==
                 (std::vector<std::string>{"libm-1.so", "libx-1.rlib", "libx-1.rmeta", "m-1.d", "x-1.d"}),
             boost::test_tools::per_element());
  BOOST_TEST(read_file(ours(".fingerprint/x-1/lib-x")) == "f");
  BOOST_TEST(
      (fs::last_write_time(ours("build/x-2/output")) == fs::last_write_time(theirs() + "/build/x-2/output")));
  BOOST_TEST((snapshot_of(theirs()) == before));
}

// Linkers may write into the library that is there; rustc puts a new one in its place.
BOOST_AUTO_TEST_CASE(only_what_rustc_writes_itself_is_shared) {
  seed();
  BOOST_TEST(is_shared("deps/libx-1.rlib"));
  BOOST_TEST(is_shared("deps/libx-1.rmeta"));
  BOOST_TEST(!is_shared("deps/libm-1.so"));
}

BOOST_AUTO_TEST_CASE(a_folder_that_cmake_has_made_stays_where_it_is) {
  write_files(theirs(), {{"build/c-1/output", "o"}, {"build/c-1/out/build/CMakeCache.txt", "c"}});
  seed();
  BOOST_TEST(entries_of(ours("build")) == std::vector<std::string>{"x-2"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(nothing_is_taken_while_cargo_builds) {
  const int fd = ::open((theirs() + "/.cargo-lock").c_str(), O_RDWR | O_CLOEXEC);
  BOOST_REQUIRE(::flock(fd, LOCK_EX) == 0);
  seed();
  BOOST_TEST(!fs::exists(ours()));
  ::close(fd);
  seed();
  BOOST_TEST(fs::exists(ours()));
}

BOOST_AUTO_TEST_CASE(what_is_there_already_is_left_alone) {
  write_file(ours("own"), "");
  seed();
  BOOST_TEST(entries_of(ours()) == std::vector<std::string>{"own"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(half_of_one_that_a_killed_run_has_left_goes) {
  write_file(area / "target/covey/debug.begun/deps/libx-1.rlib", "half");
  seed();
  BOOST_TEST(entries_of(area / "target/covey") == std::vector<std::string>{"debug"},
             boost::test_tools::per_element());
  BOOST_TEST(read_file(ours("deps/libx-1.rlib")) == "x");
}

BOOST_AUTO_TEST_CASE(what_was_measured_in_another_way_is_built_again) {
  const auto drop = [&](const std::string& flag) {
    covey::shims::rust::drop_builds_with_other_flags(area / "target/covey", {"-Cinstrument-coverage", flag});
  };
  write_file(ours("deps/old"), "");
  drop("-Cone");
  BOOST_TEST(!fs::exists(ours("deps/old")));
  write_file(ours("deps/new"), "");
  drop("-Cone");
  BOOST_TEST(fs::exists(ours("deps/new")));
  drop("-Ctwo");
  BOOST_TEST(!fs::exists(ours("deps/new")));
  BOOST_TEST(!fs::exists(area / "target/covey.old"));
}

// Cargo tags a folder only where it makes it itself. Of one without a tag, in no repository, each build made runs stale.
BOOST_AUTO_TEST_CASE(folders_that_covey_makes_are_tagged_as_caches) {
  const auto is_tagged = [&](const std::string& folder) {
    return read_file(area / (folder + "/CACHEDIR.TAG"))
        .starts_with("Signature: 8a477f597d28d172789f06886806bc55\n");
  };
  const auto drop = [&](const std::string& target) {
    covey::shims::rust::drop_builds_with_other_flags(area / target, {"-Cone"});
  };
  drop("new/target/covey");
  BOOST_TEST(is_tagged("new/target"));
  BOOST_TEST(is_tagged("new/target/covey"));
  fs::remove(area / "new/target/covey/CACHEDIR.TAG");  // as an older covey left it
  drop("new/target/covey");
  BOOST_TEST(is_tagged("new/target/covey"));
  drop("target/covey");
  BOOST_TEST(is_tagged("target/covey"));
  BOOST_TEST(!fs::exists(area / "target/CACHEDIR.TAG"));  // theirs
}

BOOST_AUTO_TEST_CASE(of_two_runs_that_begin_together_one_makes_the_folder) {
  const std::string lock = area / "target/covey.lock";
  const int held = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  BOOST_REQUIRE(::flock(held, LOCK_EX) == 0);
  const auto opened = [&] {
    const auto of_lock = [&](const auto& entry) {
      std::error_code ec;
      return fs::read_symlink(entry.path(), ec) == fs::canonical(lock);
    };
    const fs::directory_iterator all{"/proc/self/fd"};
    return std::count_if(begin(all), end(all), of_lock);
  };
  std::atomic<bool> ended{false};
  std::thread second{[&] {
    covey::shims::rust::drop_builds_with_other_flags(area / "target/covey", {"-Cone"});
    ended = true;
  }};
  while (opened() < 2 && !ended) std::this_thread::yield();
  BOOST_TEST(!ended.load());  // it has seen that nothing fits, and waits
  write_files(area / "target/covey", {{"measuring", "-Cone\n"}, {"debug/deps/made", ""}});
  ::close(held);
  second.join();
  BOOST_TEST(fs::exists(ours("deps/made")));
}

BOOST_AUTO_TEST_SUITE_END()
