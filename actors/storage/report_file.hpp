// Files that the caller names: only regular ones are read, and the reader can tell whether a file changed
// meanwhile. Files are never mapped: if another process truncated a mapped file, this one would end.
#pragma once

#include "actors/storage/opened.hpp"
#include "process/bounded_file.hpp"
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>

namespace covey::storage {

struct file_problem {
  bool missing = false;
  std::string reason;  // the end of a sentence: "permission denied"
};

class report_file {
 public:
  // Never blocks: a FIFO or a device is refused without opening it.
  static std::variant<report_file, file_problem> open(const std::string& path, std::uint64_t max_bytes);

  const file_identity& identity() const { return identity_; }

  // Reads everything, in pieces of up to 64 KiB. `on_piece` returns false to stop early. If the file changed
  // just now, reading waits 20 ms, until the clock of its time stamps has advanced; `identity` is then taken
  // anew.
  enum class reading { complete, changed, stopped };
  std::variant<reading, file_problem> read(const std::function<bool(std::string_view)>& on_piece);

 private:
  report_file(process::descriptor fd, std::uint64_t max_bytes) : fd_(std::move(fd)), max_bytes_(max_bytes) {}

  int settle();

  process::descriptor fd_;
  file_identity identity_;
  std::uint64_t max_bytes_;
};

}  // namespace covey::storage
