#include "parsers/coverage/llvm/region_lines.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/coverage/llvm/bytes.hpp"
#include "parsers/text/path.hpp"
#include <boost/uuid/detail/md5.hpp>
#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <zlib.h>

namespace covey::parsers::llvm {
namespace {

// The sections of an ELF file, as far as LLVM's coverage has put something there.
// Source: System V ABI, chapter 4 (64 bits, little-endian: what Linux runs on x86-64 and AArch64).

struct elf_section {
  std::string_view bytes;
  std::uint64_t address = 0;
};

constexpr std::string_view magic{
    "\x7f"
    "ELF\2\1",
    6};
constexpr std::size_t header_size = 64;
constexpr std::uint32_t without_bytes = 8;  // SHT_NOBITS

struct section_header {
  std::uint32_t name = 0, type = 0;
  std::uint64_t address = 0, offset = 0, size = 0;
};

section_header header_at(std::string_view file, std::uint64_t at) {
  byte_reader in{slice(file, at, header_size)};
  section_header out;
  out.name = in.fixed<std::uint32_t>();
  out.type = in.fixed<std::uint32_t>();
  in.fixed<std::uint64_t>();  // flags
  out.address = in.fixed<std::uint64_t>();
  out.offset = in.fixed<std::uint64_t>();
  out.size = in.fixed<std::uint64_t>();
  return in.good() ? out : section_header{};
}

std::string_view bytes_of(std::string_view file, const section_header& of) {
  return of.type == without_bytes ? std::string_view{} : slice(file, of.offset, of.size);
}

// nullopt: no section has that name, or the file is not a readable ELF file. The bytes point into the file's.
std::optional<elf_section> find_section(std::string_view file, std::string_view name) {
  if (!file.starts_with(magic)) return std::nullopt;
  byte_reader in{slice(file, 0x28, header_size - 0x28)};  // e_shoff
  const auto table = in.fixed<std::uint64_t>();
  in.skip(0x3a - 0x30);
  const auto entry_size = in.fixed<std::uint16_t>();
  const auto count = in.fixed<std::uint16_t>();
  const auto names_at = in.fixed<std::uint16_t>();
  if (!in.good() || entry_size < header_size || names_at >= count) return std::nullopt;
  const auto header = [&](std::uint64_t number) { return header_at(file, table + number * entry_size); };
  const auto names = bytes_of(file, header(names_at));
  for (std::uint16_t i = 0; i < count; ++i) {
    const auto one = header(i);
    const auto rest = slice(names, one.name, names.size());
    if (rest.substr(0, rest.find('\0')) == name) return elf_section{bytes_of(file, one), one.address};
  }
  return std::nullopt;
}

constexpr std::uint64_t max_names = std::uint64_t{64} * 1024 * 1024;  // bytes of one list of files
constexpr std::uint64_t max_items = 10'000'000;                       // of one function

struct counters_of {
  std::uint64_t hash = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

using counters_by_name = std::unordered_map<std::uint64_t, counters_of>;

// The records of __llvm_prf_data. Two layouts are known: until LLVM 17, and later, with bitmaps of conditions.
struct data_layout {
  std::size_t size;
  std::size_t count_at;
};
constexpr std::array<data_layout, 2> layouts{{{48, 40}, {64, 48}}};

// nullopt: the records are of another layout, for they do not share out the counters.
std::optional<counters_by_name> read_counters(const elf_section& data, const elf_section& counters,
                                              const data_layout& layout) {
  if (data.bytes.size() % layout.size != 0) return std::nullopt;
  counters_by_name out;
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < data.bytes.size(); at += layout.size) {
    byte_reader in{data.bytes.substr(at, layout.size)};
    const auto name = in.fixed<std::uint64_t>();
    const auto hash = in.fixed<std::uint64_t>();
    const auto place = data.address + at + in.fixed<std::uint64_t>() - counters.address;
    in.skip(layout.count_at - 24);
    const auto count = in.fixed<std::uint32_t>();
    if (!in.good() || place % 8 != 0 || place / 8 + count > counters.bytes.size() / 8) return std::nullopt;
    out[name] = {hash, static_cast<std::uint32_t>(place / 8), count};
    sum += count;
  }
  return sum == counters.bytes.size() / 8 ? std::optional{std::move(out)} : std::nullopt;
}

std::uint64_t hash_of(std::string_view text) {
  boost::uuids::detail::md5 hash;
  boost::uuids::detail::md5::digest_type digest;
  hash.process_bytes(text.data(), text.size());
  hash.get_digest(digest);
  // The hash's bytes stand in each word from the highest on.
  std::string bytes;
  for (std::size_t word = 0; word < 2; ++word)
    for (const unsigned shift : {24U, 16U, 8U, 0U})
      bytes += static_cast<char>(static_cast<unsigned char>(digest[word] >> shift));
  return byte_reader{bytes}.fixed<std::uint64_t>();
}

std::string unpacked(std::string_view packed, std::uint64_t size) {
  std::string out(size, '\0');
  auto length = static_cast<uLongf>(size);
  const auto* from = reinterpret_cast<const Bytef*>(packed.data());
  const bool good = ::uncompress(reinterpret_cast<Bytef*>(out.data()), &length, from,
                                 static_cast<uLong>(packed.size())) == Z_OK;
  return good && length == size ? out : std::string{};
}

// The lists of files in __llvm_covmap, by their hash: functions name theirs by it.
class file_lists {
 public:
  file_lists(std::string_view map, std::vector<std::string>& files) : files_(files) {
    byte_reader in{map};
    while (in.rest().size() >= 16) {
      in.fixed<std::uint32_t>();  // of functions: they have a section of their own
      const auto size = in.fixed<std::uint32_t>();
      in.fixed<std::uint32_t>();
      const auto version = in.fixed<std::uint32_t>();
      const auto list = in.take(size);
      if (!in.good()) return;
      add(list, version);
      in.skip((8 - (16 + size) % 8) % 8);
    }
  }

