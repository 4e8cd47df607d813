#include "parsers/affected/frame_names.hpp"
#include "parsers/blocks/outline.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <unordered_map>
#include <utility>

namespace covey::parsers {
namespace {

using kind_type = frame_piece::kind_type;

bool is_in(const frame_piece& piece, const file_outline& other) {
  return std::ranges::find(other.pieces, piece.hash, &frame_piece::hash) != other.pieces.end();
}

bool has_other_calls(const file_outline& of, const file_outline& than) {
  return std::ranges::any_of(
      of.pieces, [&](const auto& piece) { return piece.kind == kind_type::call && !is_in(piece, than); });
}

// A value is made of those before it; where names have none before their statement, and imports run one after the other, all is.
std::vector<std::uint64_t> values_shared(const file_outline& of, const file_outline& with, bool all) {
  std::vector<std::uint64_t> out;
  for (const auto& piece : of.pieces)
    if ((all || piece.kind == kind_type::value || piece.kind == kind_type::call) && is_in(piece, with))
      out.push_back(piece.hash);
  return out;
}

bool says_all(const frame_piece& piece) {
  return std::ranges::binary_search(piece.says, any_file_word());
}

class name_follower {
 public:
  name_follower(const recorded_run& run, const language& of, std::vector<bool> gone)
      : run_(run), of_(of), gone_(std::move(gone)) {}

  taken_values follow(const std::vector<pieced_file>& pieced, const std::function<const load_graph&()>& ask,
                      bool lists) {
    loading_ = bodies_of_loading();
    for (const auto& one : pieced) compare(one);
    for (const auto number : loading_)
      if (gone_[number]) call(number, run_.block(number).first->path);
    if (given_.empty() && called_.empty() && imports_.empty() && other_names_.empty() && all_of_.empty())
      return result();
    graph_ = &ask();
    look_at_imports();
    look_at_lists(lists);
    const auto& sources = graph_->sources();
    std::vector<std::vector<bool>> done(sources.size());
    for (bool more = true; std::exchange(more, false);) {
      for (std::size_t at = 0; at < sources.size(); ++at)
        if (sources[at].outline && !sources[at].deciding && !sources[at].passed_over)
          more = look_at(sources[at], done[at]) || more;
      for (const auto number : loading_) more = look_at_caller(number) || more;
      more = look_at_handed_on() || more;
    }
    for (const auto index : run_.outlined) mark_bodies(run_.files[index]);
    return result();
  }

 private:
  // What no test is known to run may be run by any that loads it, where nothing of its file was measured, or not all is.
  taken_values result() {
    if (of_.measures_all()) return std::move(out_);
    std::vector<bool> ran(run_.blocks + 1);
    for (const auto& set : run_.sets)
      for (const auto number : set) ran[number] = true;
    for (const auto& [number, from] : out_.bodies) {
      const auto& file = *run_.block(number).first;
      const auto first = ran.begin() + file.first_block, last = first + std::ssize(file.outline->blocks);
      const bool is_measured = file.outline->rest.hash != 0 && std::find(first, last, true) != last;
      if (!ran[number] && !is_measured) out_.frames.insert(file.path);
    }
    return std::move(out_);
  }

  // That ran while anything was loaded.
  block_set bodies_of_loading() const {
    block_set out = run_.sets[run_.loaded];
    std::set<std::uint32_t> of_groups;
    for (const auto& test : run_.tests) of_groups.insert(test.loaded);
    for (const auto set : of_groups) out.insert(out.end(), run_.sets[set].begin(), run_.sets[set].end());
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    std::erase_if(out, [&](auto number) {
      return number == 0 || !run_.is_source_block(number) || run_.block(number).second == 0;
    });
    return out;
  }

  // A body that gives another value where it is called while something is loaded, which takes its name; else all of its file may.
  void call(std::uint32_t number, const std::string& from) {
    const auto [file, at] = run_.block(number);
    const std::string_view name = file->outline->blocks[at].name;
    const auto is_called = [&](const frame_piece& piece) {
      return piece.kind == frame_piece::kind_type::function && name.starts_with(piece.name) &&
             (name.size() == piece.name.size() || name[piece.name.size()] == '.');
    };
    if (file->outline->blocks[at].keeps || std::ranges::none_of(file->outline->pieces, is_called)) return;
    out_.called.insert(number);
    for (auto rest = name; !rest.empty(); rest.remove_prefix(std::min(rest.find('.'), rest.size() - 1) + 1)) {
      const auto part = rest.substr(0, rest.find('.'));
      if (part.starts_with("__")) continue;  // it is called by the name of its class
      called_.insert(word_of(part));
      called_in_[word_of(part)].insert(file->path);
      from_.emplace(word_of(part), from);
    }
  }

