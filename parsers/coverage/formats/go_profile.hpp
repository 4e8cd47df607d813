// Go cover profiles, as `go test -coverprofile` writes them:
//   mode: set
//   import/path/file.go:FIRST_LINE.COLUMN,LAST_LINE.COLUMN STATEMENTS COUNT
// Profiles may be concatenated: "mode:" lines may stand anywhere, and a block that comes again adds its
// count.
#pragma once

#include "parsers/model/coverage.hpp"
#include "parsers/text/streams.hpp"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct go_block {
  std::uint32_t first_line = 0;
  std::uint32_t first_column = 0;
  std::uint32_t last_line = 0;
  std::uint32_t last_column = 0;  // the first column after the block
  std::uint64_t count = 0;
};

// The blocks of one file: once the profile has ended, sorted and each of them once, its counts added
// (saturating).
class go_file_blocks {
 public:
  void add(const go_block& block);
  void fold();
  const std::vector<go_block>& all() const { return blocks_; }

 private:
  std::vector<go_block> blocks_;
  std::size_t fold_at_ = 1024;  // repeated blocks are folded as they come: memory follows the source's size
};

class go_profile {
 public:
  go_profile();
  go_profile(const go_profile&) = delete;
  go_profile& operator=(const go_profile&) = delete;

  void feed(std::string_view bytes);
  void finish();

  // By the profile's own name of a file.
  using files_type = std::map<std::string, go_file_blocks, std::less<>>;
  const files_type& files() const { return files_; }

  std::uint64_t lines() const { return line_number_; }

  // Blocks of files beyond `max_files`.
  std::uint64_t left_out() const { return left_out_; }

  // Malformed lines are skipped; of the first one its number and its beginning are stored.
  std::uint64_t malformed() const { return malformed_; }
  std::uint64_t first_malformed() const { return first_malformed_; }
  const std::string& first_malformed_text() const { return first_malformed_text_; }

 private:
  void read_line(std::string_view line, bool cut);
  go_file_blocks* blocks_of(std::string_view file);

  line_splitter lines_;
  files_type files_;
  files_type::iterator current_ = files_.end();  // the blocks of a file come together
  std::uint64_t line_number_ = 0;
  std::uint64_t left_out_ = 0;
  std::uint64_t malformed_ = 0;
  std::uint64_t first_malformed_ = 0;
  std::string first_malformed_text_;
};

// The lines a block lies on; nullopt for one that lies on none.
std::optional<line_range> lines_of(const go_block& block);

// The lines the blocks lie on, each with the highest count of the blocks on it.
std::vector<line_hits> lines_of(const std::vector<go_block>& blocks);

}  // namespace covey::parsers
