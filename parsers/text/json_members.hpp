// Members of a JSON object that others have written: what is absent or of another type reads as nothing.
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
