// A planner written as a coroutine: it asks with co_await and gives its plan with co_return.
//
//   planning plan_example(plan_request request) {
//     const command question{{"example", "--version"}, request.root, {}};
//     const probe_answer said = co_await question;
//     ...
//     co_return plan;  // a run_plan or a plan_refusal
//   }
//
// Await named values only: if a temporary is made within a co_await, g++ 12 destroys its parts twice.
#pragma once

#include "parsers/languages/plan.hpp"
#include <coroutine>
#include <exception>
#include <memory>
#include <utility>
#include <variant>

namespace covey::parsers {

class planning {
 public:
  struct promise_type;
  using handle = std::coroutine_handle<promise_type>;

  explicit planning(handle coroutine) : coroutine_(coroutine) {}
  planning(planning&& other) noexcept : coroutine_(std::exchange(other.coroutine_, nullptr)) {}
  planning& operator=(planning&&) = delete;
  ~planning() {
    if (coroutine_) coroutine_.destroy();
  }

  handle coroutine() const { return coroutine_; }

 private:
  handle coroutine_;
};

// Hands the coroutine the answer to its question, in the type that it asked for.
template <class Answer>
struct pending_answer {
  planning::promise_type& promise;
  bool await_ready() const noexcept { return false; }
  void await_suspend(planning::handle) const noexcept {}
  Answer await_resume() const;
};

struct planning::promise_type {
  plan_step step;  // the question, then the plan
  probe_answer said;
  path_states seen;

  planning get_return_object() { return planning{handle::from_promise(*this)}; }
  std::suspend_always initial_suspend() noexcept { return {}; }
  std::suspend_always final_suspend() noexcept { return {}; }
  void unhandled_exception() { std::terminate(); }  // planners do not throw

  pending_answer<probe_answer> await_transform(const command& question) {
    step = question;
    return {*this};
  }
  pending_answer<path_states> await_transform(const path_request& question) {
    step = question;
    return {*this};
  }
  void return_value(run_plan plan) { step = std::move(plan); }
  void return_value(plan_refusal refusal) { step = std::move(refusal); }
  void return_value(std::variant<run_plan, plan_refusal> either) {
    std::visit([this](auto& one) { step = std::move(one); }, either);
  }
};

template <>
inline probe_answer pending_answer<probe_answer>::await_resume() const {
  return std::move(promise.said);
}
template <>
inline path_states pending_answer<path_states>::await_resume() const {
  return std::move(promise.seen);
}

// Makes a language::plan of a coroutine.
template <planning (*Plan)(plan_request)>
std::unique_ptr<planner> plan_with(plan_request request) {
  class coroutine_planner final : public planner {
   public:
    explicit coroutine_planner(planning plan) : plan_(std::move(plan)) {}
    plan_step next() override {
      if (!plan_.coroutine().done()) plan_.coroutine().resume();
      return std::move(plan_.coroutine().promise().step);
    }
    void answer(probe_answer given) override { plan_.coroutine().promise().said = std::move(given); }
    void answer(path_states given) override { plan_.coroutine().promise().seen = std::move(given); }

   private:
    planning plan_;
  };
  return std::make_unique<coroutine_planner>(Plan(std::move(request)));
}

}  // namespace covey::parsers
