// The values of json_entries, put together from the events of a JSON parser.
#pragma once

#include "parsers/coverage/formats/json/entries.hpp"
#include <boost/json/value_stack.hpp>
#include <array>
#include <cstdint>

namespace covey::parsers {

class json_builder {
 public:
  // Without a sink nothing is built, and only found() is useful.
  json_builder(std::vector<json_path> paths, std::vector<json_path> left_out, json_entries::sink on_entry,
               json_entries::limits max, diagnostics& wrong);

  bool found() const { return found_; }  // a value begins at one of the paths

  void begin(bool object);
  void end(std::size_t count);  // of members or elements
  void key_part(std::string_view part);
  void key(std::string_view last);
  void text_part(std::string_view part);
  void text(std::string_view last);
  template <class Value>
  void scalar(Value value) {
    if (!begin_value() || !building_) return;
    push(value);
    end_value();
  }

 private:
  using path_set = std::uint32_t;  // one bit per path

  struct container {
    path_set on_way = 0;      // paths that lead into it
    bool object = false;      // else an array
    bool kept = false;        // it is part of an entry
    std::size_t dropped = 0;  // how many of its values were left out
  };

  path_set lead_on(json_step::kind_of kind, std::string_view key) const;
  path_set ends_here(path_set of) const;
  bool begin_value();
  void end_value();
  void begin_entry();
  bool grow(std::size_t bytes);
  void give_up(std::string_view why);
  std::string_view place() const { return keys_.empty() ? std::string_view{} : keys_.back(); }

  void push(std::int64_t value) { stack_.push_int64(value); }
  void push(std::uint64_t value) { stack_.push_uint64(value); }
  void push(double value) { stack_.push_double(value); }
  void push(bool value) { stack_.push_bool(value); }
  void push(std::nullptr_t) { stack_.push_null(); }

  std::vector<json_path> paths_;  // those of the entries first
  path_set entries_ = 0;
  path_set all_ = 0;
  std::array<path_set, json_entries::max_depth + 1> ending_{};  // by length
  json_entries::sink on_entry_;
  json_entries::limits max_;
  diagnostics& wrong_;

  boost::json::value_stack stack_;
  std::vector<container> open_;    // without the skipped ones
  std::vector<std::string> keys_;  // of the objects on the way to an entry
  std::size_t skipping_ = 0;       // containers that are open and skipped
  path_set next_ = 0;              // paths that lead to the value of the last key
  std::string text_;               // a key or a string that is not complete yet
  bool text_began_ = false;        // some of it has come
  bool text_kept_ = false;
  bool key_too_long_ = false;
  bool building_ = false;
  bool found_ = false;
  std::size_t entry_at_ = 0;    // open containers around the entry
  std::size_t entry_path_ = 0;  // index of the path that it was found at
  std::size_t size_ = 0;        // of the entry, in bytes, about
};

}  // namespace covey::parsers
