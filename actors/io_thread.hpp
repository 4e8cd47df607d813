// One io_context on one thread: processes, signals, the shutdown deadline.
#pragma once

#include "actors/log.hpp"
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <string>
#include <thread>

namespace covey::actors {

class io_thread {
 public:
  io_thread() : work_(context_.get_executor()), thread_([this] { run(); }) {}
  ~io_thread() {
    work_.reset();
    context_.stop();
    thread_.join();
  }
  io_thread(const io_thread&) = delete;
  io_thread& operator=(const io_thread&) = delete;

  boost::asio::io_context& context() { return context_; }

 private:
  // An exception ends only the handler that threw it, not the server: each run has its deadline.
  void run() {
    for (;;) {
      try {
        context_.run();
        return;
      } catch (const std::exception& e) {
        log::error(std::string{"a handler of the io thread failed: "} + e.what());
      }
    }
  }

  boost::asio::io_context context_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::thread thread_;
};

}  // namespace covey::actors