  const std::vector<std::uint32_t>* find(std::uint64_t hash) const {
    const auto at = by_hash_.find(hash);
    return at == by_hash_.end() ? nullptr : &at->second;
  }

 private:
  void add(std::string_view list, std::uint32_t version) {
    constexpr std::uint32_t with_folder = 5;  // counted from 0: the first name is the compiler's folder
    byte_reader in{list};
    const auto count = in.number();
    const auto size = in.number();
    const auto packed = in.number();
    if (!in.good() || size > max_names || count > max_items) return;
    const auto plain = packed > 0 ? unpacked(in.take(packed), size) : std::string{in.take(size)};
    byte_reader names{plain};
    std::vector<std::uint32_t> out;
    std::string folder;
    for (std::uint64_t i = 0; i < count && names.good(); ++i) {
      std::string name{names.take(names.number())};
      if (i == 0 && version >= with_folder) folder = name;
      const bool below = !folder.empty() && i > 0 && !name.starts_with('/');
      out.push_back(number_of(normal_path(below ? folder + "/" + name : name)));
    }
    by_hash_.emplace(hash_of(list), std::move(out));
  }

  std::uint32_t number_of(std::string name) {
    const auto [at, is_new] = numbers_.try_emplace(name, static_cast<std::uint32_t>(files_.size()));
    if (is_new) files_.push_back(std::move(name));
    return at->second;
  }

  std::vector<std::string>& files_;
  std::map<std::string, std::uint32_t> numbers_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_hash_;
};

// The mapping of one function.
class mapping_reader {
 public:
  mapping_reader(std::string_view bytes, const std::vector<std::uint32_t>& files, mapped_function& out)
      : in_(bytes), files_(files), out_(out) {}

  bool read() {
    std::vector<std::uint32_t> own;
    for (auto left = count(); left > 0 && in_.good(); --left) {
      const auto file = in_.number();
      if (file >= files_.size()) return false;
      own.push_back(files_[file]);
    }
    for (auto left = count(); left > 0 && in_.good(); --left) {
      const auto left_term = term(in_.number());
      out_.expressions.push_back({left_term, term(in_.number())});
    }
    for (const auto file : own) {
      line_ = 0;
      for (auto left = count(); left > 0 && in_.good(); --left) read_region(file);
    }
    return in_.good();
  }

 private:
  std::uint64_t count() {
    const auto out = in_.number();
    return in_.good() && out <= max_items ? out : 0;
  }

  static counter_term term(std::uint64_t value) {
    return {static_cast<counter_term::kind_type>(value & 3U), static_cast<std::uint32_t>(value >> 2U)};
  }

