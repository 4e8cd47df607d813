#include "parsers/localization/explained_causes.hpp"
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace covey::parsers {
namespace {

// For the suspects of one cause.
std::size_t steps_of(const coverage& data) {
  std::size_t out = 0;
  for (const auto& [name, file] : data.files) out += file.by_unit.size();
  return out;
}

class explainer {
 public:
  explainer(const run_results& results, const coverage& data, measured_sources& sources)
      : data_(data), sources_(sources), roles_(data, results) {
    for (const auto& one : results.failures) all_.push_back(&one);
    // What the coverage has not is judged by the failures' own places.
    is_product_ = [this, otherwise = product_of(std::span{all_})](std::string_view file) {
      const auto found = data_.files.find(file);
      return found == data_.files.end() ? otherwise(file) : !found->second.of_tests;
    };
  }
  explainer(const explainer&) = delete;
  explainer& operator=(const explainer&) = delete;

  std::vector<cause> causes() {
    const bool single = data_.unit_kind == attribution::test;
    auto out = finest_causes(all_, is_product_, !single);
    if (single) compare(out);
    out = united_to(std::move(out), all_, is_product_, max_causes);
    put_in_order(out, all_);
    if (out.size() <= max_compared_causes)  // else they have nothing in common: nobody reads them all
      for (auto& one : out) add_suspects(one);
    return out;
  }

 private:
  void add_suspects(cause& to) {
    std::vector<const failure*> failures;
    for (const auto member : to.members) failures.push_back(all_[member]);
    to.suspects = suspects_of(failures, data_, roles_, sources_, kept_suspects);
  }

  // Divides what says the same by fault, then unites what has the same fault.
  void compare(std::vector<cause>& causes) {
    const auto max = std::min(max_compared_causes, max_compared_steps / (steps_of(data_) + 1));
    causes = united_to(std::move(causes), all_, is_product_, max);
    if (causes.size() > max) return;
    for (std::size_t i = 0; i < causes.size(); ++i) {
      add_suspects(causes[i]);
      if (auto rest = without_first_suspect(causes[i]); causes.size() < max && !rest.members.empty()) {
        remove(causes[i], rest);
        add_suspects(causes[i]);
        causes.push_back(std::move(rest));
      }
    }
    causes = united_by_suspect(std::move(causes));
  }

  // Those of its failures whose tests did not run the first suspect: their fault is another one.
  cause without_first_suspect(const cause& of) {
    const auto& suspects = of.suspects;
    if (suspects.found.empty() || suspects.found.front().ran.failing == suspects.all.failing) return {};
    const auto& first = suspects.found.front();
    const auto& functions = sources_.functions_of(first.file);
    const auto ran = units_that_ran(data_.files.find(first.file)->second.by_unit, functions,
                                    function_at(functions, first.lines.first), data_.units.size());
    cause out;
    for (const auto& part : of.parts) {
      cause_part rest;
      for (const auto member : part.members)
        if (!roles_.is_of(*all_[member], ran)) rest.members.push_back(member);
      if (rest.members.empty()) continue;
      rest.example = shortest(rest.members, all_);
      out.members.insert(out.members.end(), rest.members.begin(), rest.members.end());
      out.parts.push_back(std::move(rest));
    }
    std::sort(out.members.begin(), out.members.end());
    return out.members.size() == of.members.size() ? cause{} : out;
  }

  void remove(cause& from, const cause& other) const {
    const auto is_there = [&](std::size_t member) {
      return std::binary_search(other.members.begin(), other.members.end(), member);
    };
    std::erase_if(from.members, is_there);
    for (auto& part : from.parts) {
      std::erase_if(part.members, is_there);
      if (!part.members.empty()) part.example = shortest(part.members, all_);
    }
    std::erase_if(from.parts, [](const auto& part) { return part.members.empty(); });
  }

  // Causes without a clear first suspect stay apart.
  std::vector<cause> united_by_suspect(std::vector<cause> causes) const {
    std::map<std::tuple<std::string, std::string, std::uint32_t>, std::size_t> known;
    std::size_t next = 0;
    return united(std::move(causes), all_, is_product_, [&](const cause& one) {
      ++next;
      if (!tells_apart(one.suspects)) return next;
      const auto& first = one.suspects.found.front();
      return known.emplace(std::tuple{first.file, first.function, first.lines.first}, next).first->second;
    });
  }

  const coverage& data_;
  measured_sources& sources_;
  role_finder roles_;
  std::vector<const failure*> all_;
  product_test is_product_;
};

}  // namespace

std::vector<cause> explained_causes(const run_results& results, const coverage& data,
                                    measured_sources& sources) {
  return explainer{results, data, sources}.causes();
}

}  // namespace covey::parsers
