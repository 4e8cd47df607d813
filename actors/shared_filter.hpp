// The filter of all answers of a session. It learns: a call, and the workspace's settings, may add variables to a run whose
// values are secrets from then on. Copies share what they learn; for any thread.
#pragma once

#include "protocol/answer_filter.hpp"
#include <memory>
#include <mutex>

namespace covey::actors {

class shared_filter {
 public:
  using variables = protocol::secret_mask::environment;

  shared_filter() = default;  // knows no secrets, and learns none
  explicit shared_filter(variables known) : state_(std::make_shared<state>()) {
    state_->filter = protocol::answer_filter{protocol::secret_mask{known}};
    state_->known = std::move(known);
  }

  void learn(const variables& more) const {
    if (!state_ || more.empty()) return;
    const std::lock_guard guard{state_->lock};
    bool is_news = false;
    for (const auto& [name, value] : more)
      if (protocol::secret_mask{{{name, value}}}.finds_in(value)) is_news = add(name, value) || is_news;
    if (is_news) state_->filter = protocol::answer_filter{protocol::secret_mask{state_->known}};
  }

  // What it knows by now.
  protocol::answer_filter now() const {
    if (!state_) return {};
    const std::lock_guard guard{state_->lock};
    return state_->filter;
  }

 private:
  struct state {
    std::mutex lock;
    variables known;
    protocol::answer_filter filter;
  };

  // Of a variable that had another value, that one stays a secret: under a name with a stroke.
  bool add(std::string name, const std::string& value) const {
    for (auto known = state_->known.find(name); known != state_->known.end();
         known = state_->known.find(name)) {
      if (known->second == value) return false;
      name += '\'';
    }
    state_->known.emplace(std::move(name), value);
    return true;
  }

  std::shared_ptr<state> state_;
};

}  // namespace covey::actors
