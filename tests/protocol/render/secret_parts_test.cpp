#include "protocol/answer_filter.hpp"
#include "protocol/render/failures/answers.hpp"
#include "protocol/render/run/answers.hpp"
#include "tests/protocol/body_text.hpp"
#include "tests/protocol/render/sample_runs.hpp"
#include <random>

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;

class random_runs {
 public:
  explicit random_runs(unsigned seed) : random_(seed) { secret = characters(24 + below(150)); }

  std::string secret;

  parsers::finished_run next() {
    auto run = sample_red_run();
    run.out.text = text(120);
    run.out.total = run.out.text.size() + below(2) * 100;
    run.err.text = text(20);
    run.results.failures.clear();
    for (std::size_t i = 0; i < 1 + below(12); ++i) run.results.failures.push_back(failure());
    run.results.totals.failed = run.results.failures.size();
    for (const auto& one : run.results.failures)
      run.results.tests.push_back({one.id, parsers::outcome::failed});
    run.notes = {text(8)};
    return run;
  }

 private:
  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>{0, limit - 1}(random_);
  }

  std::string characters(std::size_t count) {
    constexpr std::string_view all = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+/=";
    std::string out;
    while (out.size() < count) out += all[below(all.size())];
    return out;
  }

  // Words and line ends, the secret, and parts of it as a runner's own cuts leave them.
  std::string text(std::size_t words) {
    std::string out;
    for (std::size_t i = 0; i < words; ++i) {
      const auto kind = below(12);
      if (kind == 0) out += secret;
      if (kind == 1) out += secret.substr(below(secret.size()), below(secret.size())) + "...";
      if (kind == 2) out += '\n';
      if (kind > 2) out += std::string(below(60), 'a') + " ";
    }
    return out;
  }

  parsers::failure failure() {
    auto out = sample_difference();
    out.id.name = "Test" + text(3);
    out.message = text(10);
    out.expected = text(30);
    out.actual = below(2) == 0 ? text(30) : std::string(below(90), 'b') + *out.expected + text(2);
    out.diff = text(20);
    out.output = text(30);
    out.stack.add(text(1), {"internal/foo.go", 3});
    return out;
  }

  std::mt19937 random_;
};

void expect_none(const std::string& body, const std::string& secret, const char* what) {
  std::string shown;
  for (std::size_t at = 0; at + secret_parts::shortest <= secret.size() && shown.empty(); ++at)
    if (const auto found = body.find(secret.substr(at, secret_parts::shortest)); found != body.npos)
      shown = body.substr(found - std::min<std::size_t>(found, 80), 200);
  BOOST_TEST(shown == "", what << ": " << secret);
}

BOOST_AUTO_TEST_SUITE(parts_of_secrets)

BOOST_AUTO_TEST_CASE(no_renderer_at_any_budget_shows_a_part_of_a_secret) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    random_runs runs{seed};
    const auto run = runs.next();
    const answer_filter filter{secret_mask{{{"MY_TOKEN", runs.secret}, {"HOME", "/data/me"}}}};
    for (const std::size_t bytes : {2'000u, 5'000u, 80'000u}) {
      answer_view view{.bytes = bytes};
      view.detail = seed % 2 == 0;
      const auto expect = [&](tool_answer answer, const char* what) {
        expect_none(body_text(std::move(answer), filter), runs.secret, what);
      };
      expect(render_run(run, run_output::summary, view), "summary");
      expect(render_run(run, run_output::raw, view), "raw");
      expect(render_failures(&run, {50}, 3s, view), "failures");
      expect(render_results(&run, view), "results");
      expect(render_page(run, 1, 3s, view), "page");
      expect(render_range(run, {false, seed * 7, seed * 7 + bytes}, filter, view), "range");
    }
  }
}

BOOST_AUTO_TEST_CASE(a_part_that_a_runner_cut_out_is_masked) {
  const secret_mask mask{{{"MY_TOKEN", "ghp_16C7e42F292c6912E7"}}};
  BOOST_TEST(mask.apply("AssertionError: assert 'ghp_16C7e4...912E7' == 'x'") ==
             "AssertionError: assert '‹MY_TOKEN›...912E7' == 'x'");
  BOOST_TEST(mask.apply("…[14 bytes]7e42F292c6912E7") == "…[14 bytes]‹MY_TOKEN›");
  BOOST_TEST(mask.apply("7e42F29") == "7e42F29");  // 7 bytes
}

BOOST_AUTO_TEST_CASE(what_a_value_shares_with_public_texts_is_shown) {
  const secret_mask mask{{{"DB_PASSWORD_URL", "postgres://me:zU7-kq9_Lw2@localhost:5432/main"},
                          {"SERVICE_CREDENTIALS", "/data/me/keys/service-account.json"},
                          {"RULER_TOKEN", "---------------------------"},
                          {"PGHOSTS", "localhost:5432, localhost:5433"}}};
  for (const auto* open : {"postgres is up", "cannot connect to localhost", "localhost:5432 refused",
                           "/data/me/project/src/main.py", "/data/me/keys/service-account.py", "--------\n"})
    BOOST_TEST(mask.apply(open) == open);
  BOOST_TEST(mask.apply("with zU7-kq9_L") == "with ‹DB_PASSWORD_URL›");
  BOOST_TEST(mask.apply("open /data/me/keys/service-account.json") == "open ‹SERVICE_CREDENTIALS›");
}

BOOST_AUTO_TEST_CASE(a_value_that_repeats_itself_costs_little) {
  std::string periodic;
  while (periodic.size() < 4'000) periodic += "abcd";
  const secret_mask mask{{{"MY_TOKEN", periodic + "!"}, {"FLAT_TOKEN", std::string(4'000, 'x')}}};
  const auto part = periodic.substr(0, 3'000);
  std::string text, masked;
  for (int i = 0; i < 100; ++i) text += part + "\n", masked += "‹MY_TOKEN›\n";
  BOOST_TEST((mask.apply(text) == masked));
  const std::string flat(100'000, 'x');
  BOOST_TEST(mask.apply(flat) == "‹FLAT_TOKEN›");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
