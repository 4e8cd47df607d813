// XML readers that only count: what reading XML costs without knowing what it says.
#pragma once

#include "bench/inputs/made_text.hpp"
#include <string>

namespace covey::bench {

// Elements; and those named `wanted`, under the name `as`.
struct counted_elements {
  std::string wanted;
  std::string as;
};

counts expat_parse(std::string_view bytes,
                   const counted_elements& which);  // in pieces, as covey's readers are fed
counts pugixml_load(std::string_view bytes,
                    const counted_elements& which);  // the whole document, then walked

}  // namespace covey::bench
