#include "parsers/languages/rust/job.hpp"
#include "parsers/text/json_members.hpp"
#include <boost/json.hpp>

namespace covey::parsers::languages::rust {
namespace {

namespace json = boost::json;

template <class Container>
Container texts_at(const json::object& from, std::string_view name) {
  Container out;
  const auto* value = from.if_contains(name);
  if (value == nullptr || !value->is_array()) return out;
  for (const auto& one : value->get_array())
    if (one.is_string()) out.insert(out.end(), std::string{one.get_string()});
  return out;
}

template <class Container>
json::array array_of(const Container& texts) {
  json::array out;
  for (const auto& text : texts) out.emplace_back(text);
  return out;
}

json::object written(const test_pattern& pattern) {
  return {{"pieces", array_of(pattern.name.literals)},
          {"below", pattern.below},
          {"first", pattern.first},
          {"last", pattern.last}};
}

test_pattern read_pattern(const json::object& from) {
  return {block_name{texts_at<std::vector<std::string>>(from, "pieces")}, flag_at(from, "below"),
          static_cast<std::uint32_t>(number_at(from, "first")),
          static_cast<std::uint32_t>(number_at(from, "last"))};
}

json::object written(const chosen_tests& chosen) {
  json::array patterns;
  for (const auto& pattern : chosen.patterns) patterns.push_back(written(pattern));
  return {{"whole", chosen.whole}, {"names", array_of(chosen.names)}, {"patterns", std::move(patterns)}};
}

chosen_tests decision_at(const json::object& from) {
  const auto* value = from.if_contains("choice");
  if (value == nullptr || !value->is_object()) return {};
  const auto& chosen = value->get_object();
  chosen_tests out{flag_at(chosen, "whole"), texts_at<std::set<std::string>>(chosen, "names")};
  for (const auto& pattern : list_at(chosen, "patterns"))
    if (pattern.is_object()) out.patterns.push_back(read_pattern(pattern.get_object()));
  return out;
}

json::object written(const job_target& target) {
  return {
      {"group", target.group},          {"kind", target.kind},       {"name", target.name},
      {"source", target.source},        {"package", target.package}, {"package_name", target.package_name},
      {"folder", target.folder},        {"harness", target.harness}, {"choice", written(target.chosen)},
      {"needs", array_of(target.needs)}};
}

job_target read_target(const json::object& from) {
  job_target out;
  out.group = text_at(from, "group");
  out.kind = text_at(from, "kind");
  out.name = text_at(from, "name");
  out.source = text_at(from, "source");
  out.package = text_at(from, "package");
  out.package_name = text_at(from, "package_name");
  out.folder = text_at(from, "folder");
  out.harness = flag_at(from, "harness");
  out.chosen = decision_at(from);
  out.needs = texts_at<std::vector<std::string>>(from, "needs");
  return out;
}

std::optional<json::object> parsed(std::string_view text) {
  boost::system::error_code ec;
  auto value = json::parse(text, ec);
  if (ec || !value.is_object()) return std::nullopt;
  return std::move(value.get_object());
}

}  // namespace

std::string write_job(const cargo_job& job) {
  json::array targets;
  for (const auto& target : job.targets) targets.push_back(written(target));
  return json::serialize(json::object{{"folder", job.folder},
                                      {"root", job.root},
                                      {"version", job.version},
                                      {"host", job.host},
                                      {"packages", array_of(job.packages)},
                                      {"everything", job.everything},
                                      {"kinds", array_of(job.kinds)},
                                      {"targets", std::move(targets)},
                                      {"build", array_of(job.build)},
                                      {"binaries", array_of(job.binaries)},
                                      {"runner", array_of(job.runner)},
                                      {"bootstrap", job.bootstrap},
                                      {"profiles", job.profiles},
                                      {"target_dir", job.target_dir},
                                      {"wrapper", job.wrapper},
                                      {"measuring", array_of(job.measuring)},
                                      {"live_profiles", job.live_profiles}});
}

std::optional<cargo_job> read_job(std::string_view text) {
  const auto from = parsed(text);
  if (!from) return std::nullopt;
  cargo_job out;
  out.folder = text_at(*from, "folder");
  out.root = text_at(*from, "root");
  out.version = text_at(*from, "version");
  out.host = text_at(*from, "host");
  out.packages = texts_at<std::vector<std::string>>(*from, "packages");
  out.everything = flag_at(*from, "everything");
  out.kinds = texts_at<std::vector<std::string>>(*from, "kinds");
  if (const auto* targets = from->if_contains("targets"); targets != nullptr && targets->is_array())
    for (const auto& target : targets->get_array())
      if (target.is_object()) out.targets.push_back(read_target(target.get_object()));
  out.build = texts_at<std::vector<std::string>>(*from, "build");
  out.binaries = texts_at<std::vector<std::string>>(*from, "binaries");
  out.runner = texts_at<std::vector<std::string>>(*from, "runner");
  out.bootstrap = flag_at(*from, "bootstrap");
  out.profiles = text_at(*from, "profiles");
  out.target_dir = text_at(*from, "target_dir");
  out.wrapper = text_at(*from, "wrapper");
  out.measuring = texts_at<std::vector<std::string>>(*from, "measuring");
  out.live_profiles = flag_at(*from, "live_profiles");
  return out;
}

std::string write_session(const cargo_session& session) {
  json::object binaries;
  for (const auto& [path, binary] : session.binaries)
    binaries[path] = json::object{{"group", binary.group},       {"name", binary.name},
                                  {"source", binary.source},     {"harness", binary.harness},
                                  {"profiles", binary.profiles}, {"choice", written(binary.chosen)}};
  json::object environment;
  for (const auto& [name, value] : session.environment)
    environment[name] = value ? json::value(*value) : json::value();
  return json::serialize(json::object{{"events", session.events},
                                      {"environment", std::move(environment)},
                                      {"root", session.root},
                                      {"runner", array_of(session.runner)},
                                      {"bootstrap", session.bootstrap},
                                      {"live_profiles", session.live_profiles},
                                      {"binaries", std::move(binaries)},
                                      {"programs", array_of(session.programs)}});
}

std::optional<cargo_session> read_session(std::string_view text) {
  const auto from = parsed(text);
  if (!from) return std::nullopt;
  cargo_session out;
  out.events = text_at(*from, "events");
  out.root = text_at(*from, "root");
  out.runner = texts_at<std::vector<std::string>>(*from, "runner");
  out.bootstrap = flag_at(*from, "bootstrap");
  out.live_profiles = flag_at(*from, "live_profiles");
  out.programs = texts_at<std::vector<std::string>>(*from, "programs");
  for (const auto& [name, value] : object_at(*from, "environment"))
    out.environment.emplace(name, value.is_string() ? std::optional<std::string>{value.get_string()}
                                                    : std::optional<std::string>{});
  const auto* binaries = from->if_contains("binaries");
  if (binaries == nullptr || !binaries->is_object()) return out;
  for (const auto& [path, value] : binaries->get_object()) {
    if (!value.is_object()) continue;
    const auto& binary = value.get_object();
    out.binaries.emplace(path, session_binary{.group = text_at(binary, "group"),
                                              .name = text_at(binary, "name"),
                                              .source = text_at(binary, "source"),
                                              .harness = flag_at(binary, "harness"),
                                              .chosen = decision_at(binary),
                                              .profiles = text_at(binary, "profiles")});
  }
  return out;
}

}  // namespace covey::parsers::languages::rust