  void read_region(std::uint32_t file) {
    enum kinds : std::uint64_t { code, expansion, skipped, gap, branch, decision, decision_branch };
    code_region region;
    region.file = file;
    const auto head = in_.number();
    bool counts = true;
    if ((head & 3U) != 0) {
      region.count = term(head);
    } else if ((head & 4U) != 0) {
      counts = false;  // an expanded macro: its code has regions of its own
    } else {
      const auto kind = head >> 3U;
      region.is_skipped = kind == skipped;
      counts = kind == code || kind == skipped;
      const std::uint64_t more = kind == branch || kind == decision ? 2 : kind == decision_branch ? 5 : 0;
      for (std::uint64_t i = 0; i < more; ++i) in_.number();
    }
    line_ += in_.number();
    const auto first_column = in_.number(), lines = in_.number(), last_column = in_.number();
    constexpr std::uint64_t gap_bit = std::uint64_t{1} << 31U, max_line = 1U << 20U;
    if (!counts || line_ == 0 || line_ > max_line || lines > max_line - line_) return;
    region.is_gap = (last_column & gap_bit) != 0;
    region.first_line = static_cast<std::uint32_t>(line_);
    region.last_line = static_cast<std::uint32_t>(line_ + lines);
    region.first_column = static_cast<std::uint32_t>(first_column);
    region.last_column = static_cast<std::uint32_t>(last_column & (gap_bit - 1));
    out_.regions.push_back(region);
  }

  byte_reader in_;
  const std::vector<std::uint32_t>& files_;
  mapped_function& out_;
  std::uint64_t line_ = 0;
};

void read_functions(std::string_view records, const file_lists& lists, const counters_by_name& counters,
                    mapped_program& out) {
  byte_reader in{records};
  while (in.rest().size() >= 28) {
    const auto name = in.fixed<std::uint64_t>();
    const auto size = in.fixed<std::uint32_t>();
    const auto hash = in.fixed<std::uint64_t>();
    const auto files = in.fixed<std::uint64_t>();
    const auto mapping = in.take(size);
    in.skip(std::min<std::uint64_t>((8 - (28 + size) % 8) % 8, in.rest().size()));
    if (!in.good()) return;
    const auto own = counters.find(name);
    // Code that nothing calls has a mapping and no counters.
    if (own == counters.end() || own->second.hash != hash) continue;
    mapped_function function;
    function.first_counter = own->second.first;
    function.counters = own->second.count;
    const auto* list = lists.find(files);
    if (list != nullptr && mapping_reader{mapping, *list, function}.read())
      out.functions.push_back(std::move(function));
    else
      ++out.malformed;
  }
}

// Regions of a few bytes may claim a million lines each: those beyond this sum, above any program, have none.
constexpr std::size_t max_painted = 256'000'000;

constexpr std::size_t max_depth = 20'000;  // of expressions

struct placed_region {
  std::uint32_t function = 0;
  std::uint32_t number = 0;
  const code_region* region = nullptr;
};

auto span(const code_region& of) {
  return std::tie(of.first_line, of.first_column, of.last_line, of.last_column);
}

// An outer region before those within it.
bool comes_before(const placed_region& a, const placed_region& b) {
  const auto& x = *a.region;
  const auto& y = *b.region;
  return std::tie(x.first_line, x.first_column, y.last_line, y.last_column) <
         std::tie(y.first_line, y.first_column, x.last_line, x.last_column);
}

// Evaluates the counts of one function.
class evaluation {
 public:
  evaluation(const mapped_function& of, const std::vector<std::uint64_t>& counted, bool shared)
      : of_(of), counted_(counted), shared_(shared), known_(of.expressions.size()) {}

  // LLVM writes no rings of expressions, and none that are deeper than this; of such nothing has run.
  std::int64_t count(const counter_term& term, std::size_t depth = 0) {
    using enum counter_term::kind_type;
    if (term.kind == zero || depth > max_depth) return 0;
    if (term.kind == counter)
      return term.id < counted_.size() ? static_cast<std::int64_t>(counted_[term.id]) : 0;
    if (term.id >= known_.size()) return 0;
    auto& known = known_[term.id];
    if (known) return *known;
    known = 0;
    const auto& both = of_.expressions[term.id];
    const auto left = count(both.left, depth + 1), right = count(both.right, depth + 1);
    if (term.kind == sum)
      known = left + right;
    else
      known = shared_ ? left : left - right;
    return *known;
  }

