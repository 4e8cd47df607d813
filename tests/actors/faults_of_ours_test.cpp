// What a fault of covey's own costs: never more than what it was doing.
#include "actors/coverage_index.hpp"
#include "actors/failure_store.hpp"
#include "actors/limits.hpp"
#include "actors/planning.hpp"
#include "actors/project.hpp"
#include "actors/supervisor.hpp"
#include "tests/support/actor_fixture.hpp"
#include "tests/support/fake_language.hpp"
#include "tests/support/fake_process.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <stdexcept>

using namespace covey;
using namespace covey::actors;
using namespace std::chrono_literals;

namespace {

call_actor::behavior_type deaf(call_actor::pointer) {
  return {[](const cancel_call&) {}, [](const run_progress&) {}};
}

// Reads "pass NAME" lines as fake_output does, and throws when it reads "throw"; or when it is to give its
// results.
class broken_output final : public parsers::output_parser {
 public:
  explicit broken_output(bool at_end) : at_end_(at_end) {}
  void feed(parsers::stream from, std::string_view bytes) override {
    if (bytes.find("throw") != std::string_view::npos) throw std::out_of_range("substr");
    inner_.feed(from, bytes);
  }
  parsers::progress now() const override { return inner_.now(); }
  parsers::run_results finish(const parsers::run_ending& ending) override {
    if (at_end_) throw std::out_of_range("substr");
    return inner_.finish(ending);
  }

 private:
  bool at_end_;
  tests::fake_output inner_;
};

// Plans at once, or throws; its runs' output is read by a broken parser.
class broken_planner final : public parsers::planner {
 public:
  explicit broken_planner(parsers::plan_request request) : request_(std::move(request)) {}
  parsers::plan_step next() override {
    if (request_.root == "/throw") throw std::length_error("too long");
    parsers::run_plan plan;
    plan.commands.push_back({{"/bin/sh", "all"}, request_.root, {}});
    const bool at_end = request_.root == "/at-end";
    plan.make_parser = [at_end] { return std::make_unique<broken_output>(at_end); };
    return plan;
  }
  void answer(parsers::probe_answer) override {}
  void answer(parsers::path_states) override {}

 private:
  parsers::plan_request request_;
};

const parsers::language broken_language{
    .name = "fake",
    .display_name = "Fake",
    .program = "sh",
    .version_arguments = {"--version"},
    .project_files = {{"fake.mod"}},
    .project_name = [](std::string_view, std::string_view) { return std::string{}; },
    .plan =
        [](parsers::plan_request request) {
          return std::unique_ptr<parsers::planner>{std::make_unique<broken_planner>(std::move(request))};
        }};

// Never answers: it computes.
planning_actor::behavior_type endless_planning(planning_actor::pointer) {
  return {[](const make_plan&) -> caf::result<plan_ptr> { return caf::delegated<plan_ptr>{}; }};
}

struct fixture : tests::actor_fixture {
  enum class plannings { quick, endless, none };

  tests::fake_launcher launcher;
  plannings how = plannings::quick;
  planning_actor endless;
  detector_actor fake = system.spawn(detector, &broken_language, &launcher);
  failure_store_actor failures = system.spawn(failure_store);
  coverage_index_actor coverage = system.spawn(coverage_index);
  call_actor caller = system.spawn(deaf);
  worker_spawner threads = [this](auto work) { return system.spawn(worker, std::move(work)); };
  supervisor_actor runs = system.spawn(
      supervisor, run_services{{.languages = {{&broken_language, fake}},
                                .failures = failures,
                                .coverage = coverage,
                                .session = "test",
                                .threads = threads,
                                .launcher = &launcher},
                               "/covey",
                               [this](const prober_actor& probes) { return spawn_planning(probes); }});

  ~fixture() {
    for (auto& child : launcher.children)
      if (!child->ended()) child->exit(1);
    run();
    end(runs);
    end(caller);
    end(fake);
    end(failures);
    end(coverage);
  }

  planning_actor spawn_planning(const prober_actor& probes) {
    if (how == plannings::none) return planning_actor{};
    if (how == plannings::quick) return system.spawn(planning, probes);
    return endless = system.spawn(endless_planning);
  }

