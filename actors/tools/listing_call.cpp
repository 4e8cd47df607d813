#include "actors/tools/listing_call.hpp"
#include "actors/limits.hpp"
#include "actors/project.hpp"

namespace covey::actors {
namespace {

call_actor::behavior_type listing_call(call_actor::pointer self, call_context context, listing_order order) {
  const auto list = [self, context, order](const std::string& language) {
    self->request(context.with->tests, within(limits::listing),
                  list_tests{context.workspace, language, order.file_query, order.blocks, context.key})
        .then(
            [=](const test_listing_ptr& listing) {
              answer(self, context, order.render(*listing, context.bytes));
            },
            [=](const caf::error& error) {
              answer(self, context, protocol::tool_error(std::string{order.tool} + ": " + no_listing(error)));
            });
  };
  find_project(self, context.with->languages, context.workspace, order.language,
               [self, context, list](const project_resolution& found) {
                 if (const auto* language = std::get_if<const parsers::language*>(&found))
                   list(std::string{(*language)->name});
                 else
                   answer(self, context, protocol::tool_error(std::get<std::string>(found)));
               });
  return {[self, context](const cancel_call&) {
            self->send(context.with->tests, cancel_listing{context.key});
            self->quit();
          },
          [](const run_progress&) {}};
}

}  // namespace

std::string no_listing(const caf::error& error) {
  if (error == fault::plan_refused) return context_of(error);
  if (error == caf::sec::request_timeout)
    return "the tests could not be listed within " + std::to_string(limits::listing.count()) +
           " s; choose a smaller workspace with activate_package";
  return "the lister of tests " + why_silent(error);
}

call_actor start_listing_call(caf::actor_system& system, call_context context, listing_order order) {
  return system.spawn(listing_call, std::move(context), std::move(order));
}

}  // namespace covey::actors