 private:
  const mapped_function& of_;
  const std::vector<std::uint64_t>& counted_;
  bool shared_;
  std::vector<std::optional<std::int64_t>> known_;
};

}  // namespace

mapped_program read_mapped_program(std::string_view file) {
  mapped_program out;
  const auto data = find_section(file, "__llvm_prf_data"), counters = find_section(file, "__llvm_prf_cnts"),
             functions = find_section(file, "__llvm_covfun"), map = find_section(file, "__llvm_covmap");
  if (!data || !counters || !functions || !map) return out;
  out.counters = counters->bytes.size() / 8;
  for (const auto& layout : layouts)
    if (const auto by_name = read_counters(*data, *counters, layout)) {
      read_functions(functions->bytes, file_lists{map->bytes, out.files}, *by_name, out);
      return out;
    }
  ++out.malformed;
  return out;
}

region_lines::region_lines(mapped_program program) : program_(std::move(program)) {
  by_counter_.resize(program_.functions.size());
  std::iota(by_counter_.begin(), by_counter_.end(), 0U);
  std::sort(by_counter_.begin(), by_counter_.end(), [this](auto a, auto b) {
    return program_.functions[a].first_counter < program_.functions[b].first_counter;
  });
  paint();
}

void region_lines::paint() {
  std::map<std::uint32_t, std::vector<placed_region>> by_file;
  std::size_t sum = 0;
  lines_.resize(program_.functions.size());
  for (std::uint32_t f = 0; f < program_.functions.size(); ++f) {
    const auto& regions = program_.functions[f].regions;
    lines_[f].resize(regions.size());
    for (std::uint32_t r = 0; r < regions.size(); ++r)
      if ((sum += 1 + regions[r].last_line - regions[r].first_line) <= max_painted)
        by_file[regions[r].file].push_back({f, r, &regions[r]});
  }
  for (auto& [file, regions] : by_file) {
    std::stable_sort(regions.begin(), regions.end(), comes_before);
    // Instances of a generic function have the same regions: painters are the first of each place.
    std::vector<std::uint32_t> painter, innermost;
    std::uint32_t last = 0;
    for (const auto& one : regions) last = std::max(last, one.region->last_line);
    innermost.assign(last + 1, 0);  // counted from 1
    for (std::uint32_t i = 0; i < regions.size(); ++i) {
      const auto& region = *regions[i].region;
      const bool again = i > 0 && span(region) == span(*regions[i - 1].region);
      painter.push_back(again ? painter.back() : i + 1);
      if (!again)
        std::fill(innermost.begin() + region.first_line + 1, innermost.begin() + region.last_line + 1, i + 1);
    }
    std::map<std::uint32_t, std::vector<line_range>> painted;
    for (std::uint32_t line = 1; line <= last; ++line)
      if (innermost[line] != 0) painted[innermost[line]].push_back({line, line});
    for (std::uint32_t i = 0; i < regions.size(); ++i) {
      const auto& [function, number, region] = regions[i];
      auto& lines = lines_[function][number];
      if (region->is_skipped) continue;
      if (const auto at = painted.find(painter[i]); at != painted.end()) lines = at->second;
      if (!region->is_gap) lines.push_back({region->first_line, region->first_line});
      put_in_order(lines);
    }
  }
}

const mapped_function* region_lines::function_of(std::uint32_t counter) const {
  auto at = std::upper_bound(
      by_counter_.begin(), by_counter_.end(), counter,
      [this](auto value, auto function) { return value < program_.functions[function].first_counter; });
  if (at == by_counter_.begin()) return nullptr;
  const auto& out = program_.functions[*--at];
  return counter - out.first_counter < out.counters ? &out : nullptr;
}

std::vector<file_lines> region_lines::ran(const counted& by, bool shared) const {
  std::map<std::uint32_t, std::vector<line_range>> out;
  std::vector<std::uint64_t> own;
  for (auto it = by.begin(); it != by.end();) {
    const auto* function = function_of(it->first);
    if (function == nullptr) {
      ++it;
      continue;
    }
    own.assign(function->counters, 0);
    for (; it != by.end() && it->first - function->first_counter < function->counters; ++it)
      own[it->first - function->first_counter] = it->second;
    evaluation counts{*function, own, shared};
    const auto& lines = lines_[static_cast<std::size_t>(function - program_.functions.data())];
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].empty() || counts.count(function->regions[i].count) <= 0) continue;
      auto& all = out[function->regions[i].file];
      all.insert(all.end(), lines[i].begin(), lines[i].end());
    }
  }
  std::vector<file_lines> list;
  for (auto& [file, lines] : out) {
    put_in_order(lines);
    list.push_back({file, std::move(lines)});
  }
  return list;
}

}  // namespace covey::parsers::llvm
