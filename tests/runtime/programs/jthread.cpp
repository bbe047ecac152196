// std::jthread joins when it goes, and hands a stop token on.
//
// bug: none
#include <cassert>
#include <memory>
#include <stop_token>
#include <thread>

static int value;
static bool stopped;

static void set_value() {
  auto plain = std::make_unique<std::jthread>([] { value = 1; });
}

static void stop() {
  std::jthread stoppable([](std::stop_token token) {
    while (!token.stop_requested()) std::this_thread::yield();
    stopped = true;
  });
  assert(stoppable.get_stop_source().stop_possible());
}

int main() {
  set_value();
  assert(value == 1);
  stop();
  assert(stopped);
}
