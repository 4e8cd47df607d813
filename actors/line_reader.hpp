// The thread that reads the client's lines from a descriptor of any kind (pipe, socket, file, terminal).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

namespace covey::actors {

class line_reader {
 public:
  struct handlers {
    std::function<void(std::shared_ptr<const std::string>)> line;  // without its end; never blank
    std::function<void()> too_long;                                // the line is skipped to its end
    std::function<void()> end;                                     // once: end of file, or an error
    std::function<bool()> may_read;                                // false: leave it in the pipe for now
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
  bool skipping_ = false;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace covey::actors