  auto start(std::string root) {
    auto handle = self->request(
        runs, 3600s, start_run{.key = 1, .root = std::move(root), .language = "fake", .timeout = 10s},
        caller);
    run();
    return handle;
  }

  template <class Handle>
  finished_run_ptr wait(Handle& handle) {
    run();
    finished_run_ptr out;
    handle.receive([&](const finished_run_ptr& got) { out = got; },
                   [&](caf::error& e) { last_error = std::move(e); });
    return out;
  }
};

bool blames_covey(const parsers::finished_run& run) {
  const auto& failures = run.results.failures;
  return std::any_of(failures.begin(), failures.end(), [](const auto& one) {
    return one.id.name == "covey" && one.kind == parsers::failure_kind::error &&
           one.message.find("(substr)") != std::string::npos;
  });
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(faults_of_ours, fixture)

BOOST_AUTO_TEST_CASE(S8_output_that_breaks_its_parser_leaves_what_was_known_and_is_never_green) {
  auto handle = start("/");
  launcher.last().print("pass a\npass b\n");
  launcher.last().print("throw\n");
  launcher.last().print("pass c\n");
  launcher.last().exit(0);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == parsers::run_status::failed));
  BOOST_TEST(done->results.totals.passed == 2u);
  BOOST_TEST(done->results.totals.errors == 1u);
  BOOST_TEST(blames_covey(*done));
  BOOST_TEST(done->out.text == "pass a\npass b\nthrow\npass c\n");
  BOOST_TEST(launcher.last().acknowledged == done->out.total);
}

BOOST_AUTO_TEST_CASE(S8_a_parser_that_breaks_at_the_end_leaves_the_counts) {
  auto handle = start("/at-end");
  launcher.last().print("pass a\nfail b\npass c\n");
  launcher.last().exit(1);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST(done->results.totals.passed == 2u);
  BOOST_TEST(done->results.totals.failed == 1u);
  BOOST_TEST(blames_covey(*done));
}

BOOST_AUTO_TEST_CASE(S8_a_planner_that_breaks_refuses_the_run_and_the_next_is_planned) {
  auto broken = start("/throw");
  BOOST_TEST(!wait(broken));
  BOOST_CHECK(last_error == fault::plan_refused);
  BOOST_TEST(context_of(last_error) ==
             "a fault of covey's: the run of this project could not be planned (too long)");
  auto next = start("/");
  launcher.last().print("pass a\n");
  launcher.last().exit(0);
  BOOST_TEST(wait(next));
}

BOOST_AUTO_TEST_CASE(P18_a_run_that_gets_no_thread_for_its_plan_is_refused_as_busy) {
  how = plannings::none;
  auto handle = start("/");
  BOOST_TEST(!wait(handle));
  BOOST_CHECK(last_error == fault::busy);
  BOOST_TEST(context_of(last_error).starts_with("the system starts no more threads"));
}

BOOST_AUTO_TEST_CASE(P21_a_plan_that_is_computed_for_ever_does_not_outlive_the_runs_time) {
  how = plannings::endless;
  auto handle = start("/");
  advance(10s);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == parsers::run_status::timed_out));
}

BOOST_AUTO_TEST_CASE(P21_a_plan_that_is_computed_for_ever_is_cancelled_at_once_and_holds_nobody_up) {
  how = plannings::endless;
  auto handle = start("/");
  // Its detector answers all the same.
  BOOST_TEST(ask<detected_project>(fake, detect_project{"/nowhere"}).has_value());
  self->send(runs, unsubscribe{1});
  BOOST_TEST(!wait(handle));
  BOOST_CHECK(last_error == fault::cancelled);
}

BOOST_AUTO_TEST_CASE(P12_a_toolchain_that_never_says_its_version_is_ended) {
  auto handle = self->request(fake, 3600s, describe_toolchain{});
  run();
  BOOST_REQUIRE(launcher.children.size() == 1u);
  advance(limits::version_answer);
  std::string version;
  handle.receive([&](const toolchain& found) { version = found.version; }, [](const caf::error&) {});
  BOOST_TEST(version == "does not say its version");
  BOOST_TEST(launcher.last().stops.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
