#include "parsers/coverage/formats/xml.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include "parsers/coverage/merge.hpp"
#include <algorithm>
#include <cstring>
#include <expat.h>
#include <unordered_map>

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

using namespace std::string_view_literals;

constexpr auto white_space = " \t\r\n"sv;

// UTF-16 has a mark, or '<' with a zero beside it.
bool is_wide(std::string_view head) {
  for (const auto begin : {"\xff\xfe"sv, "\xfe\xff"sv, "<\0"sv, "\0<"sv})
    if (head.starts_with(begin)) return true;
  return false;
}

std::string narrow(std::string_view head) {
  std::string out;
  for (const char byte : head)
    if (byte != '\0' && byte != '\xff' && byte != '\xfe') out += byte;
  return out;
}

// The length of what begins with '<', its end included; 0 if that is not in the text.
std::size_t length_of(std::string_view text) {
  const auto past = [&](std::string_view end, std::size_t from) {
    const auto at = text.find(end, from);
    return at == std::string_view::npos ? 0 : at + end.size();
  };
  if (text.starts_with("<!--")) return past("-->", 4);
  if (text.starts_with("<?")) return past("?>", 2);
  char quote = 0;
  int brackets = 0;  // of a DOCTYPE's own declarations
  for (std::size_t i = 1; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (brackets > 0 && text.substr(i).starts_with("<!--")) {
      const auto end = past("-->", i + 4);
      if (end == 0) return 0;
      i = end - 1;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == ']') {
      brackets += c == '[' ? 1 : -1;
    } else if (c == '>' && brackets <= 0) {
      return i + 1;
    }
  }
  return 0;
}

std::string_view name_in(std::string_view tag) {
  tag.remove_prefix(1);
  return tag.substr(0, tag.find_first_of(" \t\r\n/>"));
}

constexpr int max_form = 3;

// Some writers give "(int)", some "int", some the name with it.
std::string with_signature(const method_hits& method) {
  if (method.signature.empty() || method.signature.starts_with('(')) return method.name + method.signature;
  if (method.signature.starts_with(method.name + "(")) return method.signature;
  return method.name + "(" + method.signature + ")";
}

std::string form_of(const method_hits& method, int form) {
  if (form == 0) return method.name;
  auto out = with_signature(method);
  if (form > 1 && !method.owner.empty()) out = method.owner + "." + out;
  if (form > 2) out += ":" + std::to_string(method.line);
  return out;
}

// Without the half of a character at the cut.
std::string_view last_bytes(std::string_view text, std::size_t max) {
  if (text.size() <= max) return text;
  text.remove_prefix(text.size() - max);
  while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xc0) == 0x80) text.remove_prefix(1);
  return text;
}

// In the order of their first places.
void join_repeated(std::vector<method_hits>& methods) {
  std::unordered_map<std::string, std::size_t> known;
  std::vector<method_hits> once;
  for (auto& method : methods) {
    const auto line = std::to_string(method.line);
    const auto key = method.owner + '\0' + method.name + '\0' + method.signature + '\0' + line;
    const auto [found, is_new] = known.emplace(key, once.size());
    if (is_new)
      once.push_back(std::move(method));
    else
      once[found->second].hits = sum_of_hits(once[found->second].hits, method.hits);
  }
  methods = std::move(once);
}

function_list functions_of(std::vector<method_hits> methods) {
  join_repeated(methods);
  std::vector<std::string> names;
  for (const auto& method : methods) names.push_back(method.name);
  std::unordered_map<std::string_view, std::size_t> uses;
  for (int form = 1; form <= max_form; ++form) {
    uses.clear();
    for (const auto& name : names) ++uses[name];
    if (uses.size() == names.size()) break;
    std::vector<std::string> longer;
    for (std::size_t i = 0; i < names.size(); ++i)
      longer.push_back(uses[names[i]] > 1 ? form_of(methods[i], form) : names[i]);
    names = std::move(longer);
  }
  // Names are equal here only if one was written to look like another one with its class.
  uses.clear();
  function_list once;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const function_hits function{names[i], methods[i].line, 0, methods[i].hits};
    const auto [found, is_new] = uses.emplace(function.name, once.size());
    if (is_new)
      once.push_back(function);
    else
      once.add(found->second, {{}, 0, 0, function.hits});
  }
  once.shrink_to_fit();
  return once;
}

