// simdjson's on-demand front end, extracting what covey's readers extract. The sources are compiled twice: as
// covey is, and as simdjson's documentation advises, for the very processor that they run on. The latter are
// a library of their own, so that none of its inline functions become covey's.
#pragma once

#include "bench/parsers/readers.hpp"

namespace covey::bench {

namespace simdjson_as_built {
counts test2json(std::string_view bytes);
counts events(std::string_view bytes);
counts istanbul(std::string_view bytes);
}  // namespace simdjson_as_built

namespace simdjson_native {
[[gnu::visibility("default")]] counts test2json(std::string_view bytes);
[[gnu::visibility("default")]] counts events(std::string_view bytes);
[[gnu::visibility("default")]] counts istanbul(std::string_view bytes);
}  // namespace simdjson_native

// Adds "simdjson" and "simdjson/native" of the two; nothing where covey_bench is built without simdjson.
#ifdef COVEY_SIMDJSON
#define COVEY_ADD_SIMDJSON(readers, function)                     \
  (readers).push_back({"simdjson", simdjson_as_built::function}); \
  (readers).push_back({"simdjson/native", simdjson_native::function})
#else
#define COVEY_ADD_SIMDJSON(readers, function) static_cast<void>(readers)
#endif

}  // namespace covey::bench
