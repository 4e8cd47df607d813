#include "actors/io_thread.hpp"
#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <future>
#include <stdexcept>

BOOST_AUTO_TEST_SUITE(io_thread_suite)

BOOST_AUTO_TEST_CASE(S8_a_handler_that_throws_does_not_end_the_others) {
  covey::actors::io_thread io;
  std::promise<void> later;
  boost::asio::post(io.context(), [] { throw std::runtime_error("a fault of ours"); });
  boost::asio::post(io.context(), [&later] { later.set_value(); });
  const auto outcome = later.get_future().wait_for(std::chrono::seconds{20});
  BOOST_CHECK(outcome == std::future_status::ready);
}

BOOST_AUTO_TEST_SUITE_END()
