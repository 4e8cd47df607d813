// What an actor does step by step, written as a coroutine: it asks other actors, or a thread, with co_await.
//
//   task<> run_state::live() {
//     const auto latest = co_await ask<latest_run>(failures, limits::question);
//     if (!latest) co_return refuse(latest.error());
//     auto plan = make_plan(*latest);  // a task, too
//     const auto made = co_await plan;
//     ...
//   }
//
// A frame is owned by the task, a task by the state of its actor: both end with it. No answer is waited for twice.
// Within a co_await no aggregate is made with braces and no lambda with captures: g++ 12 destroys their parts twice. So
// ask() makes the message, and on_a_thread() takes a function and its arguments. Nor does a co_await stand in a `?:`.
// Design: docs/design/24-asking.md
#pragma once

#include "actors/caf_compat.hpp"
#include "actors/limits.hpp"
#include "actors/messages.hpp"
#include <algorithm>
#include <array>
#include <caf/expected.hpp>
#include <chrono>
#include <coroutine>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

namespace covey::actors {

// --- Actors on their own threads ---

constexpr std::string_view no_thread =
    "the system starts no more threads (a limit of processes or of memory is reached); try again when others "
    "have ended";

// The actor's handle; null if no thread could be started.
template <class... Args>
auto spawn_detached(caf::actor_system& system, Args&&... args)
    -> decltype(system.spawn<caf::detached>(std::forward<Args>(args)...)) {
  try {
    return system.spawn<caf::detached>(std::forward<Args>(args)...);
  } catch (const std::system_error&) {
    uncount_detached(system);
    return {};
  }
}

// --- Tasks ---

// Runs the coroutines of one task in turn. They hand over here and not by resuming each other: without optimisation the
// stack would grow with each part that ends at once.
class coroutine_turn {
 public:
  void pass_to(std::coroutine_handle<> next) { next_ = next; }
  void run(std::coroutine_handle<> first) {
    for (next_ = first; next_;) std::exchange(next_, nullptr).resume();
  }

 private:
  std::coroutine_handle<> next_;
};

template <class Value>
struct task_value {
  std::optional<Value> value;
  void return_value(Value given) { value.emplace(std::move(given)); }
  Value take() { return std::move(*value); }
};
template <>
struct task_value<void> {
  void return_void() const noexcept {}
  void take() const noexcept {}
};

struct task_promise {
  coroutine_turn own;
  coroutine_turn* turn = &own;
  std::coroutine_handle<> caller;  // null: of a task that was started

  struct hand_back {
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> ended) const noexcept {
      ended.promise().turn->pass_to(ended.promise().caller);
    }
    void await_resume() const noexcept {}
  };

  std::suspend_always initial_suspend() noexcept { return {}; }
  hand_back final_suspend() noexcept { return {}; }
  void unhandled_exception() { throw; }  // it ends the actor
};

// Begins when it is started or awaited, once. One that is assigned to, or destroyed, goes no further; never while it runs.
template <class Value = void>
class [[nodiscard]] task {
 public:
  struct promise_type : task_promise, task_value<Value> {
    task get_return_object() { return task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
  };

  task() = default;
  task(task&& other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}
  task& operator=(task&& other) noexcept {
    if (const auto old = std::exchange(frame_, std::exchange(other.frame_, nullptr))) old.destroy();
    return *this;
  }
  ~task() {
    if (frame_) frame_.destroy();
  }

  bool is_over() const { return !frame_ || frame_.done(); }
  void start() { frame_.promise().own.run(frame_); }

  bool await_ready() const noexcept { return false; }
  template <class Promise>
  void await_suspend(std::coroutine_handle<Promise> caller) const noexcept {
    frame_.promise().caller = caller;
    frame_.promise().turn = caller.promise().turn;
    frame_.promise().turn->pass_to(frame_);
  }
  Value await_resume() const { return frame_.promise().take(); }

 private:
  explicit task(std::coroutine_handle<promise_type> frame) : frame_(frame) {}

  std::coroutine_handle<promise_type> frame_;
};

// --- What a task waits for ---

// The place of a value that comes later, and the task that waits for it.
struct arrival_slot {
  virtual ~arrival_slot() = default;

  bool has_come = false;
  std::function<void()> resume;  // empty: no task waits
};
using arrival_slot_ptr = std::shared_ptr<arrival_slot>;

// Suspends a task until one of the slots has its value. Lies in the task's frame, and leaves the slots with it.
template <std::size_t Count>
class first_arrival {
 public:
  explicit first_arrival(std::array<arrival_slot_ptr, Count> slots) : slots_(std::move(slots)) {}
  first_arrival(const first_arrival&) = delete;
  first_arrival& operator=(const first_arrival&) = delete;
  ~first_arrival() { leave(); }

  bool await_ready() const {
    return std::ranges::any_of(slots_, [](const auto& one) { return one->has_come; });
  }
  template <class Promise>
  void await_suspend(std::coroutine_handle<Promise> frame) {
    for (const auto& one : slots_)
      one->resume = [this, frame] {
        leave();
        frame.promise().turn->run(frame);
      };
  }
  void await_resume() const noexcept {}

