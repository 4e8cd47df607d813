#include "bench/parsers/simdjson_readers.hpp"
#include "bench/parsers/istanbul_tally.hpp"
#include "bench/parsers/simdjson_lines.hpp"

namespace covey::bench::COVEY_SIMDJSON_NAMESPACE {
namespace {

namespace ondemand = simdjson::ondemand;

// Each member of an object; `use` says whether it could read one.
template <class Use>
bool each_member(ondemand::object& from, Use use) {
  for (auto result : from) {
    ondemand::field field;
    if (std::move(result).get(field) || !use(field)) return false;
  }
  return true;
}

template <class Use>
bool each_member(ondemand::value& from, Use use) {
  ondemand::object object;
  return !from.get_object().get(object) && each_member(object, use);
}

bool number_of(ondemand::value& from, std::uint64_t& into) {
  return !from.get_uint64().get(into);
}

template <class Place>
bool read_place(Place&& from, istanbul_tally& into) {
  std::uint64_t line = 0;
  if (from["start"]["line"].get_uint64().get(line)) return false;
  into.add_line(line);
  return true;
}

bool read_name(ondemand::value& from, istanbul_tally& into) {
  std::string_view name;
  if (from["name"].get_string().get(name)) return false;
  into.add_function(name);
  return true;
}

bool read_ways(ondemand::value& from, istanbul_tally& into) {
  ondemand::array ways;
  if (from.get_array().get(ways)) return false;
  for (auto result : ways) {
    std::uint64_t taken = 0;
    if (std::move(result).get_uint64().get(taken)) return false;
    into.add_way(taken);
  }
  return true;
}

bool read_part(ondemand::field& part, istanbul_tally& into) {
  const auto key = part.key();
  auto& value = part.value();
  std::uint64_t hits = 0;
  if (key == "statementMap")
    return each_member(value, [&](auto& each) { return read_place(each.value(), into); });
  if (key == "branchMap")
    return each_member(value, [&](auto& each) { return read_place(each.value()["loc"], into); });
  if (key == "fnMap") return each_member(value, [&](auto& each) { return read_name(each.value(), into); });
  if (key == "b") return each_member(value, [&](auto& each) { return read_ways(each.value(), into); });
  if (key == "s")
    return each_member(value, [&](auto& each) {
      const bool ok = number_of(each.value(), hits);
      into.add_statement(hits);
      return ok;
    });
  if (key == "f")
    return each_member(value, [&](auto& each) {
      const bool ok = number_of(each.value(), hits);
      into.add_call(hits);
      return ok;
    });
  return true;
}

}  // namespace

// One document is the whole report.
counts istanbul(std::string_view bytes) {
  ondemand::parser parser;
  istanbul_tally tally;
  read_simdjson_line(parser, bytes, [&](ondemand::object& files) {
    return each_member(files, [&](ondemand::field& file) {
      std::string_view path;
      if (file.unescaped_key().get(path)) return false;
      tally.add_file(path);
      return each_member(file.value(), [&](ondemand::field& part) { return read_part(part, tally); });
    });
  });
  return tally.take();
}

}  // namespace covey::bench::COVEY_SIMDJSON_NAMESPACE
