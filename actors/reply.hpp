// Answers exactly once. CAF 0.17.6 leaves a requester waiting until its timeout when a promise is dropped or
// the actor that holds it ends; this answers from its destructor instead.
#pragma once

#include "actors/errors.hpp"
#include <caf/typed_response_promise.hpp>
#include <utility>

namespace covey::actors {

template <class T>
class reply {
 public:
  reply() = default;
  explicit reply(caf::typed_response_promise<T> promise) : promise_(std::move(promise)), open_(true) {}
  reply(reply&& other) noexcept
      : promise_(std::move(other.promise_)), open_(std::exchange(other.open_, false)) {}
  reply& operator=(reply&& other) noexcept {
    if (this != &other) {
      give(fail(fault::abandoned));
      promise_ = std::move(other.promise_);
      open_ = std::exchange(other.open_, false);
    }
    return *this;
  }
  ~reply() { give(fail(fault::abandoned)); }

  void give(T answer) {
    if (std::exchange(open_, false)) promise_.deliver(std::move(answer));
  }
  void give(caf::error error) {
    if (std::exchange(open_, false)) promise_.deliver(std::move(error));
  }

 private:
  caf::typed_response_promise<T> promise_;
  bool open_ = false;
};

}  // namespace covey::actors
