#include "bench/parsers/xml_anchors.hpp"
#include "bench/parsers/readers.hpp"
#include <expat.h>
#include <memory>
#include <pugixml.hpp>
#include <stdexcept>

namespace covey::bench {
namespace {

struct tally {
  const std::string& wanted;
  std::uint64_t elements = 0;
  std::uint64_t found = 0;

  void add(std::string_view name) {
    ++elements;
    if (name == wanted) ++found;
  }
};

void on_start(void* data, const XML_Char* name, const XML_Char**) {
  static_cast<tally*>(data)->add(name);
}

struct walker final : pugi::xml_tree_walker {
  explicit walker(tally& into) : into_(into) {}
  bool for_each(pugi::xml_node& node) override {
    if (node.type() == pugi::node_element) into_.add(node.name());
    return true;
  }
  tally& into_;
};

}  // namespace

counts expat_parse(std::string_view bytes, const counted_elements& which) {
  const std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> parser{XML_ParserCreate(nullptr),
                                                                       XML_ParserFree};
  tally found{which.wanted};
  XML_SetUserData(parser.get(), &found);
  XML_SetStartElementHandler(parser.get(), on_start);
  feed_in_pieces(bytes, [&](std::string_view part) {
    const bool last = part.data() + part.size() == bytes.data() + bytes.size();
    if (XML_Parse(parser.get(), part.data(), static_cast<int>(part.size()), last ? 1 : 0) != XML_STATUS_OK)
      throw std::runtime_error(XML_ErrorString(XML_GetErrorCode(parser.get())));
  });
  return {{"elements", found.elements}, {which.as, found.found}};
}

counts pugixml_load(std::string_view bytes, const counted_elements& which) {
  pugi::xml_document document;
  if (const auto result = document.load_buffer(bytes.data(), bytes.size()); !result)
    throw std::runtime_error(result.description());
  tally found{which.wanted};
  walker walk{found};
  document.traverse(walk);
  return {{"elements", found.elements}, {which.as, found.found}};
}

}  // namespace covey::bench
