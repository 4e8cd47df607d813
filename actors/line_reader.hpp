// The thread that reads the client's lines from a descriptor of any kind (pipe, socket, file, terminal).
#pragma once

#include "protocol/id_scanner.hpp"
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace covey::actors {

class line_reader {
 public:
  struct handlers {
    std::function<void(std::shared_ptr<const std::string>)> line;  // without its end; never blank
    // The line was skipped to its end; gets its id, if one could be found.
    std::function<void(std::optional<protocol::request_id>)> too_long;
    std::function<void()> end;       // once: end of file, or an error
    std::function<bool()> may_read;  // false: leave it in the pipe for now
    // Asked when the client has closed its end while reading is paused. True: give up the rest that may be in
    // the pipe.
    std::function<bool()> give_up;
  };

  line_reader(int fd, std::size_t max_line, handlers h);
  ~line_reader();  // stops the thread
  line_reader(const line_reader&) = delete;
  line_reader& operator=(const line_reader&) = delete;

 private:
  void loop();
  void take(std::string_view bytes);

  int fd_;
  int wake_;
  std::size_t max_line_;
  handlers handlers_;
  std::string line_;
  std::optional<protocol::id_scanner> skipped_;  // of a line that is too long
  std::thread thread_;                           // last: it uses all of the above
};

}  // namespace covey::actors
