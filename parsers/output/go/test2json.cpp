#include "parsers/output/go/test2json.hpp"
#include <boost/json/basic_parser_impl.hpp>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>

namespace covey::parsers {

namespace {

using boost::json::error_code;

test2json_action to_action(std::string_view name) {
  using enum test2json_action;
  constexpr std::array<std::pair<std::string_view, test2json_action>, 8> names{
      {{"output", output},
       {"run", run},
       {"pass", pass},
       {"fail", fail},
       {"skip", skip},
       {"start", start},
       {"build-output", build_output},
       {"build-fail", build_fail}}};
  for (const auto& [known, action] : names)
    if (known == name) return action;
  return other;
}

// Takes the wanted members of the outermost object from Boost.JSON's stream of tokens; no document is built.
class handler {
 public:
  static constexpr auto max_object_size = std::numeric_limits<std::size_t>::max();
  static constexpr auto max_array_size = std::numeric_limits<std::size_t>::max();
  static constexpr auto max_key_size = std::numeric_limits<std::size_t>::max();
  static constexpr auto max_string_size = std::numeric_limits<std::size_t>::max();

  void begin(test2json_event& into) {
    event_ = &into;
    for (auto* text :
         {&into.package, &into.test, &into.output, &into.import_path, &into.failed_build, &action_})
      text->clear();
    into.elapsed = 0;
    depth_ = 0;
    target_ = nullptr;
    at_elapsed_ = false;
    is_object_ = false;
  }
  bool is_event() const { return is_object_ && !action_.empty(); }
  std::string_view action() const { return action_; }

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  bool on_object_begin(error_code&) {
    if (depth_ == 0) is_object_ = true;
    return enter();
  }
  bool on_object_end(std::size_t, error_code&) { return leave(); }
  bool on_array_begin(error_code&) { return enter(); }
  bool on_array_end(std::size_t, error_code&) { return leave(); }
  bool on_key_part(std::string_view part, std::size_t total, error_code&) { return take(key_, part, total); }
  bool on_key(std::string_view part, std::size_t total, error_code&) {
    take(key_, part, total);
    target_ = is_object_ && depth_ == 1 ? text_named(key_) : nullptr;
    at_elapsed_ = is_object_ && depth_ == 1 && key_ == "Elapsed";
    return true;
  }
  bool on_string_part(std::string_view part, std::size_t total, error_code&) {
    return target_ == nullptr || take(*target_, part, total);
  }
  bool on_string(std::string_view part, std::size_t total, error_code&) {
    if (target_ != nullptr) take(*target_, part, total);
    target_ = nullptr;
    return true;
  }
  bool on_number_part(std::string_view, error_code&) { return true; }
  bool on_int64(std::int64_t value, std::string_view, error_code&) {
    return number(static_cast<double>(value));
  }
  bool on_uint64(std::uint64_t value, std::string_view, error_code&) {
    return number(static_cast<double>(value));
  }
  bool on_double(double value, std::string_view, error_code&) { return number(value); }
  bool on_bool(bool, error_code&) { return true; }
  bool on_null(error_code&) { return true; }
  bool on_comment_part(std::string_view, error_code&) { return true; }
  bool on_comment(std::string_view, error_code&) { return true; }

 private:
  bool enter() {
    // What is nested is never a member of the event, even if it has a member's name.
    target_ = nullptr;
    at_elapsed_ = false;
    ++depth_;
    return true;
  }
  bool leave() {
    --depth_;
    return true;
  }
  // Boost.JSON gives long or escaped text in parts; `total` counts what came so far, this part included.
  static bool take(std::string& text, std::string_view part, std::size_t total) {
    if (total == part.size()) text.clear();
    text += part;
    return true;
  }
  bool number(double value) {
    if (at_elapsed_) event_->elapsed = value;
    at_elapsed_ = false;
    return true;
  }
  std::string* text_named(std::string_view key) {
    if (key == "Action") return &action_;
    if (key == "Package") return &event_->package;
    if (key == "Test") return &event_->test;
    if (key == "Output") return &event_->output;
    if (key == "ImportPath") return &event_->import_path;
    if (key == "FailedBuild") return &event_->failed_build;
    return nullptr;
  }

  test2json_event* event_ = nullptr;
  std::string action_;
  std::string key_;
  std::string* target_ = nullptr;
  int depth_ = 0;
  bool at_elapsed_ = false;
  bool is_object_ = false;
};

}  // namespace

struct test2json_reader::implementation {
  boost::json::basic_parser<handler> parser{boost::json::parse_options{}};
};

test2json_reader::test2json_reader() : self_(std::make_unique<implementation>()) {}
test2json_reader::~test2json_reader() = default;

bool test2json_reader::read(std::string_view line, test2json_event& into) {
  if (line.empty() || line.front() != '{') return false;  // what Go writes begins so; most text does not
  auto& parser = self_->parser;
  parser.handler().begin(into);
  parser.reset();
  error_code error;
  const auto used = parser.write_some(false, line.data(), line.size(), error);
  if (error || used != line.size() || !parser.handler().is_event()) return false;
  into.action = to_action(parser.handler().action());
  return true;
}

}  // namespace covey::parsers
