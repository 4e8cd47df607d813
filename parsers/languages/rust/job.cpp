#include "parsers/languages/rust/job.hpp"
#include <boost/describe.hpp>
#include <boost/json.hpp>

// What is written of each: its members by their names.
namespace covey::parsers {

BOOST_DESCRIBE_STRUCT(block_name, (), (literals))

}  // namespace covey::parsers

namespace covey::parsers::languages::rust {

BOOST_DESCRIBE_STRUCT(test_pattern, (), (name, below, first, last))
BOOST_DESCRIBE_STRUCT(chosen_tests, (), (whole, names, patterns))
BOOST_DESCRIBE_STRUCT(job_target, (),
                      (group, kind, name, source, package, package_name, folder, harness, chosen, needs))
BOOST_DESCRIBE_STRUCT(cargo_job, (),
                      (folder, root, version, host, packages, everything, kinds, targets, build, binaries,
                       runner, bootstrap, profiles, target_dir, wrapper, measuring, live_profiles))
BOOST_DESCRIBE_STRUCT(session_binary, (), (group, name, source, harness, chosen, profiles))
BOOST_DESCRIBE_STRUCT(cargo_session, (),
                      (events, root, runner, bootstrap, live_profiles, environment, binaries, programs))

namespace {

namespace json = boost::json;

template <class Value>
std::optional<Value> read(std::string_view text) {
  boost::system::error_code ec;
  const auto from = json::parse(text, ec);
  if (ec) return std::nullopt;
  auto out = json::try_value_to<Value>(from);
  return out ? std::optional{std::move(*out)} : std::nullopt;
}

}  // namespace

std::string write_job(const cargo_job& job) {
  return json::serialize(json::value_from(job));
}

std::optional<cargo_job> read_job(std::string_view text) {
  return read<cargo_job>(text);
}

std::string write_session(const cargo_session& session) {
  return json::serialize(json::value_from(session));
}

std::optional<cargo_session> read_session(std::string_view text) {
  return read<cargo_session>(text);
}

}  // namespace covey::parsers::languages::rust
