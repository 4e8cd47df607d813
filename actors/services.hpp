// What a call, and a run on its behalf, may ask.
#pragma once

#include "actors/messages.hpp"
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::actors {

struct language_service {
  const parsers::language* language = nullptr;
  detector_actor detector;
};

// What a run needs. The launcher outlives every actor.
struct run_services {
  std::vector<language_service> languages;  // in the catalogue's order
  failure_store_actor failures;
  coverage_index_actor coverage;
  process::launcher* launcher = nullptr;
  std::string self;     // the path of this binary
  std::string session;  // names this process's runs in their processes' environment
};

inline const language_service* find(const std::vector<language_service>& languages, std::string_view name) {
  for (const auto& entry : languages)
    if (entry.language->name == name) return &entry;
  return nullptr;
}

// What a call needs.
struct services {
  std::vector<language_service> languages;
  supervisor_actor supervisor;
  failure_store_actor failures;
  coverage_index_actor coverage;
  bool coverage_on = true;
};

}  // namespace covey::actors
