#include "process/guard_launcher.hpp"

namespace covey::process {
namespace {

class guard_launcher final : public launcher {
 public:
  guard_launcher(boost::asio::io_context& context, std::string self, child_limits limits)
      : context_(context), self_(std::move(self)), limits_(limits) {}

  std::shared_ptr<child> launch(launch_request request, on_output output, on_end end) override {
    auto made = std::make_shared<guarded_child>(context_, self_, std::move(request), limits_, survivors_,
                                                std::move(output), std::move(end));
    made->start();
    return made;
  }

 private:
  boost::asio::io_context& context_;
  std::string self_;
  child_limits limits_;
  std::shared_ptr<survivors> survivors_ = std::make_shared<survivors>();
};

}  // namespace

std::unique_ptr<launcher> make_guard_launcher(boost::asio::io_context& context, std::string self,
                                              child_limits limits) {
  return std::make_unique<guard_launcher>(context, std::move(self), limits);
}

}  // namespace covey::process
