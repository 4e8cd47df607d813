// What is listed, what is kept, and what is read again. The files are real, the actors on the test's
// scheduler.
#include "actors/test_lister.hpp"
#include "actors/limits.hpp"
#include "parsers/query/query.hpp"
#include "tests/support/actor_fixture.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <utility>

using namespace covey;
using namespace covey::actors;
using namespace covey::testing;

namespace {

using strings = std::vector<std::string>;

struct lister_fixture : tests::actor_fixture {
  temp_dir folder;
  std::size_t workers = 0;
  std::function<void()> before_reading = [] {};
  bool has_threads = true;
  test_lister_actor lister = system.spawn(test_lister, [this](auto work) {
    ++workers;
    before_reading();
    return has_threads ? system.spawn(worker, std::move(work)) : worker_actor{};
  });

  ~lister_fixture() { end(lister); }

  void write(const std::string& name, std::string_view text) { write_file(folder / name, text); }

  test_listing_ptr list(std::string query = {}, bool blocks = true, std::string language = "go") {
    auto got = ask<test_listing_ptr>(
        lister, list_tests{folder.path(), std::move(language), std::move(query), blocks});
    return got ? *got : nullptr;
  }

  // "file: label, label" of each file.
  strings listed(std::string query = {}, bool blocks = true) {
    strings out;
    const auto listing = list(std::move(query), blocks);
    BOOST_REQUIRE(listing != nullptr);
    for (const auto& file : listing->files) {
      out.push_back(file.path + ":");
      if (!file.found) continue;
      for (const auto& block : file.found->blocks) out.back() += " " + block.label;
    }
    return out;
  }

  void expect(const strings& expected, const std::string& query = {}) {
    BOOST_TEST(listed(query) == expected, boost::test_tools::per_element());
  }

