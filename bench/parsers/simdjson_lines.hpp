// A document of simdjson's on-demand front end for each line, where it lies: nothing is copied.
#pragma once

#if __has_include(<simdjson.h>)  // else nobody includes this, and it still compiles alone
#include "bench/parsers/anchors.hpp"
#include "bench/parsers/readers.hpp"
#include <simdjson.h>
#include <string_view>

namespace covey::bench {

// `read` takes an ondemand::object and says whether it could be read to its end.
template <class Read>
bool read_simdjson_line(simdjson::ondemand::parser& parser, std::string_view line, Read read) {
  simdjson::ondemand::document document;
  simdjson::ondemand::object object;
  const simdjson::padded_string_view padded(line.data(), line.size(), line.size() + readable_behind);
  if (parser.iterate(padded).get(document) || document.get_object().get(object)) return false;
  return read(object) && document.current_location().error() == simdjson::OUT_OF_BOUNDS;  // nothing behind it
}

// Nothing where it is no text.
inline bool take_text(simdjson::ondemand::value& from, std::string_view& into) {
  return from.get_string().get(into) == simdjson::SUCCESS;
}

}  // namespace covey::bench
#endif
