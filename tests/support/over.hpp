// An order to stop that was given long ago.
#pragma once

#include <atomic>
#include <thread>

#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::testing {

/// As long as it lives, whatever looks for orders is stopped at once.
class Over {
 public:
  Over() {
    stop_point();
    std::this_thread::sleep_for(2 * StopScope::kGrace);
  }

 private:
  std::atomic<bool> order_ = true;
  StopScope scope_{&order_};
};

}  // namespace graphfuzz::testing
