#include "tests/support/actor_fixture.hpp"
#include "actors/coverage_index.hpp"
#include "parsers/coverage/measured_runs.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey;
using namespace covey::actors;

namespace {

struct index_fixture : tests::actor_fixture {
  coverage_index_actor index = system.spawn(coverage_index);
  ~index_fixture() { end(index); }

  void take(std::uint64_t run, bool measured, std::string partial = {}) {
    parsers::coverage some;
    some.files["a.go"].lines = {{1, 1}};
    const auto data = measured ? std::make_shared<const parsers::coverage>(std::move(some)) : nullptr;
    record(run_of(run), data, std::move(partial));
  }
  static parsers::finished_run run_of(std::uint64_t id) {
    parsers::finished_run out;
    out.id = id;
    out.root = "/w";
    out.ending.kind = parsers::run_ending::kind_type::exited;
    return out;
  }
  void record(parsers::finished_run run, coverage_ptr data, std::string partial = {}) {
    auto name = "run " + std::to_string(run.id);
    self->send(index, record_coverage{std::make_shared<const parsers::finished_run>(std::move(run)),
                                      std::move(data), std::move(name), std::move(partial)});
    run_all();
  }
  void run_all() { actor_fixture::run(); }
  latest_coverage latest() { return ask<latest_coverage>(index, get_latest_coverage{}).value(); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(coverage_index_suite, index_fixture)

BOOST_AUTO_TEST_CASE(a_run_that_measured_nothing_leaves_what_is_known) {
  take(1, true);
  take(2, false, "timed out after 3s");
  BOOST_TEST((latest().data != nullptr));
  BOOST_TEST(latest().run_id == 1u);
  BOOST_TEST(latest().unmeasured_run == 2u);
  BOOST_TEST(latest().unmeasured_why == "timed out after 3s");
  take(3, true, "a test process crashed: p/T");
  BOOST_TEST(latest().run_id == 3u);
  BOOST_TEST(latest().unmeasured_run == 0u);
  BOOST_TEST(latest().partial == "a test process crashed: p/T");
}

BOOST_AUTO_TEST_CASE(without_any_coverage_the_run_without_is_known) {
  take(1, false, "cancelled");
  BOOST_TEST((latest().data == nullptr));
  BOOST_TEST(latest().unmeasured_run == 1u);
}

// Tests alone, while reports are of the product.
BOOST_AUTO_TEST_CASE(a_run_of_what_reports_leave_out_is_known_by_test_only) {
  take(1, true);
  parsers::coverage aside;
  aside.files["tests/t.py"].aside = true;
  record(run_of(2), std::make_shared<const parsers::coverage>(std::move(aside)));
  BOOST_TEST(latest().run_id == 1u);
  BOOST_TEST(latest().unmeasured_run == 2u);
  BOOST_TEST(latest().runs->runs.front().id == 2u);
}

// A package that did not build has tests that nobody counts.
BOOST_AUTO_TEST_CASE(a_run_that_could_not_judge_all_replaces_only_its_own_tests) {
  const auto measured = [](std::string test) {
    parsers::coverage out;
    out.units = {{"p", {std::move(test)}}};
    out.files["a.go"].by_unit = {{0, {{1, 1}}}};
    return std::make_shared<const parsers::coverage>(std::move(out));
  };
  record(run_of(1), measured("A"));
  auto broken = run_of(2);
  broken.results.failures.emplace_back();
  record(std::move(broken), measured("B"));
  BOOST_TEST(latest().runs->runs.size() == 2u);
  record(run_of(3), measured("B"));
  BOOST_TEST(latest().runs->runs.size() == 1u);
}

// 26.7 % after a rerun of some tests is a wrong value.
BOOST_AUTO_TEST_CASE(after_a_run_of_some_tests_the_coverage_is_that_of_all) {
  const auto measured = [](std::string test, std::uint32_t line) {
    parsers::coverage out;
    out.unit_kind = parsers::attribution::test;
    out.units = {{"p", {std::move(test)}}};
    out.files["a.go"].lines = {{1, line == 1 ? 1U : 0U}, {2, line == 2 ? 1U : 0U}};
    out.files["a.go"].branches.push_back(parsers::branch_hits{1, 0, 0, 1});
    out.files["a.go"].by_unit = {{0, {{line, line}}}};
    return std::make_shared<const parsers::coverage>(std::move(out));
  };
  const auto hit = [&](std::uint64_t run) {
    const auto known = known_coverage(latest(), run, "/w");
    return known.data ? known.name + ": " + std::to_string(parsers::totals(*known.data).lines.hit) : "none";
  };
  record(run_of(1), measured("A", 1));
  BOOST_TEST(hit(0) == "run 1: 1");
  BOOST_TEST(parsers::totals(*known_coverage(latest(), 0, "/w").data).branches.found == 1u);
  auto some = run_of(2);
  some.scope = parsers::run_scope::selected;
  record(some, measured("B", 2));
  BOOST_TEST(hit(0) == "run 1: 2");
  BOOST_TEST(hit(1) == "run 1: 1");
  BOOST_TEST(hit(2) == "run 2: 1");
  BOOST_TEST(hit(3) == "none");
  const auto known = known_coverage(latest(), 0, "/w");
  BOOST_TEST(known.run_id == 1u);  // what its freshness and age are of
  BOOST_TEST(known.data->notes == std::vector<std::string>{"1 test newer than run 1"}, boost::test_tools::per_element());
  BOOST_TEST(parsers::totals(*known.data).branches.found == 0u);
  BOOST_TEST(std::holds_alternative<parsers::found_file>(known.files->find("./a.go")));
  auto lost = run_of(4);
  self->send(index, record_coverage{std::make_shared<const parsers::finished_run>(lost), nullptr, "run 4", "cancelled"});
  run_all();
  BOOST_TEST(hit(0) == "run 1: 2");
  BOOST_TEST(known_coverage(latest(), 0, "/w").unmeasured_run == 4u);
}

BOOST_AUTO_TEST_SUITE_END()