  bool look_at_caller(std::uint32_t number) {
    if (gone_[number] || out_.called.contains(number)) return false;
    const auto [file, at] = run_.block(number);
    const auto* from = origin(file->outline->blocks[at].names, file->path, true);
    if (from == nullptr) return false;
    call(number, *from);
    if (!out_.called.insert(number).second) return true;
    out_.frames.insert(file->path);
    return false;
  }

  static bool is_same(const frame_piece& a, const frame_piece& b) {
    return a.kind == b.kind && a.name == b.name && a.gives == b.gives;
  }

  // Of several that give the same their order counts.
  static std::vector<std::uint64_t> hashes_like(const frame_piece& one, const file_outline& in) {
    std::vector<std::uint64_t> out;
    for (const auto& other : in.pieces)
      if (is_same(one, other)) out.push_back(other.hash);
    return out;
  }

  void compare(const pieced_file& file) {
    path_ = file.file->path;
    out_.sources.insert(path_);
    const auto gives = [](const file_outline& of, std::uint32_t name) {
      return std::ranges::any_of(
          of.pieces, [&](const auto& one) { return std::ranges::binary_search(one.gives, name); });
    };
    for (const auto* side : {file.was.get(), file.now.get()})
      for (const auto& piece : side->pieces)
        if (hashes_like(piece, *file.was) != hashes_like(piece, *file.now)) {
          const bool on_both_sides =
              !hashes_like(piece, *file.was).empty() && !hashes_like(piece, *file.now).empty();
          mark(piece, *file.file, on_both_sides ? change_type::edited : change_type::new_or_gone);
          const auto& other = side == file.was.get() ? file.now : file.was;
          if (piece.kind == frame_piece::kind_type::import) imports_.push_back({path_, &piece, other.get()});
          note_all_of(path_);
          if (piece.kind == frame_piece::kind_type::import && piece.gives.empty() && says_all(piece))
            out_.frames.insert(path_);  // names that it does not say
          if (!on_both_sides) other_names_.insert(path_);
          // What makes a value of a class below cannot any more, or can again.
          if (!on_both_sides && std::ranges::binary_search(piece.says, word_of("abstractmethod")))
            out_.frames.insert(path_);
          for (const auto name : piece.gives)
            if (!gives(*file.now, name)) removed_.insert(name);
        }
  }

  // What lists the names of a module, or of a type. Of one that nothing else loads only its own source can.
  void look_at_lists(bool any) {
    const auto words = of_.listing_words;
    if (words.empty()) return;
    for (const auto& path : other_names_) {
      auto& reached = reached_[path];
      if (!reached) reached = graph_->reached_from({path});
      const bool is_loaded =
          reached->everywhere ||
          std::ranges::count_if(reached->by_source, &std::optional<std::size_t>::has_value) > 1;
      if (is_loaded) out_.listed.push_back(path);
      for (const auto word : words) {
        if (is_loaded && !any) break;
        given_.insert(word_of(word));
        given_in_[word_of(word)].insert(is_loaded ? std::string{} : path);
        from_.emplace(word_of(word), path);
      }
    }
  }

  // What is imported for the first time, or no longer, may do something while it is loaded, or load what does.
  void look_at_imports() {
    if (imports_.empty()) return;
    const auto& sources = graph_->sources();
    const std::size_t always_said = of_.compiles ? 1 : 0;  // the package's name
    std::vector<std::string> doing;
    for (const auto& one : sources)
      if (one.outline && (one.outline->rest.hash == 0 || one.outline->rest.says.size() > always_said ||
                          std::ranges::any_of(one.outline->pieces, [](const auto& piece) {
                            return piece.kind == frame_piece::kind_type::call;
                          })))
        doing.emplace_back(one.path);
    const auto reached = graph_->reached_from(doing, true);
    for (std::size_t at = 0; at < sources.size(); ++at) {
      if (!reached.everywhere && !reached.by_source[at]) continue;
      const auto has_it = [&](const auto& piece) {
        return piece.kind == frame_piece::kind_type::import && leads_to(piece, sources[at]);
      };
      for (const auto& one : imports_)
        if (has_it(*one.piece) && std::ranges::none_of(one.other->pieces, has_it))
          out_.frames.insert(one.path);
    }
  }

  // A package of the workspace may be told by its own configuration alone, which says its name and where it begins.
  bool leads_to(const frame_piece& import, const load_graph::source& source) const {
    if (!source.deciding) return graph_->is_named_by(source.path, import.says);
    return of_.tools_load_data && !folder_name(source.path).empty() && import.gives.empty() &&
           !import.says.empty() && load_graph::says_all_of(source, import.says);
  }

  // Of languages in which a source may be taken without saying its names.
  void note_all_of(std::string_view path) {
    if (!of_.measures_all()) all_of_.emplace(path);
  }

