// Coverage snapshots on disk: one file each, in the user's private folder below the system's temp directory.
// Any process of the user can find them; they stay until the system clears that directory.
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace covey::storage {

// Whether it is a version 4 UUID in its usual form; hexadecimal digits in either case.
bool is_snapshot_id(std::string_view text);

struct storage_problem {
  bool missing = false;
  std::string reason;  // the end of a sentence
};

class snapshot_folder {
 public:
  explicit snapshot_folder(const std::string& temp_directory);

  // Returns the id. The file appears whole or not at all; only the user may read it (0600, folder 0700).
  std::variant<std::string, storage_problem> write(std::string_view text) const;

  // The text. An id of another form counts as missing and is never used as a path.
  std::variant<std::string, storage_problem> read(std::string_view id, std::size_t max_bytes) const;

 private:
  std::string path_;
};

}  // namespace covey::storage
