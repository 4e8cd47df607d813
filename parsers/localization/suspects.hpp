// Ranks functions by how likely they hold the fault behind some failures: by which tests ran them, by edits since those
// tests passed, by the failures' stacks and by the names that these mention.
// Design: docs/design/22-suspects.md
#pragma once

#include "parsers/localization/mentions.hpp"
#include "parsers/localization/spectrum.hpp"
#include "parsers/model/coverage.hpp"
#include "parsers/model/file_edits.hpp"
#include "parsers/model/suspects.hpp"
#include "parsers/model/test.hpp"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace covey::parsers {

// Sources as they were when the coverage was measured. Empty: not known.
class measured_sources {
 public:
  virtual ~measured_sources() = default;
  virtual const std::vector<function_extent>& functions_of(std::string_view file) = 0;
  virtual std::string_view line_at(const location& where) = 0;
  virtual std::string_view text_of(std::string_view) { return {}; }
  virtual const line_hashes* lines_of(std::string_view) { return nullptr; }  // null: not known
  // Since the test of the failure passed; and which run that was.
  virtual const file_edits& edits_of(std::string_view file, const failure& since) = 0;
  virtual std::uint64_t edited_since(const failure& one) = 0;  // 0: the last commit
  // Of the product's files; read once, when a failure without a stack is explained.
  const sayings& said_by_product(const coverage& data, const role_finder& roles);

 private:
  std::optional<sayings> said_;
};

// Files of tests are no suspects. At most this many others are looked into: those with the most suspect lines, and with
// frames of the failures' stacks.
constexpr std::size_t max_suspect_files = 40;

// At most `limit`; those that are equally suspect have the larger function first.
suspect_list suspects_of(std::span<const failure* const> failures, const coverage& data,
                         const role_finder& roles, measured_sources& sources, std::size_t limit);

}  // namespace covey::parsers
