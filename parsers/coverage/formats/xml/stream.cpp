#include "parsers/coverage/formats/xml/stream.hpp"
#include <algorithm>
#include <cstring>
#include <expat.h>

namespace covey::parsers {
namespace {

// expat always gets blocks of this size: its answers must not depend on how the input was cut, and it reads
// an unfinished tag again with every piece.
constexpr std::size_t block_size = 64 * 1024;

constexpr std::string_view malformed = "XML that does not read, read no further";
constexpr std::string_view broken_off = "XML that breaks off";
constexpr std::string_view unknown_encoding = "XML in an unknown encoding, read no further";
constexpr std::string_view has_entities = "XML that declares entities, read no further";
constexpr std::string_view too_deep = "XML of more than 256 elements inside each other, read no further";
constexpr std::string_view too_long = "XML with a tag over 1048576 bytes, read no further";

// Newer versions of expat, and some older ones that distributions have patched, put off reading what is in
// their buffer; a tag would seem longer than it is. Blocks are large enough that to read one again costs
// little.
template <class Parser>
void read_at_once([[maybe_unused]] Parser* parser) {
  if constexpr (requires { XML_SetReparseDeferralEnabled(parser, XML_FALSE); })
    XML_SetReparseDeferralEnabled(parser, XML_FALSE);
}

}  // namespace

const char* xml_attributes::find(std::string_view name) const {
  for (const auto* at = pairs_; *at != nullptr; at += 2)
    if (name == at[0]) return at[1];
  return nullptr;
}

std::string_view xml_attributes::operator[](std::string_view name) const {
  const auto* value = find(name);
  return value == nullptr ? std::string_view{} : std::string_view{value};
}

struct xml_stream::callbacks {
  static xml_stream& stream(void* data) { return *static_cast<xml_stream*>(data); }

  static void begin(void* data, const XML_Char* name, const XML_Char** attributes) {
    auto& self = stream(data);
    if (self.stopped_) return;
    if (++self.depth_ > max_xml) return self.stop(too_deep);
    self.handler_.begin(name, xml_attributes{attributes});
  }
  static void end(void* data, const XML_Char* name) {
    auto& self = stream(data);
    if (self.stopped_) return;
    --self.depth_;
    self.handler_.end(name);
  }
  static void text(void* data, const XML_Char* text, int length) {
    auto& self = stream(data);
    if (!self.stopped_) self.handler_.text({text, static_cast<std::size_t>(length)});
  }
  static void entity(void* data, const XML_Char*, int, const XML_Char*, int, const XML_Char*, const XML_Char*,
                     const XML_Char*, const XML_Char*) {
    auto& self = stream(data);
    if (!self.stopped_) self.stop(has_entities);
  }
};

void xml_stream::closer::operator()(XML_ParserStruct* parser) const {
  XML_ParserFree(parser);
}

xml_stream::xml_stream(xml_handler& handler, diagnostics& wrong)
    : handler_(handler), wrong_(wrong), parser_(XML_ParserCreate(nullptr)) {
  stopped_ = parser_ == nullptr;
  if (stopped_) return;
  XML_SetUserData(parser_.get(), this);
  XML_SetElementHandler(parser_.get(), callbacks::begin, callbacks::end);
  XML_SetCharacterDataHandler(parser_.get(), callbacks::text);
  XML_SetEntityDeclHandler(parser_.get(), callbacks::entity);
  read_at_once(parser_.get());
}

xml_stream::~xml_stream() = default;

// XML must not begin with white space, but some that a script wrote before it does no harm.
std::string_view xml_stream::without_white_space(std::string_view bytes) {
  if (begun_) return bytes;
  const auto first = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
  skipped_lines_ += static_cast<std::uint64_t>(
      std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(first), '\n'));
  bytes.remove_prefix(first);
  begun_ = !bytes.empty();
  return bytes;
}

void xml_stream::feed(std::string_view bytes) {
  bytes = without_white_space(bytes);
  while (!stopped_ && !bytes.empty()) {
    if (block_ == nullptr)
      block_ = static_cast<char*>(XML_GetBuffer(parser_.get(), static_cast<int>(block_size)));
    if (block_ == nullptr) return stop(malformed);
    const auto length = std::min(bytes.size(), block_size - filled_);
    std::memcpy(block_ + filled_, bytes.data(), length);
    filled_ += length;
    bytes.remove_prefix(length);
    if (filled_ == block_size) parse(false);
  }
}

void xml_stream::finish() {
  if (stopped_) return;
  if (block_ == nullptr)
    block_ = static_cast<char*>(XML_GetBuffer(parser_.get(), static_cast<int>(block_size)));
  if (block_ == nullptr) return stop(malformed);
  parse(true);
  stopped_ = true;
}

void xml_stream::parse(bool last) {
  const auto status = XML_ParseBuffer(parser_.get(), static_cast<int>(filled_), last ? 1 : 0);
  fed_ += filled_;
  filled_ = 0;
  block_ = nullptr;
  if (stopped_) return;
  if (status == XML_STATUS_ERROR) return complain_of_error(last);
  if (const auto at = XML_GetCurrentByteIndex(parser_.get()); at > 0)
    understood_ = static_cast<std::uint64_t>(at);
  if (!last && fed_ - std::min(understood_, fed_) > max_xml_tag) stop(too_long);
}

void xml_stream::complain_of_error(bool last) {
  switch (XML_GetErrorCode(parser_.get())) {
    case XML_ERROR_UNKNOWN_ENCODING:
    case XML_ERROR_INCORRECT_ENCODING:
      return stop(unknown_encoding);
    case XML_ERROR_NO_ELEMENTS:
    case XML_ERROR_UNCLOSED_TOKEN:
    case XML_ERROR_PARTIAL_CHAR:
    case XML_ERROR_UNCLOSED_CDATA_SECTION:
      return stop(last ? broken_off : malformed);
    default:
      return stop(malformed);
  }
}

void xml_stream::stop(std::string_view why) {
  wrong_.add(why, line());
  stopped_ = true;
  XML_StopParser(parser_.get(), XML_FALSE);
}

std::uint64_t xml_stream::line() const {
  return skipped_lines_ + XML_GetCurrentLineNumber(parser_.get());
}

}  // namespace covey::parsers
