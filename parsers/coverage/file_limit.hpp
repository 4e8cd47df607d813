// How many files a report may have.
#pragma once

#include "parsers/coverage/diagnostics.hpp"
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace covey::parsers {

// A file takes some 400 bytes of memory, and may take less than 20 bytes of a report. The largest projects
// have a third of this number.
constexpr std::size_t max_files = 1'000'000;
constexpr std::string_view too_many_files = "a file beyond 1000000, left out";

// The entry of this name in a map of files, made if it is new; null, with a diagnostic, if that would exceed
// the limit.
template <class Files>
typename Files::mapped_type* file_in(Files& files, typename Files::key_type name, diagnostics& wrong,
                                     std::uint64_t at, std::size_t max = max_files) {
  if (files.size() < max) return &files[std::move(name)];
  if (const auto known = files.find(name); known != files.end()) return &known->second;
  wrong.add(too_many_files, at);
  return nullptr;
}

}  // namespace covey::parsers
