#include "parsers/coverage/formats/lcov/reader.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include "parsers/coverage/formats/any_report.hpp"
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <vector>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// Reads the fields of "DA:12,3\n" and "BRDA:12,0,1,3\n" without a branch per digit, and many lines at a time:
// their ends are found for a whole block of bytes at once. Nine of ten lines in a tracefile are of this kind.
namespace covey::parsers::lcov_fields {

constexpr std::size_t block = 64;   // bytes that are examined together
constexpr std::size_t reach = 160;  // bytes that must be readable from the start of a block

inline bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

#if defined(__SSE2__)
inline __m128i load(const char* at) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}

// Bit i is the highest bit of byte i of the results of `bytes` for the offsets 0, 16, 32 and 48.
template <class Bytes>
std::uint64_t mask(Bytes&& bytes) {
  const auto part = [&](std::size_t from) {
    return std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(bytes(from)))} << from;
  };
  return part(0) | part(16) | part(32) | part(48);
}
#else
template <class Holds>
std::uint64_t mask(Holds&& holds) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < block; ++i) out |= std::uint64_t{holds(i)} << i;
  return out;
}
#endif

// Bit i is set where byte i of the block is no digit.
inline std::uint64_t no_digits(const char* at) {
#if defined(__SSE2__)
  return ~mask([at](std::size_t from) {
    const auto values = _mm_sub_epi8(load(at + from), _mm_set1_epi8('0'));
    return _mm_cmpeq_epi8(_mm_min_epu8(values, _mm_set1_epi8(9)), values);
  });
#else
  return mask([at](std::size_t i) { return static_cast<unsigned char>(at[i] - '0') > 9; });
#endif
}

// Where it is a line feed.
inline std::uint64_t line_feeds(const char* at) {
#if defined(__SSE2__)
  return mask([at](std::size_t from) { return _mm_cmpeq_epi8(load(at + from), _mm_set1_epi8('\n')); });
#else
  return mask([at](std::size_t i) { return at[i] == '\n'; });
#endif
}

// Where it is no ASCII.
inline std::uint64_t no_ascii(const char* at) {
#if defined(__SSE2__)
  return mask([at](std::size_t from) { return load(at + from); });
#else
  return mask([at](std::size_t i) { return static_cast<unsigned char>(at[i]) > 0x7f; });
#endif
}

// Where two blocks have the same byte.
inline std::uint64_t equal(const char* a, const char* b) {
#if defined(__SSE2__)
  return mask([a, b](std::size_t from) { return _mm_cmpeq_epi8(load(a + from), load(b + from)); });
#else
  return mask([a, b](std::size_t i) { return a[i] == b[i]; });
#endif
}

// Eight bytes as a number, the first one lowest.
inline std::uint64_t load_little(const void* at) {
  std::uint64_t out = 0;
  if constexpr (std::endian::native == std::endian::little)
    std::memcpy(&out, at, sizeof out);
  else
    for (unsigned i = 0; i < sizeof out; ++i)
      out |= std::uint64_t{static_cast<const unsigned char*>(at)[i]} << 8 * i;
  return out;
}

// The number of 1 to 8 digits; eight bytes are readable from there.
inline std::uint64_t number(const char* at, unsigned digits) {
  if constexpr (std::endian::native == std::endian::little) {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    word <<= 64 - 8 * digits;  // what is shifted in reads as leading zeros
    word = (word & 0x0f0f0f0f0f0f0f0f) * 2561 >> 8;
    word = (word & 0x00ff00ff00ff00ff) * 6553601 >> 16;
    return (word & 0x0000ffff0000ffff) * 42949672960001 >> 32;
  } else {
    std::uint64_t out = 0;
    for (unsigned i = 0; i < digits; ++i) out = out * 10 + static_cast<unsigned>(at[i] - '0');
    return out;
  }
}

