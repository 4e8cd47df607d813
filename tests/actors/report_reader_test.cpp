// What is kept, what is shared, and what is read again. The files are real, the actors on the test's
// scheduler.
#include "actors/report_reader.hpp"
#include "tests/support/actor_fixture.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey;
using namespace covey::actors;
using namespace covey::testing;

namespace {

struct reader_fixture : tests::actor_fixture {
  temp_dir folder;
  std::size_t readings = 0;
  bool has_threads = true;
  report_reader_actor reader = system.spawn(report_reader, [this](auto work) {
    ++readings;
    return has_threads ? system.spawn(worker, std::move(work)) : worker_actor{};
  });

  ~reader_fixture() { end(reader); }

  void write(const std::string& name, std::string_view text) { write_file(folder / name, text); }

  auto ask(const std::vector<std::string>& paths) {
    return self->request(reader, std::chrono::seconds(1), read_report{folder.path(), paths});
  }

  // "lines hit of found", or the error's detail.
  template <class Handle>
  static std::string told(Handle handle) {
    std::string out;
    handle.receive(
        [&](const coverage_source_ptr& found) {
          out = std::to_string(found->totals.lines.hit) + " of " + std::to_string(found->totals.lines.found);
        },
        [&](const caf::error& error) {
          out = to_string(static_cast<fault>(error.code())) + ": " + context_of(error);
        });
    return out;
  }

  std::string told_now(const std::vector<std::string>& paths) {
    auto handle = ask(paths);
    run();
    return told(std::move(handle));
  }
};

constexpr std::string_view half = "SF:a.c\nDA:1,1\nDA:2,0\nend_of_record\n";
constexpr std::string_view whole = "SF:a.c\nDA:1,1\nDA:2,7\nend_of_record\n";

BOOST_FIXTURE_TEST_SUITE(report_reader_suite, reader_fixture)

BOOST_AUTO_TEST_CASE(an_unchanged_file_is_read_once) {
  write("lcov.info", half);
  for (int i = 0; i < 5; ++i) BOOST_TEST(told_now({"lcov.info"}) == "1 of 2");
  BOOST_TEST(told_now({folder / "lcov.info"}) == "1 of 2");  // by another name: other relative files
  BOOST_TEST(readings == 2u);
}

BOOST_AUTO_TEST_CASE(a_changed_file_is_read_again) {
  write("lcov.info", half);
  BOOST_TEST(told_now({"lcov.info"}) == "1 of 2");
  write("lcov.info", whole);  // of the same size
  BOOST_TEST(told_now({"lcov.info"}) == "2 of 2");
  BOOST_TEST(readings == 2u);
}

BOOST_AUTO_TEST_CASE(equal_questions_share_one_reading) {
  write("lcov.info", half);
  std::vector<decltype(ask({}))> handles;
  for (int i = 0; i < 1000; ++i) handles.push_back(ask({"lcov.info"}));
  run();
  for (auto& handle : handles) BOOST_REQUIRE(told(std::move(handle)) == "1 of 2");
  BOOST_TEST(readings == 1u);
}

BOOST_AUTO_TEST_CASE(different_files_are_read_side_by_side_and_all_are_answered) {
  std::vector<decltype(ask({}))> handles;
  for (int i = 0; i < 40; ++i) {
    write_file(folder / std::to_string(i), half);
    handles.push_back(ask({std::to_string(i)}));
  }
  run();
  for (auto& handle : handles) BOOST_TEST(told(std::move(handle)) == "1 of 2");
}

BOOST_AUTO_TEST_CASE(the_first_file_that_is_there_is_taken) {
  write("second", whole);
  write("third", half);
  BOOST_TEST(told_now({"first", "second", "third"}) == "2 of 2");
  BOOST_TEST(told_now({"none", "nor this"}) == "report missing: none");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_said) {
  write("empty", "");
  write("words", "no coverage at all\n");
  BOOST_TEST(told_now({"empty"}) == "report malformed: LCOV file: the file is empty");
  BOOST_TEST(told_now({"words"}).find("report malformed: LCOV file: line 1: ") == 0u);
  BOOST_TEST(told_now({"."}) ==
             "report unreadable: it is a directory, not a regular file; name the report in it (.)");
}

BOOST_AUTO_TEST_CASE(a_malformed_file_is_read_once_too) {
  write("words", "no coverage at all\n");
  told_now({"words"});
  told_now({"words"});
  BOOST_TEST(readings == 1u);
}

BOOST_AUTO_TEST_CASE(more_files_than_are_kept_are_read_again) {
  for (int i = 0; i < 20; ++i) write_file(folder / std::to_string(i), half);
  write("last", half);
  for (int i = 0; i < 20; ++i) told_now({std::to_string(i)});
  readings = 0;
  told_now({"19"});
  BOOST_TEST(readings == 0u);
  told_now({"0"});
  BOOST_TEST(readings == 1u);
}

BOOST_AUTO_TEST_CASE(R5_without_a_thread_it_is_busy_and_reads_when_there_is_one_again) {
  write("lcov.info", half);
  has_threads = false;
  for (int i = 0; i < 3; ++i)
    BOOST_TEST(told_now({"lcov.info"}).starts_with("busy: the system starts no more"));
  has_threads = true;
  BOOST_TEST(told_now({"lcov.info"}) == "1 of 2");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