template <class Entries, class Join>
void join_when_many(Entries& entries, std::size_t& at, Join&& join) {
  if (entries.size() < at) return;
  join(entries);
  at = std::max(at, entries.size() * 2);
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

bool read_line_number(std::string_view text, std::uint32_t& line, diagnostics& wrong, std::uint64_t at) {
  return parse_line_number(trimmed(text), line, wrong, at);
}

bool read_count(std::string_view text, std::uint64_t& count, diagnostics& wrong, std::uint64_t at) {
  return parse_count(trimmed(text), count, wrong, at);
}

xml_head::xml_head(std::string_view head) {
  const auto narrowed = is_wide(head) ? narrow(head) : std::string{};
  std::string_view rest = narrowed.empty() ? head : narrowed;
  while (child.empty()) {
    rest.remove_prefix(std::min(rest.find('<'), rest.size()));
    constexpr auto kind = "<!DOCTYPE"sv;
    if (rest.starts_with(kind)) {
      const auto text = rest.substr(kind.size(), rest.find_first_of("[>") - kind.size());
      doctype = text.substr(std::min(text.find_first_not_of(white_space), text.size()));
    }
    const auto length = length_of(rest);
    if (length == 0) return;
    const auto tag = rest.substr(0, length);
    rest.remove_prefix(length);
    if (tag.starts_with("<!") || tag.starts_with("<?")) continue;
    if (tag.starts_with("</")) return;
    if (!root.empty()) {
      child = name_in(tag);
      return;
    }
    root = name_in(tag);
    root_tag_ = tag;
    if (root.empty()) return;
  }
}

bool xml_head::root_has(std::string_view attribute) const {
  char quote = 0;
  for (std::size_t i = 0; i < root_tag_.size(); ++i) {
    const char c = root_tag_[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '"' || c == '\'') quote = c;
    if (white_space.find(c) == std::string_view::npos) continue;
    const auto rest = std::string_view{root_tag_}.substr(i + 1);
    if (!rest.starts_with(attribute)) continue;
    const auto after = rest.find_first_not_of(white_space, attribute.size());
    if (after != std::string_view::npos && rest[after] == '=') return true;
  }
  return false;
}

method_hits method_of(std::string_view owner, std::string_view name, std::string_view signature) {
  constexpr std::size_t max_name = 4096, max_owner = 256;
  method_hits out;
  out.owner = last_bytes(owner, max_owner);
  out.name = first_bytes(name, max_name);
  out.signature = first_bytes(signature, max_name);
  return out;
}

void file_parts::add(line_hits line) {
  data_.lines.push_back(line);
  join_when_many(data_.lines, lines_at_, [](auto& lines) { put_in_order(lines); });
}

void file_parts::add(branch_hits way) {
  data_.branches.push_back(way);
  join_when_many(data_.branches, branches_at_, [](auto& branches) { put_in_order(branches); });
}

void file_parts::add(method_hits&& method) {
  methods_.push_back(std::move(method));
  join_when_many(methods_, methods_at_, [](auto& methods) { join_repeated(methods); });
}

void file_parts::add_ways(std::uint32_t line, std::uint32_t block, std::uint64_t ways, std::uint64_t taken,
                          bool reached) {
  for (std::uint32_t way = 0; way < ways; ++way)
    add(branch_hits{line, block, way, way < taken ? 1u : 0u, reached});
}

file_coverage file_parts::take() {
  put_in_order(data_.lines);
  put_in_order(data_.branches);
  data_.lines.shrink_to_fit();
  data_.branches.shrink_to_fit();
  data_.functions = functions_of(std::move(methods_));
  return std::move(data_);
}

bool claim_budget::takes(std::uint64_t claimed, diagnostics& wrong, std::uint64_t at) {
  const bool fits = claimed <= at_once_ && claimed <= left_;
  if (fits)
    left_ -= claimed;
  else
    wrong.add(too_many_, at);
  return fits;
}

bool is_path(std::string_view text, diagnostics& wrong, std::uint64_t at) {
  if (text.empty()) wrong.add("a file without a name, left out", at);
  if (text.size() > max_path) wrong.add("a file name over 4096 bytes, left out", at);
  return !text.empty() && text.size() <= max_path;
}

}  // namespace covey::parsers