  // What hands on all names of another source has the same ones. Whether there are more such.
  bool look_at_handed_on() {
    const auto before = all_of_.size();
    std::vector<std::string> rest{all_of_.begin(), all_of_.end()};
    while (!rest.empty()) {
      const auto path = std::move(rest.back());
      rest.pop_back();
      for (const auto& source : graph_->sources())
        if (source.outline && hands_on(*source.outline, path, source.path) &&
            all_of_.emplace(source.path).second)
          rest.emplace_back(source.path);
    }
    return all_of_.size() > before;
  }

  bool hands_on(const file_outline& outline, const std::string& path, std::string_view in) {
    return std::ranges::any_of(outline.pieces, [&](const auto& piece) {
      return piece.gives.empty() && takes_all(piece.says, path, in);
    });
  }

  // Whether it takes all names of the source at once.
  bool takes_all(const std::vector<std::uint32_t>& says, const std::string& path, std::string_view in) {
    static const auto any = word_of("**");
    const bool by_name = std::ranges::binary_search(says, any_file_word()) && graph_->is_named_by(path, says);
    if (path == in || (!by_name && !std::ranges::binary_search(says, any))) return false;
    auto& reached = reached_[path];
    if (!reached) reached = graph_->reached_from({path});
    const auto at = graph_->index_of(in);
    return reached->everywhere || !at || reached->by_source[*at];
  }

  enum class change_type : std::uint8_t { made_of_others, edited, new_or_gone };

  // A function whose head is another, and those of a type that is. Who calls one whose head takes another value ran it, if it has a body
  // of its own.
  void mark(const frame_piece& piece, const recorded_file& in, change_type change) {
    const bool is_function = piece.kind == frame_piece::kind_type::function;
    const bool is_one_sided = change == change_type::new_or_gone;
    // Of several definitions of a name one may have its body outside of functions.
    const bool has_body = is_function && in.outline &&
                          std::ranges::count(in.outline->blocks, piece.name, &source_block::name) >=
                              std::max<std::ptrdiff_t>(
                                  std::ranges::count(in.outline->pieces, piece.name, &frame_piece::name), 1);
    const bool is_of_type =
        piece.name.find('.') != std::string::npos ||
        (!piece.name.empty() && !is_function && piece.kind != frame_piece::kind_type::type);
    for (const auto name : piece.gives)
      if (change != change_type::made_of_others || !has_body) {
        note_all_of(in.path);
        given_.insert(name);
        given_in_[name].insert(is_of_type ? std::string{} : in.path);
        from_.emplace(name, path_);
      }
    if (piece.name.empty() || !in.outline) return;
    const auto holder =
        is_function ? std::string_view{piece.name}.substr(0, std::max(piece.name.rfind('.'), std::size_t{0}))
                    : std::string_view{piece.name};
    const bool is_held = !is_function || (is_one_sided && piece.name.find('.') != std::string::npos);
    for (std::uint32_t at = 1; at < in.outline->blocks.size(); ++at) {
      const std::string_view name = in.outline->blocks[at].name;
      const bool is_of_holder =
          is_held && name.size() > holder.size() && name.starts_with(holder) && name[holder.size()] == '.';
      if (name == piece.name || is_of_holder) take(in.first_block + at, path_);
    }
  }

  void take(std::uint32_t number, const std::string& from) {
    if (gone_[number]) return;
    gone_[number] = true;
    out_.bodies.emplace(number, from);
    if (std::ranges::binary_search(loading_, number)) call(number, from);
  }

  // `in`: the source that says it. `calls`: while something is loaded. `own`: what it gives.
  const std::string* origin(const std::vector<std::uint32_t>& says, std::string_view in, bool calls,
                            const std::vector<std::uint32_t>& own = {}) {
    for (const auto word : says)
      if (!std::ranges::binary_search(own, word) &&
          ((given_.contains(word) && may_be_of(given_in_[word], in, says)) ||
           (calls && called_.contains(word) && may_be_of(called_in_[word], in, says))))
        return &from_.at(word);
    const auto whole =
        std::ranges::find_if(all_of_, [&](const auto& path) { return takes_all(says, path, in); });
    return whole == all_of_.end() ? nullptr : &*whole;
  }

