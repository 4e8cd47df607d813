// Members of a JSON object from another program: absent members and those of another type read as empty.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace covey::parsers {

std::string text_at(const boost::json::object& from, std::string_view name);
bool flag_at(const boost::json::object& from, std::string_view name, bool absent = false);
std::uint64_t number_at(const boost::json::object& from, std::string_view name);  // rounded; below zero: 0
const boost::json::object& object_at(const boost::json::object& from, std::string_view name);
const boost::json::array& list_at(const boost::json::object& from, std::string_view name);

}  // namespace covey::parsers
