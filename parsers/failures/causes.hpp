// Failures grouped by cause: many failed tests mostly share a few causes.
// Design: docs/design/10-failure-texts.md
#pragma once

#include "parsers/model/finished_run.hpp"
#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace covey::parsers {

// Of these indices the one of the shortest failure, preferably with a message and a place.
std::size_t shortest(const std::vector<std::size_t>& members, std::span<const failure* const> failures);

// Whether a file is the product's, and not the tests'.
using product_test = std::function<bool(std::string_view file)>;

// For runs about which no more is known: a file in which no failure of a test has its place.
product_test product_of(std::span<const failure* const> failures);

// Failures of one cause have the same innermost frame in the product; else the same kind and message_shape(), and values of
// the same shape; those without a message, the same place. `by_file`: whether a failure joins only failures of tests in the same
// file. Crashes that no frame places have the same message and group instead: their only places are those of the running tests.
std::vector<cause> finest_causes(std::span<const failure* const> failures, const product_test& is_product,
                                 const std::function<bool(const failure&)>& by_file);

// The cause of these failures alone: divided into parts by the shapes of their messages.
void keep_members(cause& of, std::vector<std::size_t> members, std::span<const failure* const> failures);

// Unites the causes of each key; parts that differ only in their values become one, too.
std::vector<cause> united(std::vector<cause> causes, std::span<const failure* const> failures,
                          const std::function<std::size_t(const cause&)>& key);

// A failure that quotes an error raised in the product by another cause joins that cause. While there are more than `max`, causes are
// united: those with equal messages, wherever their tests are; then those whose messages have the same shape, whatever their values;
// then those with frames in one file, and those whose messages begin with the same words up to a colon.
std::vector<cause> united_to(std::vector<cause> causes, std::span<const failure* const> failures,
                             const product_test& is_product, std::size_t max);

// Causes that kept tests from being built or loaded come first, then those of at least three failures that are a tenth of
// all; among equals the one with the shortest example.
void put_in_order(std::vector<cause>& causes, std::span<const failure* const> failures);

constexpr std::size_t max_causes = 12;  // with more a reader loses the thread

// All of it, of failures alone.
std::vector<cause> causes_of(std::span<const failure* const> failures);
std::vector<cause> causes_of(const run_results& results);

}  // namespace covey::parsers
