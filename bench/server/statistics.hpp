// What is told of many times: JSON.
#pragma once

#include <boost/json.hpp>
#include <algorithm>
#include <stdexcept>
#include <vector>

namespace covey::bench {

namespace json = boost::json;

// The nearest rank.
inline double quantile(std::vector<double> values, double q) {
  if (values.empty()) throw std::runtime_error{"no values"};
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

inline json::object told(const std::vector<double>& times_ms) {
  return {{"count", times_ms.size()},
          {"p50_ms", quantile(times_ms, 0.5)},
          {"p99_ms", quantile(times_ms, 0.99)},
          {"max_ms", quantile(times_ms, 1)}};
}

}  // namespace covey::bench