// Two numbers of 1 to 4 digits, in one go, by where they end; four bytes are readable before that.
inline void two_numbers(const char* first_end, unsigned first_digits, const char* second_end,
                        unsigned second_digits, std::uint64_t& first, std::uint64_t& second) {
  if constexpr (std::endian::native == std::endian::little) {
    static constexpr std::uint32_t last_digits[] = {0, 0x0f000000, 0x0f0f0000, 0x0f0f0f00, 0x0f0f0f0f};
    std::uint32_t low, high;
    std::memcpy(&low, first_end - 4, sizeof low);
    std::memcpy(&high, second_end - 4, sizeof high);
    low &= last_digits[first_digits];  // the others read as leading zeros
    high &= last_digits[second_digits];
    std::uint64_t word = std::uint64_t{high} << 32 | low;
    word = word * 2561 >> 8;
    word = (word & 0x00ff00ff00ff00ff) * 6553601 >> 16;
    first = word & 0xffff;
    second = word >> 32 & 0xffff;
  } else {
    first = number(first_end - first_digits, first_digits);
    second = number(second_end - second_digits, second_digits);
  }
}

// The number of 1 to 7 digits before `end`; moves `at` behind `end`. Eight bytes are readable.
inline bool take(const char*& at, char end, std::uint64_t& value) {
  const auto bytes = load_little(at) ^ 0x3030303030303030;  // a digit becomes its value
  const auto others = ((bytes + 0x7676767676767676) | bytes) & 0x8080808080808080;
  const auto digits = static_cast<unsigned>(std::countr_zero(others)) / 8;
  if (digits - 1 >= 7 || at[digits] != end) return false;  // none at all wraps around
  value = number(at, digits);
  at += digits + 1;
  return true;
}

constexpr unsigned max_length = 8;
constexpr unsigned short_one = 4;  // most numbers have no more digits

// Walks over a block, field by field. After the first failed read the cursor must be discarded.
class cursor {
 public:
  explicit cursor(const char* at) : at_(at), ends_(no_digits(at)) {}

  const char* at() const { return at_; }

  // These bytes, which must not be digits.
  template <std::size_t Size>
  bool take(const char (&text)[Size]) {
    constexpr std::size_t length = Size - 1;
    static_assert(length > 1 && length <= 5);
    // In two steps: compilers turn a comparison of two or four bytes into a load, one of three or five into a
    // call.
    constexpr std::size_t first = length < 4 ? 2 : 4;
    if (std::memcmp(at_, text, first) != 0 || (length > first && at_[first] != text[first])) return false;
    ends_ >>= length;
    at_ += length;
    return true;
  }

  // The number before the next byte that is no digit, if that byte is `end`.
  bool take(char end, std::uint64_t& value) {
    if (ends_ == 0) return false;
    const auto digits = static_cast<unsigned>(std::countr_zero(ends_));
    if (digits - 1 >= max_length || at_[digits] != end) return false;  // none at all wraps around
    value = number(at_, digits);
    ends_ = ends_ >> digits >> 1;
    at_ += digits + 1;
    return true;
  }

  // A number, then another: as two calls of the above; four bytes before them are readable.
  bool take_two(char first_end, std::uint64_t& first, char second_end, std::uint64_t& second) {
    const auto second_ends = ends_ & (ends_ - 1);
    if (second_ends == 0) return false;
    const auto first_digits = static_cast<unsigned>(std::countr_zero(ends_));
    const auto last = static_cast<unsigned>(std::countr_zero(second_ends));
    const auto second_digits = last - first_digits - 1;
    if (((first_digits - 1) | (second_digits - 1)) >= short_one)
      return take(first_end, first) && take(second_end, second);
    if (at_[first_digits] != first_end || at_[last] != second_end) return false;
    two_numbers(at_ + first_digits, first_digits, at_ + last, second_digits, first, second);
    ends_ >>= last + 1;
    at_ += last + 1;
    return true;
  }

 private:
  const char* at_;
  std::uint64_t ends_;  // bit i: the byte i from here is no digit; clear beyond the block
};

}  // namespace covey::parsers::lcov_fields

