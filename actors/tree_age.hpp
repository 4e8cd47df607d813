// Asks how the files of the workspace have changed since a run, for the answer about it.
#pragma once

#include "actors/limits.hpp"
#include "actors/services.hpp"
#include "actors/source_reader.hpp"
#include "protocol/render/freshness.hpp"
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

namespace covey::actors {

// What of a run its age depends on.
struct dated_run {
  std::uint64_t id = 0;
  std::string root;
  std::string language;
  std::chrono::steady_clock::time_point ended;
  parsers::seen_trees trees;
};

// `now`: null if it could not be found out.
protocol::tree_age_ptr tree_age_of(const dated_run& run, std::chrono::steady_clock::time_point when,
                                   tree_contents_ptr now);

// Calls `then` within a turn of `self`. With a file, the other files may be as they were a moment ago.
template <class Self, class Then>
void with_tree(Self self, const services& with, dated_run run, const std::string& file, Then then) {
  const auto tell = [=](const tree_contents_ptr& now) { then(tree_age_of(run, self->clock().now(), now)); };
  const auto may_be_old = file.empty() ? std::chrono::milliseconds{0} : limits::tree_may_be_old;
  self->request(with.tree, within(limits::tree_answer), look_at_tree{run.root, may_be_old, file})
      .then([=](const tree_contents_ptr& now) { tell(now); }, [=](const caf::error&) { tell(nullptr); });
}

// Calls `then` within a turn of `self`, with the view to render an answer about a run that has ended. Null: no
// run. The view leaves room for what add_freshness() adds.
template <class Self, class Then>
void with_view(Self self, const services& with, const finished_run_ptr& run, std::size_t bytes, Then then) {
  if (!run) return then(protocol::answer_view{bytes, {}, {}});
  with_tree(self, with, {run->id, run->root, run->language, run->ended, run->trees}, "",
            [=](const protocol::tree_age_ptr& tree) {
              const auto room = bytes - std::min(bytes / 2, protocol::freshness_bytes(*tree));
              with_sources(self, run, room, [=](protocol::answer_view view) {
                view.tree = tree;
                then(view);
              });
            });
}

// The same for a run that goes on: what has changed since it began, but for what it may have made itself.
template <class Self, class Then>
void with_view(Self self, const services& with, const parsers::run_news& news, std::size_t bytes, Then then) {
  if (!news.tree) return with_sources(self, news, bytes, std::move(then));
  self->request(with.tree, within(limits::tree_answer), look_at_tree{news.root})
      .then(
          [=](const tree_contents_ptr& now) {
            const auto tree =
                tree_age_of({news.id, news.root, news.language, self->clock().now(), {news.tree, now}},
                            self->clock().now(), now);
            with_sources(self, news, bytes - std::min(bytes / 2, protocol::freshness_bytes(*tree)),
                         [=](protocol::answer_view view) {
                           view.tree = tree;
                           then(view);
                         });
          },
          [=](const caf::error&) { with_sources(self, news, bytes, then); });
}

}  // namespace covey::actors
