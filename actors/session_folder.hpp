// A folder for what runs keep for the next runs of a session. For any thread.
#pragma once

#include "process/scratch.hpp"
#include <mutex>
#include <optional>
#include <string>

namespace covey::actors {

// Removed with the session, or by a later one if this one is killed.
class session_folder {
 public:
  // Made when it is first asked for; "" if that is not possible.
  std::string path() {
    const std::lock_guard guard{lock_};
    if (!folder_)
      if (auto made = process::scratch::make()) folder_.emplace(std::move(*made));
    return folder_ ? folder_->path() : std::string{};
  }

 private:
  std::mutex lock_;
  std::optional<process::scratch> folder_;
};

}  // namespace covey::actors