namespace covey::parsers {
namespace {

constexpr std::uint64_t farthest = 256;  // slots from a name's own one; with a good hash it is a few

// Guarantees only that equal names have equal hashes. Of long names it takes parts.
std::uint64_t hash_of(std::string_view name) {
  constexpr std::size_t part = sizeof(std::uint64_t);
  constexpr std::uint64_t factors[] = {0x9e3779b97f4a7c15, 0xff51afd7ed558ccd, 0xc4ceb9fe1a85ec53,
                                       0xd6e8feb86659fd93};
  std::uint64_t out = name.size();
  if (name.size() < part) {
    for (const char c : name) out = (out ^ static_cast<unsigned char>(c)) * factors[0];
  } else {
    const auto last = name.size() - part;
    for (std::size_t i = 0; i < std::size(factors); ++i)
      out += (lcov_fields::load_little(name.data() + last * i / (std::size(factors) - 1)) ^ out) * factors[i];
  }
  // A multiplication carries upwards only: without these, names that differ in their last letters would begin
  // at the same place.
  out ^= out >> 32;
  out *= factors[1];
  return out ^ out >> 32;
}

constexpr std::size_t max_line = 64 * 1024;

bool take(std::string_view& line, std::string_view prefix) {
  if (!line.starts_with(prefix)) return false;
  line.remove_prefix(prefix.size());
  return true;
}

// Names go into JSON; invalid UTF-8 in them is replaced at once, so that equal names stay equal.
std::string readable(std::string_view name) {
  return is_utf8(name) ? std::string{name} : repair_utf8(name);
}

// A whole number and the comma after it.
template <class Number>
bool take_field(std::string_view& text, Number& value) {
  auto rest = text;
  if (!take_number(rest, value) || !take(rest, ",")) return false;
  text = rest;
  return true;
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Blanks before it belong to what no record begins with.
std::string_view without_blanks_behind(std::string_view line) {
  while (!line.empty() && lcov_fields::blank(line.back())) line.remove_suffix(1);
  return line;
}

constexpr std::size_t max_name = 4;  // of a record

// So that a name can be switched upon. The leading 1 tells "DA" from "DA" behind zero bytes.
constexpr std::uint64_t number_of(std::string_view name) {
  std::uint64_t out = 1;
  for (const char c : name) out = out << 8 | static_cast<unsigned char>(c);
  return out;
}

// The line lacks a required field, or the comma behind it.
constexpr std::string_view missing_field = "a missing field";
constexpr std::string_view no_name = "a function without a name";

bool possible(std::uint64_t line) {
  return line - 1 < max_line_number;
}

template <std::size_t Size>
bool begins_with(const char* at, const char (&text)[Size]) {
  return std::memcmp(at, text, Size - 1) == 0;
}

bool take_entry(lcov_fields::cursor& at, line_hits& entry) {
  auto fields = at;
  std::uint64_t line = 0, count = 0;
  if (!fields.take("DA:") || !fields.take_two(',', line, '\n', count) || !possible(line)) return false;
  entry = {static_cast<std::uint32_t>(line), count};
  at = fields;
  return true;
}

bool take_entry(lcov_fields::cursor& at, branch_hits& entry) {
  auto fields = at;
  std::uint64_t line = 0, block = 0, branch = 0, count = 0;
  if (!fields.take("BRDA:") || !fields.take_two(',', line, ',', block) || !possible(line)) return false;
  auto way = fields;
  const bool reached = way.take_two(',', branch, '\n', count);
  if (!reached && (!(way = fields).take(',', branch) || !way.take("-\n"))) return false;
  entry = {static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(block),
           static_cast<std::uint32_t>(branch), count, reached};
  at = way;
  return true;
}

// Reads lines of one kind, until another one comes or the end is near. Returns the place behind them.
template <std::size_t Size, class Packing>
const char* take_entries(const char (&kind)[Size], const char* at, const char* end, packed_list<Packing>& to,
                         std::uint64_t& lines) {
  constexpr std::size_t shortest = 7;  // "DA:1,1\n"
  typename packed_list<Packing>::appender entries{to};
  while (end - at >= static_cast<std::ptrdiff_t>(lcov_fields::reach) && begins_with(at, kind)) {
    entries.make_room(lcov_fields::block / shortest);
    lcov_fields::cursor fields{at};
    for (typename Packing::entry entry; take_entry(fields, entry);) entries.push_back(entry);
    if (fields.at() == at) break;
    at = fields.at();
  }
  lines += entries.added();
  return at;
}

class lcov_parser final : public report_parser {
 public:
  void feed(std::string_view bytes) override { reader_.feed(bytes); }

  void finish(coverage_report& into) override {
    reader_.finish();
    for (auto& [file, parts] : more_) {
      while (parts.size() > 1) join_last(parts);
      if (!parts.empty()) merge_into(*file, std::move(parts.front()));
    }
    into.data.files = std::move(files_);
    into.diagnostics = reader_.wrong().take();
  }

 private:
  // A file may have one record per test. Each part has over twice the entries of the next one, so that
  // merging all of them takes n log n, whatever the records hold.
  using part_list = std::vector<file_coverage>;

  static std::size_t entries(const file_coverage& file) {
    return file.lines.size() + file.branches.size() + file.functions.size() + file.conditions.size();
  }

  static void join_last(part_list& parts) {
    auto last = std::move(parts.back());
    parts.pop_back();
    merge_into(parts.back(), std::move(last));
  }

  void add(lcov_record&& record) {
    auto name = is_utf8(record.file) ? std::move(record.file) : repair_utf8(record.file);
    const auto files_before = files_.size();
    if (files_before >= max_files && !files_.contains(name)) return reader_.wrong().add(too_many_files, 0);
    // Most tools write the files in order: then each belongs at the end.
    auto& file = files_.try_emplace(files_.end(), std::move(name))->second;
    if (files_.size() > files_before) {
      file = std::move(record.data);
      return;
    }
    auto& parts = more_[&file];
    parts.push_back(std::move(record.data));
    while (parts.size() > 1 && entries(parts[parts.size() - 2]) <= 2 * entries(parts.back()))
      join_last(parts);
    if (parts.size() > 1 || entries(file) > 2 * entries(parts.back())) return;
    merge_into(file, std::move(parts.back()));
    parts.clear();
  }

  decltype(coverage::files) files_;
  std::unordered_map<file_coverage*, part_list>
      more_;  // the parts of a file but the first, which is in `files_`
  lcov_reader reader_{[this](lcov_record&& record) { add(std::move(record)); }};
};

// A line begins with one of its records, or with a comment.
bool recognises(std::string_view head) {
  constexpr std::string_view firsts[] = {"TN:", "SF:", "KF:", "DA:", "FN:", "FNDA:", "BRDA:", "#"};
  for (const auto first : firsts)
    if (head.starts_with(first)) return true;
  return false;
}

}  // namespace

bool lcov_calls::add_next(function_list& functions, std::string_view name, std::uint64_t hits) {
  if (next_ == functions.size() || functions.name(next_) != name) return false;
  functions.add(next_++, {name, 0, 0, hits});
  return true;
}

void lcov_calls::add(function_list& functions, std::string_view name, std::uint64_t hits,
                     std::uint64_t line_number) {
  if (!add_next(functions, name, hits)) strays_.push_back({std::string{name}, hits, line_number});
}

std::size_t lcov_calls::take_next(function_list& functions, const char* text, std::uint64_t hits) {
  if (next_ == functions.size()) return 0;
  const auto name = functions.name(next_);
  const auto size = name.size();
  if (size == 0 || size >= lcov_fields::block || text[size] != '\n') return 0;
  if (~lcov_fields::equal(name.data(), text) << (lcov_fields::block - size) != 0) return 0;
  functions.add(next_++, {name, 0, 0, hits});
  return size;
}

// Mostly they do not. Names that were crafted to collide count as repeated: then a map decides.
bool lcov_calls::repeats(const function_list& functions) {
  seen_.assign(std::bit_ceil(functions.size() * 4), 0);
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const auto hash = hash_of(functions.name(i)) | 1;
    const auto first = hash >> 1;
    for (auto place = first;; ++place) {
      auto& seen = seen_[place & (seen_.size() - 1)];
      if (seen == hash || place - first == farthest) return true;
      if (seen == 0) {
        seen = hash;
        break;
      }
    }
  }
  return false;
}

void lcov_calls::settle(function_list& functions, diagnostics& wrong) {
  next_ = 0;
  if (strays_.empty() && !repeats(functions)) return;
  function_list once;
  std::unordered_map<std::string_view, std::size_t> known;
  const auto add_one = [&](const function_hits& function) {
    const auto [found, is_new] = known.emplace(function.name, once.size());
    if (is_new)
      once.push_back(function);
    else
      once.add(found->second, function);
    return is_new;
  };
  for (const auto& function : functions) add_one(function);
  for (const auto& call : strays_)
    if (add_one({call.name, 0, 0, call.hits})) wrong.add("an FNDA without its FN", call.line_number);
  functions = std::move(once);
  strays_.clear();
}

void lcov_reader::feed(std::string_view bytes) {
  if (!pending_.empty() || skipping_) {
    const auto end = bytes.find('\n');
    const auto piece = bytes.substr(0, end);
    if (pending_.size() + piece.size() > max_line) skipping_ = true;
    pending_.append(skipping_ ? std::string_view{} : piece);
    if (end == std::string_view::npos) return;
    if (skipping_)
      complain("a line over 65536 bytes");
    else
      read_line(pending_);
    ++line_number_;
    pending_.clear();
    skipping_ = false;
    bytes.remove_prefix(end + 1);
  }
  const auto last = bytes.rfind('\n');
  const auto whole = last == std::string_view::npos ? 0 : last + 1;
  read_lines(bytes.data(), bytes.data() + whole);
  bytes.remove_prefix(whole);
  skipping_ = bytes.size() > max_line;
  if (!skipping_) pending_ = bytes;
}

void lcov_reader::finish() {
  if (!pending_.empty() || skipping_) feed("\n");
  if (!in_record_) return;
  wrong_.add("no end_of_record at the end", line_number_ - 1);
  end_record();
}

// Whole lines, each with its end.
void lcov_reader::read_lines(const char* at, const char* end) {
  while (at != end) {
    if (in_record_ && end - at >= static_cast<std::ptrdiff_t>(lcov_fields::reach)) {
      at = read_usual(at, end);
      if (at == end) return;
    }
    const auto* stop = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    const auto length = static_cast<std::size_t>(stop - at);
    if (length > max_line)
      complain("a line over 65536 bytes");
    else
      read_line({at, length});
    ++line_number_;
    at = stop + 1;
  }
}

void lcov_reader::read_line(std::string_view line) {
  line = without_blanks_behind(line);
  if (line.empty() || line.front() == '#') return;
  const auto colon = line.substr(0, max_name + 1).find(':');
  if (colon == std::string_view::npos) {
    if (!line.starts_with("end_of_record")) return complain("an unknown record");
    if (!in_record_) return complain("end_of_record without an SF before it");
    return end_record();
  }
  const auto name = line.substr(0, colon), rest = line.substr(colon + 1);
  switch (number_of(name)) {
    case number_of("SF"):
    case number_of("KF"):
      return begin_record(rest);
    case number_of("TN"):
      test_ = rest;
      return;
    case number_of("LF"):
    case number_of("LH"):
    case number_of("FNF"):
    case number_of("FNH"):
    case number_of("BRF"):
    case number_of("BRH"):
    case number_of("MCF"):
    case number_of("MCH"):
    case number_of("VER"):
      return;  // sums, and records that are not about coverage
    default:
      read_record(name, rest);
  }
}

void lcov_reader::read_record(std::string_view name, std::string_view text) {
  using reader = void (lcov_reader::*)(std::string_view);
  const auto read = [&](reader how) {
    if (!in_record_) return complain("a record without an SF before it");
    (this->*how)(text);
  };
  switch (number_of(name)) {
    case number_of("DA"):
      return read(&lcov_reader::read_hits);
    case number_of("FN"):
      return read(&lcov_reader::read_function);
    case number_of("FNDA"):
      return read(&lcov_reader::read_call);
    case number_of("BRDA"):
      return read(&lcov_reader::read_branch);
    case number_of("FNL"):
      return read(&lcov_reader::read_span);
    case number_of("FNA"):
      return read(&lcov_reader::read_alias);
    case number_of("MCDC"):
      return read(&lcov_reader::read_condition);
    default:
      complain("an unknown record");
  }
}

// LINE,… ; the rest of the text is what comes after the comma.
bool lcov_reader::read_line_number(std::string_view& text, std::uint32_t& line) {
  const auto number = text.substr(0, text.find(','));
  if (number.size() == text.size()) return complain(missing_field), false;
  text.remove_prefix(number.size() + 1);
  return read_line_number_alone(number, line);
}

bool lcov_reader::read_line_number_alone(std::string_view text, std::uint32_t& line) {
  return parse_line_number(text, line, wrong_, line_number_);
}

bool lcov_reader::read_count(std::string_view text, std::uint64_t& count) {
  return parse_count(text, count, wrong_, line_number_);
}

// LINE,COUNT[,CHECKSUM]
void lcov_reader::read_hits(std::string_view text) {
  std::uint32_t line = 0;
  std::uint64_t count = 0;
  if (!read_line_number(text, line) || !read_count(text.substr(0, text.find(',')), count)) return;
  data_.lines.emplace_back(line, count);
}

// LINE,NAME or LINE,END,NAME
void lcov_reader::read_function(std::string_view text) {
  std::uint32_t line = 0, end_line = 0;
  if (!read_line_number(text, line)) return;
  const auto first = text.substr(0, text.find(','));
  if (is_digits(first) && first.size() + 1 < text.size()) {
    if (!read_number(first, end_line) || end_line > max_line_number) end_line = 0;
    text.remove_prefix(first.size() + 1);
  }
  if (text.empty()) return complain(no_name);
  data_.functions.push_back({readable(text), line, end_line, 0});
}

// COUNT,NAME
void lcov_reader::read_call(std::string_view text) {
  std::uint64_t count = 0;
  if (!take_count(text, count)) return;
  if (text.empty()) return complain(no_name);
  if (is_utf8(text))
    calls_.add(data_.functions, text, count, line_number_);
  else
    calls_.add(data_.functions, repair_utf8(text), count, line_number_);
}

// INDEX,LINE[,END]: where a function is; its names and counts follow.
void lcov_reader::read_span(std::string_view text) {
  std::uint64_t index = 0;
  function_span span;
  if (!take_index(text, index)) return;
  if (!read_line_number_alone(text.substr(0, text.find(',')), span.line)) return;
  if (const auto comma = text.find(','); comma != std::string_view::npos)
    if (!read_number(text.substr(comma + 1), span.end_line) || span.end_line > max_line_number)
      span.end_line = 0;
  spans_[index] = span;
}

// INDEX,COUNT,NAME
void lcov_reader::read_alias(std::string_view text) {
  std::uint64_t index = 0, count = 0;
  if (!take_index(text, index) || !take_count(text, count)) return;
  if (text.empty()) return complain(no_name);
  const auto found = spans_.find(index);
  if (found == spans_.end()) complain("an FNA without its FNL");
  const auto where = found == spans_.end() ? function_span{} : found->second;
  data_.functions.push_back({readable(text), where.line, where.end_line, count});
}

// INDEX,… ; the rest of the text is what comes after the comma.
bool lcov_reader::take_index(std::string_view& text, std::uint64_t& index) {
  if (take_field(text, index)) return true;
  complain(text.find(',') == std::string_view::npos ? missing_field : "text where an index belongs");
  return false;
}

// COUNT,… ; the rest of the text is what comes after the comma.
bool lcov_reader::take_count(std::string_view& text, std::uint64_t& count) {
  const auto number = text.substr(0, text.find(','));
  if (number.size() == text.size()) return complain(missing_field), false;
  text.remove_prefix(number.size() + 1);
  return read_count(number, count);
}

// [e]BLOCK,… ; the rest of the text is what comes after the comma.
bool lcov_reader::take_block(std::string_view& text, std::uint32_t& block, bool& exception) {
  constexpr std::uint32_t unnamed = 0xffffffff;  // geninfo 1.x writes it for a line's own block
  exception = take(text, "e");
  const auto number = text.substr(0, text.find(','));
  if (number.size() == text.size()) return complain(missing_field), false;
  text.remove_prefix(number.size() + 1);
  if (!is_digits(number)) return complain("text where a block belongs"), false;
  const bool read = read_number(number, block);
  if (read && block == unnamed) block = max_block;
  if (!read || block > max_block) return complain("a block over 1073741823"), false;
  return true;
}

// LINE,[e]BLOCK,BRANCH,TAKEN; the branch may be text, with commas in it
void lcov_reader::read_branch(std::string_view text) {
  std::uint32_t line = 0, block = 0, branch = 0;
  bool exception = false;
  if (!read_line_number(text, line) || !take_block(text, block, exception)) return;
  const auto last = text.rfind(',');
  if (last == std::string_view::npos || last == 0) return complain(missing_field);
  const auto way = text.substr(0, last);
  const auto taken = text.substr(last + 1);
  std::uint64_t count = 0;
  if (taken != "-" && !read_count(taken, count)) return;
  if (!read_number(way, branch) || branch >= named_branch) branch = branch_named(readable(way));
  data_.branches.emplace_back(line, block, branch, count, taken != "-", exception);
}

std::uint32_t lcov_reader::branch_named(std::string_view name) {
  auto found = branch_places_.find(name);
  if (found == branch_places_.end()) {
    found = branch_places_.emplace(name, named_branch + static_cast<std::uint32_t>(data_.branch_names.size()))
                .first;
    data_.branch_names.emplace_back(name);
  }
  return found->second;
}

// LINE,GROUP,t|f,COUNT,INDEX,EXPRESSION
void lcov_reader::read_condition(std::string_view text) {
  condition_hits out;
  if (!read_line_number(text, out.line)) return;
  constexpr std::string_view unread = "an MCDC that does not read";
  if (!take_field(text, out.group)) return complain(unread);
  out.sense = take(text, "t,");
  if (!out.sense && !take(text, "f,")) return complain(unread);
  if (!take_count(text, out.hits)) return;
  if (!take_field(text, out.index)) return complain(unread);
  out.expression = readable(text);
  data_.conditions.push_back(std::move(out));
}

void lcov_reader::begin_record(std::string_view file) {
  if (in_record_) {
    complain("an SF before the end_of_record");
    end_record();
  }
  if (file.empty()) return complain("an SF without a path");
  in_record_ = true;
  record_test_ = test_;
  file_ = file;
}

// The record goes out without spare memory; the emptied lists keep theirs for the next one.
void lcov_reader::end_record() {
  in_record_ = false;
  put_in_order(data_.lines);
  put_in_order(data_.branches);
  put_in_order(data_.conditions);
  calls_.settle(data_.functions, wrong_);
  lcov_record out{record_test_, file_, {}};
  const auto move_out = [](auto& from, auto& to) {
    to.assign(std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    from.clear();
  };
  out.data.lines = data_.lines.take();
  out.data.branches = data_.branches.take();
  move_out(data_.branch_names, out.data.branch_names);
  out.data.functions = data_.functions.take();
  move_out(data_.conditions, out.data.conditions);
  branch_places_.clear();
  spans_.clear();
  on_record_(std::move(out));
}

// Reads well-formed lines of the frequent kinds, up to the first other line or one near the end.
const char* lcov_reader::read_usual(const char* at, const char* end) {
  for (const char* from = nullptr; at != from;) {
    from = at;
    at = take_entries("DA:", at, end, data_.lines, line_number_);
    at = take_entries("BRDA:", at, end, data_.branches, line_number_);
    while (end - at >= static_cast<std::ptrdiff_t>(lcov_fields::reach) && take_function(at)) ++line_number_;
  }
  return at;
}

// Reads an FN without an end, or the FNDA that follows the one before, if its name fits into a block; moves
// `at` behind it.
bool lcov_reader::take_function(const char*& at) {
  const auto* name = at;
  std::uint64_t number = 0;
  if (begins_with(at, "FNDA:")) {
    if (!lcov_fields::take(name += 5, ',', number)) return false;
    const auto size = calls_.take_next(data_.functions, name, number);
    if (size > 0) at = name + size + 1;
    return size > 0;
  }
  if (!begins_with(at, "FN:") || !lcov_fields::take(name += 3, ',', number) || !possible(number))
    return false;
  const auto feeds = lcov_fields::line_feeds(name);
  const auto size = static_cast<std::size_t>(std::countr_zero(feeds));
  if (feeds == 0 || size == 0 || (lcov_fields::no_ascii(name) & (feeds - 1) & ~feeds) != 0) return false;
  if ((name[0] >= '0' && name[0] <= '9') || lcov_fields::blank(name[size - 1])) return false;
  data_.functions.push_back_short(name, size, static_cast<std::uint32_t>(number));
  at = name + size + 1;
  return true;
}

const coverage_format lcov_format{
    "LCOV", "geninfo of lcov 1.x and 2.x, llvm-cov, jest, vitest, c8, coverage.py, SimpleCov, …",
    "its count is above 0", recognises,
    []() -> std::unique_ptr<report_parser> { return std::make_unique<lcov_parser>(); }};

}  // namespace covey::parsers