  // Whether `in` is the source of a name, says that one's own name, or may load it, if by others. An empty source: what has a value of a
  // type has the name.
  bool may_be_of(const std::set<std::string>& sources_of_name, std::string_view in,
                 const std::vector<std::uint32_t>& says) {
    constexpr std::size_t max_reached = 64;  // each takes a look at all sources
    const auto at = graph_->index_of(in);
    if (!at) return true;
    return std::ranges::any_of(sources_of_name, [&](const auto& path) {
      const auto own_name = base_name(path).substr(0, base_name(path).rfind('.'));
      const bool is_beside = of_.compiles && folder_name(path) == folder_name(in);
      if (path.empty() || path == in || is_beside || std::ranges::binary_search(says, word_of(own_name)) ||
          (reached_.size() >= max_reached && !reached_.contains(path)))
        return true;
      auto& reached = reached_[path];
      if (!reached) reached = graph_->reached_from({path});
      return reached->everywhere || reached->by_source[*at].has_value();
    });
  }

  // Whether more names have another value by it.
  bool look_at(const load_graph::source& source, std::vector<bool>& done) {
    const auto& outline = *source.outline;
    done.resize(outline.pieces.size() + 1);
    bool more = false;
    const auto* recorded = run_.file(source.path);
    for (std::size_t at = 0; at < outline.pieces.size(); ++at) {
      const auto& piece = outline.pieces[at];
      if (done[at]) continue;
      // It cannot be loaded.
      const bool is_import = piece.kind == frame_piece::kind_type::import;
      if (is_import && std::ranges::any_of(piece.says, [&](auto word) {
            return removed_.contains(word) && may_be_of(given_in_[word], source.path, piece.says);
          }))
        out_.frames.emplace(source.path);
      // What several names are imported from may give another one of them.
      const auto* from = is_import && piece.gives.size() != 1 && !says_all(piece)
                             ? nullptr
                             : origin(piece.says, source.path, true, piece.gives);
      if (from == nullptr) continue;
      done[at] = more = true;
      path_ = *from;
      out_.sources.emplace(source.path);
      if (recorded != nullptr) mark(piece, *recorded, change_type::made_of_others);
    }
    if (done.back() ||
        origin(outline.rest.hash == 0 ? outline.words : outline.rest.says, source.path, true) == nullptr)
      return more;
    done.back() = true;
    out_.frames.emplace(source.path);
    return more;
  }

  void mark_bodies(const recorded_file& file) {
    for (std::uint32_t at = 1; at < file.outline->blocks.size(); ++at)
      if (const auto* from = gone_[file.first_block + at]
                                 ? nullptr
                                 : origin(file.outline->blocks[at].names, file.path, false);
          from != nullptr)
        take(file.first_block + at, *from);
  }

  const recorded_run& run_;
  const language& of_;
  std::vector<bool> gone_;
  taken_values out_;
  std::string path_;  // whose frame is another
  block_set loading_;
  std::set<std::string> other_names_;  // sources in which some came or went
  std::set<std::string> all_of_;       // sources all of which is another to who takes it without saying names
  word_set given_, removed_,
      called_;  // names that have another value, or none by now; of functions whose value is another
  std::unordered_map<std::uint32_t, std::string> from_;
  const load_graph* graph_ = nullptr;
  struct changed_import {
    std::string path;
    const frame_piece* piece;
    const file_outline* other;  // the side that does not have it
  };
  std::vector<changed_import> imports_;
  std::map<std::uint32_t, std::set<std::string>> given_in_, called_in_;  // the sources of these names
  std::map<std::string, std::optional<load_graph::reached>> reached_;
};

}  // namespace

bool differ_in_pieces(const file_outline& was, const file_outline& now, bool in_order) {
  return !was.is_whole && !now.is_whole && was.rest.hash != 0 && was.rest.hash == now.rest.hash &&
         !has_other_calls(was, now) && !has_other_calls(now, was) &&
         values_shared(was, now, in_order) == values_shared(now, was, in_order);
}

bool may_break_others(const pieced_file& file) {
  return std::ranges::any_of(file.was->pieces, [&](const auto& piece) {
    return !piece.gives.empty() && piece.kind != kind_type::import && !is_in(piece, *file.now);
  });
}

std::vector<bool> never_with_gone(const recorded_run& run, const language& of,
                                  const std::vector<bool>& gone) {
  std::vector<bool> out(gone.size(), of.tells_what_is_loaded);
  for (const auto& set : run.sets)
    for (const auto number : set) out[number] = true;
  for (const auto& set : run.sets)
    if (std::ranges::any_of(set, [&](auto number) { return gone[number]; }))
      for (const auto number : set) out[number] = false;
  for (const auto index : run.outlined)  // others ask for its values, and nothing tells who
    if (!of.measures_all() || run.files[index].outline->rest.hash == 0)
      out[run.files[index].first_block] = false;
  return out;
}

taken_values values_taken(const recorded_run& run, const language& of, const std::vector<pieced_file>& pieced,
                          std::vector<bool> gone, const std::function<const load_graph&()>& graph,
                          bool lists) {
  return name_follower{run, of, std::move(gone)}.follow(pieced, graph, lists);
}

}  // namespace covey::parsers
