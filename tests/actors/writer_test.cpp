// Lines reach the client whole and in their order, and with as few writes as possible.
#include "actors/writer.hpp"
#include "tests/support/actor_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <fcntl.h>
#include <unistd.h>

using namespace covey::actors;
using namespace covey::tests;

namespace {

struct fixture : actor_fixture {
  fixture() {
    BOOST_REQUIRE(::pipe2(ends, O_NONBLOCK | O_CLOEXEC) == 0);
    out = system.spawn(writer, ends[1], backlog);
  }
  ~fixture() {
    end(out);
    ::close(ends[0]);
    ::close(ends[1]);
  }

  // As the dispatcher does it: counted, then sent.
  void count(const std::string& line) { backlog->waiting += line.size(); }
  void deliver(const std::string& line) {
    caf::anon_send(out, write_message{std::make_shared<const std::string>(line)});
    run();
  }

  std::string received() {
    std::string got(1 << 20, '\0');
    const auto n = ::read(ends[0], got.data(), got.size());
    got.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    return got;
  }

  int ends[2];
  backlog_ptr backlog = std::make_shared<wire_backlog>();
  writer_actor out;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(writer_suite, fixture)

BOOST_AUTO_TEST_CASE(a_line_with_none_behind_it_is_written_at_once) {
  for (const std::string line : {"one\n", "two\n"}) {
    count(line);
    deliver(line);
    BOOST_TEST(received() == line);
  }
  BOOST_TEST(backlog->waiting == 0u);
  BOOST_TEST(backlog->written == 8u);
}

BOOST_AUTO_TEST_CASE(lines_that_come_together_are_one_write) {
  count("one\n");
  count("two\n");
  deliver("one\n");
  BOOST_TEST(received() == "");
  BOOST_TEST(backlog->waiting == 8u);
  deliver("two\n");
  BOOST_TEST(received() == "one\ntwo\n");
  BOOST_TEST(backlog->waiting == 0u);
}

BOOST_AUTO_TEST_CASE(only_so_much_waits_for_what_is_behind_it) {
  const std::string large(40 * 1024, 'x'), last = "last\n";
  for (const auto& line : {large, large, last}) count(line);
  deliver(large);
  BOOST_TEST(received().empty());
  ::fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
  deliver(large);
  BOOST_TEST(received().size() == 2 * large.size());
  deliver(last);
  BOOST_TEST(received() == last);
}

BOOST_AUTO_TEST_CASE(the_end_comes_after_what_waits) {
  count("one\n");
  count("never sent\n");
  deliver("one\n");
  caf::anon_send(out, close_output{});
  run();
  BOOST_TEST(received() == "one\n");
}

BOOST_AUTO_TEST_SUITE_END()
