// The stdout of `go test -json`, put together event by event.
#pragma once

#include "tests/languages/go/unit/output/recording.hpp"
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::testing {

using namespace languages::go;

// Writes the stdout of `go test -json` line by line; every event is of the package "p".
class script {
 public:
  script& event(std::string_view action, std::string_view test = {}, double elapsed = 0) {
    return add({{"Action", action}, {"Package", "p"}, {"Elapsed", elapsed}}, test);
  }
  script& says(std::string_view test, std::string_view text) {
    return add({{"Action", "output"}, {"Package", "p"}, {"Output", text}}, test);
  }
  script& passes(std::string_view test) { return event("run", test).event("pass", test, 0.25); }
  script& fails(std::string_view test, std::string_view text) {
    return event("run", test).says(test, text).event("fail", test);
  }
  script& package(std::string_view verdict) {
    says({}, verdict == "pass" ? "PASS\n" : "FAIL\n");
    return event(verdict);
  }
  script& line(std::string_view text) {
    text_.append(text).append("\n");
    return *this;
  }
  const std::string& text() const { return text_; }
  run_results results(const run_ending& ending, std::vector<test_id> wanted = {}) const {
    return read({text_, {}, nullptr}, ending, 0, std::move(wanted));
  }
  run_results results(const run_ending& ending, std::string_view listing) const {
    return read({text_, {}, std::make_shared<const package_list>(package_list::parse(listing, "/w"))},
                ending);
  }

 private:
  script& add(boost::json::object event, std::string_view test) {
    if (!test.empty()) event["Test"] = test;
    return line(boost::json::serialize(event));
  }
  std::string text_;
};

}  // namespace covey::parsers::testing