  // Files that have just been written are read again each time, until the tick of their time stamps is over.
  void wait_until_all_is_kept(const std::string& language = "go") {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (auto before = workers + 1; before != workers;) {
      BOOST_REQUIRE((std::chrono::steady_clock::now() < deadline));
      before = workers;
      list("", true, language);
    }
  }
};

constexpr std::string_view one = "package p\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) {}\n";
constexpr std::string_view two = "package p\n\nimport \"testing\"\n\nfunc TestTwo(t *testing.T) {}\n";

bool has_note(const test_listing_ptr& listing, std::string_view part) {
  return std::any_of(listing->notes.begin(), listing->notes.end(),
                     [&](const auto& note) { return note.find(part) != std::string::npos; });
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(test_lister_suite, lister_fixture)

BOOST_AUTO_TEST_CASE(what_runs_is_matched_by_its_words_and_what_is_listed_by_letters) {
  write("termui_test.go", one);
  write("tmp_test.go", two);
  expect({"tmp_test.go: TestTwo", "termui_test.go: TestOne"}, "tm");
  const auto listing = ask<test_listing_ptr>(lister, list_tests{folder.path(), "go", "tm", true, 0, true});
  BOOST_REQUIRE(listing);
  BOOST_REQUIRE((*listing)->files.size() == 1u);
  BOOST_TEST((*listing)->files.front().path == "tmp_test.go");
}

BOOST_AUTO_TEST_CASE(only_what_has_changed_is_read_again) {
  write("a_test.go", one);
  write("p/b_test.go", two);
  expect({"a_test.go: TestOne", "p/b_test.go: TestTwo"});
  wait_until_all_is_kept();
  write("a_test.go", two);  // of the same size
  expect({"a_test.go: TestTwo", "p/b_test.go: TestTwo"});
  wait_until_all_is_kept();
  std::filesystem::remove(folder / "a_test.go");
  const auto before = workers;
  expect({"p/b_test.go: TestTwo"});
  BOOST_TEST(workers == before);
}

BOOST_AUTO_TEST_CASE(named_files_are_looked_at_alone_and_the_others_stay_known) {
  write("tests/test_a.py", "def test_a(): pass\n");
  write("tests/test_b.py", "def test_b(): pass\n");
  write("lib.py", "");
  wait_until_all_is_kept("python");
  const auto before = workers;
  const strings asked{"lib.py", "tests/test_b.py", "tests/test_gone.py"};
  const auto listing =
      ask<test_listing_ptr>(lister, list_tests{.root = folder.path(), .language = "python", .files = asked});
  BOOST_REQUIRE(listing);
  BOOST_REQUIRE((*listing)->files.size() == 1u);
  BOOST_TEST((*listing)->files.front().path == "tests/test_b.py");
  BOOST_TEST((*listing)->files.front().found->blocks.front().label == "test_b");
  BOOST_TEST(list("", true, "python")->files.size() == 2u);
  BOOST_TEST(workers == before);
}

BOOST_AUTO_TEST_CASE(of_other_files_nothing_is_read) {
  write("a_test.go", one);
  write("p/b_test.go", two);
  BOOST_TEST(listed("", false) == (strings{"a_test.go:", "p/b_test.go:"}), boost::test_tools::per_element());
  BOOST_TEST(workers == 0u);
}

BOOST_AUTO_TEST_CASE(a_query_orders_and_leaves_out) {
  write("cart_test.go", one);
  write("p/shopping_cart_test.go", two);
  write("price_test.go", one);
  expect({"cart_test.go: TestOne", "p/shopping_cart_test.go: TestTwo"}, "cart");
  expect({}, "nothing");
  BOOST_TEST(has_note(list(std::string(parsers::query::max_bytes + 1, 'x')), "nothing matches it"));
}

BOOST_AUTO_TEST_CASE(questions_wait_for_each_other_and_all_are_answered) {
  write("a_test.go", one);
  std::vector<decltype(self->request(lister, std::chrono::seconds(1), list_tests{}))> handles;
  for (int i = 0; i < 50; ++i)
    handles.push_back(
        self->request(lister, std::chrono::seconds(1), list_tests{folder.path(), "go", "", true}));
  run();
  for (auto& handle : handles)
    handle.receive([&](const test_listing_ptr& listing) { BOOST_TEST(listing->files.size() == 1u); },
                   [&](const caf::error&) { BOOST_ERROR("no answer"); });
}

BOOST_AUTO_TEST_CASE(many_files_are_shared_out) {
  for (int i = 0; i < 200; ++i) write("p/f" + std::to_string(1000 + i) + "_test.go", one);
  const auto all = listed();
  BOOST_TEST(all.size() == 200u);
  for (const auto& file : all) BOOST_TEST(file.ends_with(": TestOne"));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_said) {
  write("a_test.go", one);
  write("big_test.go", std::string(limits::listed_file_bytes + 1, ' '));
  write("broken_test.go", "package p\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) {}\n\nfunc ((( {\n");
  const auto listing = list();
  BOOST_TEST(listing->files.size() == 3u);
  BOOST_TEST(has_note(listing, "big_test.go was not read: it has "));
  BOOST_TEST(has_note(listing, "broken_test.go is not well-formed"));
}

// A run of these files says so, and what it selects must not depend on names that may be missing.
BOOST_AUTO_TEST_CASE(files_say_what_of_them_is_unread) {
  write("a_test.go", one);
  write("big_test.go", std::string(limits::listed_file_bytes + 1, ' '));
  write("newer_test.go", std::string{one} + "\nfunc TestTwo(t *testing.T) { ~~> }\n");
  write("open_test.go", std::string{one} + "\nfunc TestTwo(t *testing.T) { ~~>\n");
  const auto listing = list();
  BOOST_REQUIRE(listing->files.size() == 4u);
  const auto& files = listing->files;
  BOOST_TEST((files[0].complete && files[0].unread.empty()));
  BOOST_TEST((!files[1].complete && files[1].unread.starts_with("big_test.go was not read: it has ")));
  BOOST_TEST(!files[2].complete);
  BOOST_TEST(
      files[2].unread ==
      "newer_test.go is not well-formed at line 7, or newer than covey's grammar: tests in it may be missing");
  BOOST_TEST(!files[3].complete);
  BOOST_TEST(
      files[3].unread ==
      "open_test.go is not well-formed at line 7, or newer than covey's grammar: tests in it may be missing");
}

BOOST_AUTO_TEST_CASE(settings_that_exceed_a_limit_are_said) {
  std::string deep = "[a";
  for (int i = 0; i < 80'000; ++i) deep += ".a";
  write("pyproject.toml", deep + "]\n");
  write("setup.cfg", std::string(limits::settings_bytes + 1, ' '));
  write("package.json", std::string(100, '['));
  const auto python = list("", true, "python");
  BOOST_TEST(
      has_note(python, "pyproject.toml was not read: it nests tables deeper than 256 levels (line 1)"));
  BOOST_TEST(has_note(python, "setup.cfg was not read: it has "));
  BOOST_TEST(
      has_note(list("", true, "node"), "package.json was not read: it nests values deeper than 32 levels"));
  BOOST_TEST(list()->notes.empty());
}

BOOST_AUTO_TEST_CASE(a_file_that_changes_or_goes_while_it_is_listed) {
  write("a_test.go", one);
  write("b_test.go", one);
  before_reading = [&] {
    write("a_test.go", std::string{two} + "\n");
    std::filesystem::remove(folder / "b_test.go");
  };
  const auto listing = list();
  BOOST_REQUIRE(listing->files.size() == 2u);
  BOOST_TEST(listing->files[0].found->blocks.at(0).label == "TestTwo");
  BOOST_TEST(has_note(listing, "b_test.go was not read: No such file or directory"));
}

BOOST_AUTO_TEST_CASE(what_is_cancelled_is_read_no_further) {
  for (int i = 0; i < 40; ++i) write("f" + std::to_string(i) + "_test.go", one);
  const auto ask_for = [&](call_key key) {
    return self->request(lister, std::chrono::seconds(1), list_tests{folder.path(), "go", "", true, key});
  };
  before_reading = [&] { self->send(lister, cancel_listing{1}); };
  auto first = ask_for(1);
  auto other = ask_for(2);
  run();
  std::size_t read = 0;
  first.receive(
      [&](const test_listing_ptr& listing) {
        for (const auto& file : listing->files) read += file.found ? 1u : 0u;
      },
      [](const caf::error&) {});
  BOOST_TEST(read < 40u);
  other.receive([](const test_listing_ptr& listing) { BOOST_TEST(listing->files.back().found != nullptr); },
                [](const caf::error&) { BOOST_ERROR("no answer"); });
}

BOOST_AUTO_TEST_CASE(a_language_nobody_knows) {
  BOOST_TEST(list("", true, "cobol") == nullptr);
  BOOST_TEST((last_error == fault::plan_refused));
}

BOOST_AUTO_TEST_CASE(languages_and_folders_are_kept_apart) {
  write("a_test.go", one);
  write("test_a.py", "def test_a():\n    pass\n");
  expect({"a_test.go: TestOne"});
  const auto python = list("", true, "python");
  BOOST_REQUIRE(python->files.size() == 1u);
  BOOST_TEST(python->files[0].path == "test_a.py");
  expect({"a_test.go: TestOne"});
}

BOOST_AUTO_TEST_CASE(R5_without_a_thread_it_says_what_is_missing_and_reads_when_there_is_one_again) {
  write("a_test.go", one);
  has_threads = false;
  BOOST_TEST(has_note(list(), "for the system starts no more threads"));
  has_threads = true;
  expect({"a_test.go: TestOne"});
}

BOOST_AUTO_TEST_SUITE_END()
