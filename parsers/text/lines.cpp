#include "parsers/text/lines.hpp"

#include <algorithm>

namespace covey::parsers {

void line_splitter::feed(std::string_view bytes, const sink& on_line) {
  while (!bytes.empty()) {
    const auto end = bytes.find('\n');
    const auto piece = bytes.substr(0, end);
    if (end != std::string_view::npos && pending_.empty() && !cut_ && piece.size() <= max_line_) {
      on_line(piece.ends_with('\r') ? piece.substr(0, piece.size() - 1) : piece, false);  // whole: no copy
      bytes.remove_prefix(end + 1);
      continue;
    }
    // One byte more than the limit is kept: a "\r" there may yet turn out to belong to the line end.
    const auto room = max_line_ + 1 - std::min(pending_.size(), max_line_ + 1);
    pending_.append(piece.substr(0, room));
    if (piece.size() > room) cut_ = true;
    if (end == std::string_view::npos) return;
    bytes.remove_prefix(end + 1);
    end_line(on_line);
  }
}

void line_splitter::finish(const sink& on_line) {
  if (!pending_.empty() || cut_) end_line(on_line);
}

void line_splitter::end_line(const sink& on_line) {
  std::string_view line = pending_;
  if (!cut_ && !line.empty() && line.back() == '\r') line.remove_suffix(1);
  const bool cut = line.size() > max_line_ || cut_;
  on_line(line.substr(0, max_line_), cut);
  pending_.clear();
  cut_ = false;
}

}  // namespace covey::parsers
