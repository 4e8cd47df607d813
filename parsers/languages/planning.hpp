// A planner written as a coroutine: it asks with co_await and gives its plan with co_return.
//
//   planning plan_example(plan_request request) {
//     const command question{{"example", "--version"}, request.root, {}};
//     const probe_answer said = co_await question;
//     auto reading = read_manifests(said.out, request.root);  // a planning_part: it asks and gives a value
//     const manifests found = co_await reading;
//     ...
//     co_return plan;  // a run_plan or a plan_refusal
//   }
//
// Await named values only: if a temporary is made within a co_await, g++ 12 destroys its parts twice.
// Design: docs/design/01-planning.md
#pragma once

#include "parsers/languages/plan.hpp"
#include <coroutine>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

namespace covey::parsers {

template <class Value>
class planning_part;

// What the coroutines of one planner share.
struct planner_dialogue {
  plan_step step;  // the question, then the plan
  bool has_step = false;
  probe_answer said;
  path_states seen;
  // Resumed next. Coroutines hand over here and not by resuming each other: without optimisation the stack
  // would grow with each part that ends at once.
  std::coroutine_handle<> turn;

  void ask(plan_step question) {
    step = std::move(question);
    has_step = true;
  }
};

// Hands a coroutine the answer to its question, in the type that it asked for.
template <class Answer>
struct pending_answer {
  Answer& given;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<>) const noexcept {}
  Answer await_resume() const { return std::move(given); }
};

// What a planner and its parts may await.
struct planning_promise {
  planner_dialogue* dialogue = nullptr;

  std::suspend_always initial_suspend() noexcept { return {}; }
  void unhandled_exception() { throw; }  // leaves planner::next(); the planner is of no more use

  pending_answer<probe_answer> await_transform(const command& question) {
    dialogue->ask(question);
    return {dialogue->said};
  }
  pending_answer<path_states> await_transform(const path_request& question) {
    dialogue->ask(question);
    return {dialogue->seen};
  }
  template <class Value>
  auto await_transform(planning_part<Value>& part) {
    return part.begin(*dialogue);
  }
};

// Owns a coroutine's frame, which owns those of the parts that it awaits.
template <class Promise>
class planning_frame {
 public:
  using handle = std::coroutine_handle<Promise>;

  explicit planning_frame(Promise& promise) : coroutine_(handle::from_promise(promise)) {}
  planning_frame(planning_frame&& other) noexcept : coroutine_(std::exchange(other.coroutine_, nullptr)) {}
  planning_frame& operator=(planning_frame&&) = delete;
  ~planning_frame() {
    if (coroutine_) coroutine_.destroy();
  }

  handle coroutine() const { return coroutine_; }

 private:
  handle coroutine_;
};

template <class Value>
struct part_value {
  std::optional<Value> value;
  void return_value(Value given) { value.emplace(std::move(given)); }
  Value take() { return std::move(*value); }
};
template <>
struct part_value<void> {
  void return_void() const noexcept {}
  void take() const noexcept {}
};

// A part of a planner. It begins when it is awaited, once, and must not outlive what its arguments refer to.
template <class Value>
class planning_part {
 public:
  struct promise_type : planning_promise, part_value<Value> {
    std::coroutine_handle<> caller;

    struct hand_back {
      bool await_ready() const noexcept { return false; }
      void await_suspend(std::coroutine_handle<promise_type> part) const noexcept {
        part.promise().dialogue->turn = part.promise().caller;
      }
      void await_resume() const noexcept {}
    };

    planning_part get_return_object() { return planning_part{*this}; }
    hand_back final_suspend() noexcept { return {}; }
  };

  struct pending_value {
    promise_type& part;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> caller) const noexcept {
      part.caller = caller;
      part.dialogue->turn = std::coroutine_handle<promise_type>::from_promise(part);
    }
    Value await_resume() const { return part.take(); }
  };

  pending_value begin(planner_dialogue& dialogue) {
    auto& promise = frame_.coroutine().promise();
    promise.dialogue = &dialogue;
    return {promise};
  }

 private:
  explicit planning_part(promise_type& promise) : frame_(promise) {}

  planning_frame<promise_type> frame_;
};

class planning {
 public:
  struct promise_type : planning_promise {
    planner_dialogue own;

    promise_type() { dialogue = &own; }
    planning get_return_object() { return planning{*this}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(run_plan plan) { own.ask(std::move(plan)); }
    void return_value(plan_refusal refusal) { own.ask(std::move(refusal)); }
    void return_value(std::variant<run_plan, plan_refusal> either) {
      std::visit([this](auto& one) { own.ask(std::move(one)); }, either);
    }
  };

  planner_dialogue& dialogue() const { return frame_.coroutine().promise().own; }

 private:
  explicit planning(promise_type& promise) : frame_(promise) { promise.own.turn = frame_.coroutine(); }

  planning_frame<promise_type> frame_;
};

// Makes a language::plan of a coroutine.
template <planning (*Plan)(plan_request)>
std::unique_ptr<planner> plan_with(plan_request request) {
  class coroutine_planner final : public planner {
   public:
    explicit coroutine_planner(planning plan) : plan_(std::move(plan)) {}
    plan_step next() override {
      auto& dialogue = plan_.dialogue();
      for (dialogue.has_step = false; !dialogue.has_step && !dialogue.turn.done();) dialogue.turn.resume();
      return std::move(dialogue.step);
    }
    void answer(probe_answer given) override { plan_.dialogue().said = std::move(given); }
    void answer(path_states given) override { plan_.dialogue().seen = std::move(given); }

   private:
    planning plan_;
  };
  return std::make_unique<coroutine_planner>(Plan(std::move(request)));
}

}  // namespace covey::parsers
