// Coverage snapshots on disk: one file each, in a folder of the user's own below the system's temp directory.
// Any process of the user finds them; they stay until the system clears that directory.
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace covey::storage {

// A version 4 UUID in its usual form, of hexadecimal digits in either case.
bool is_snapshot_id(std::string_view text);

struct storage_problem {
  bool missing = false;
  std::string reason;  // the end of a sentence
};

class snapshot_folder {
 public:
  explicit snapshot_folder(const std::string& temp_directory);

  // The id. The file appears whole or not at all; nobody else may read it (0600, in a folder of 0700).
  std::variant<std::string, storage_problem> write(std::string_view text) const;

  struct content {
    std::string text;
  };
  // An id of another form is missing and never becomes a path.
  std::variant<content, storage_problem> read(std::string_view id, std::size_t most_bytes) const;

 private:
  std::string path_;
};

}  // namespace covey::storage
