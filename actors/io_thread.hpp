// One io_context on one thread: processes, signals, the deadline of the end.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <thread>

namespace covey::actors {

class io_thread {
 public:
  io_thread() : work_(context_.get_executor()), thread_([this] { context_.run(); }) {}
  ~io_thread() {
    work_.reset();
    context_.stop();
    thread_.join();
  }
  io_thread(const io_thread&) = delete;
  io_thread& operator=(const io_thread&) = delete;

  boost::asio::io_context& context() { return context_; }

 private:
  boost::asio::io_context context_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::thread thread_;
};

}  // namespace covey::actors