 private:
  void leave() {
    for (const auto& one : slots_) one->resume = nullptr;
  }

  std::array<arrival_slot_ptr, Count> slots_;
};

// A value that comes later, for one task at a time; the first that is given counts. Copies share it.
template <class Value>
class arrival {
 public:
  struct slot final : arrival_slot {
    std::optional<Value> value;
  };
  struct awaiter : first_arrival<1> {
    explicit awaiter(std::shared_ptr<slot> of) : first_arrival<1>({of}), of_(std::move(of)) {}
    Value await_resume() const { return *of_->value; }
    std::shared_ptr<slot> of_;
  };

  bool has_come() const { return slot_->has_come; }
  const Value* value() const { return has_come() ? &*slot_->value : nullptr; }  // null: it has not come
  void give(Value value) const {
    if (std::exchange(slot_->has_come, true)) return;
    slot_->value.emplace(std::move(value));
    if (const auto resume = slot_->resume) resume();
  }
  awaiter operator co_await() const { return awaiter{slot_}; }

  std::shared_ptr<slot> shared_slot() const { return slot_; }

 private:
  std::shared_ptr<slot> slot_ = std::make_shared<slot>();
};

template <class... Values>
first_arrival<sizeof...(Values)> first_of(const arrival<Values>&... any) {
  return first_arrival<sizeof...(Values)>{{any.shared_slot()...}};
}

// --- Answers ---

// caf::unit_t stands for void.
template <class Output>
struct answer_type;
template <class Value>
struct answer_type<caf::detail::type_list<Value>> {
  using type = std::conditional_t<std::is_void_v<Value>, caf::unit_t, Value>;
};

// self->request(…), for co_await: a caf::expected of the answer.
template <class Self, class Output>
auto answer_to(const caf::response_handle<Self, Output, false>& request) {
  using value = typename answer_type<Output>::type;
  arrival<caf::expected<value>> out;
  const auto refuse = [out](caf::error& error) { out.give(std::move(error)); };
  if constexpr (std::is_same_v<value, caf::unit_t>)
    request.then([out] { out.give(caf::unit); }, refuse);
  else
    request.then([out](const value& answer) { out.give(answer); }, refuse);
  return out;
}

// --- Threads ---

// Detached; in tests on the scheduler that they control. Null: no thread is left.
using worker_spawner = std::function<worker_actor(std::function<void()> work)>;

inline worker_actor::behavior_type worker(worker_actor::pointer self, std::function<void()> work) {
  return {
      [self, work = std::move(work)](begin_work) {
        self->quit();
        work();
        return work_done{};
      },
  };
}

// A detached one.
inline worker_spawner threads_of(caf::actor_system& system) {
  return [&system](std::function<void()> work) { return spawn_detached(system, worker, std::move(work)); };
}

// Ends with what holds it, and with it what it has started.
template <class Actor>
class owned_actor {
 public:
  explicit owned_actor(Actor actor = {}) : actor_(std::move(actor)) {}
  owned_actor(owned_actor&& other) noexcept : actor_(std::exchange(other.actor_, {})) {}
  owned_actor& operator=(owned_actor&& other) noexcept {
    std::swap(actor_, other.actor_);
    return *this;
  }
  ~owned_actor() { caf::anon_send_exit(actor_, caf::exit_reason::user_shutdown); }

  const Actor& operator*() const { return actor_; }
  explicit operator bool() const { return static_cast<bool>(actor_); }

 private:
  Actor actor_;
};

// --- What an actor's state inherits ---

template <class Actor>
class asking {
 public:
  using self_pointer = Actor;

 protected:
  explicit asking(Actor self) : self_(self) {}

  // Sends Message{members…}; gives a caf::expected of the answer.
  template <class Message, class Handle, class... Members>
  auto ask(const Handle& of, std::chrono::milliseconds time, Members&&... members) const {
    return answer_to(self_->request(of, within(time), Message{std::forward<Members>(members)...}));
  }

  // function(arguments…) on a thread of its own; gives a caf::expected of its value, or of fault::abandoned with what it threw. The
  // arguments are copied. Of a function that goes on after this time nothing is heard any more.
  template <class Function, class... Arguments>
  auto on_a_thread(const worker_spawner& threads, std::chrono::milliseconds time, Function function,
                   Arguments... arguments) const {
    using value = std::invoke_result_t<Function, const Arguments&...>;
    const auto made = std::make_shared<caf::expected<value>>(fail(fault::abandoned));
    arrival<caf::expected<value>> out;
    const auto one = threads([made, function, ... given = std::move(arguments)] {
      try {
        *made = function(given...);
      } catch (const std::exception& e) {
        *made = fail(fault::abandoned, e.what());
      }
    });
    self_->request(one, within(time), begin_work{})
        .then([made, out](work_done) { out.give(std::move(*made)); },
              [out, one](caf::error& error) {
                out.give(one ? std::move(error) : fail(fault::busy, std::string{no_thread}));
              });
    return out;
  }

  Actor self_;
};

}  // namespace covey::actors
