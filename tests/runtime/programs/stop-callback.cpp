// A callback of a stop token is called by who asks for the stop, or at once if that has been.
//
// bug: none
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  std::thread::id caller, asker;
  int late = 0;
  std::stop_callback callback(source.get_token(), [&caller] { caller = std::this_thread::get_id(); });
  std::thread thread([&] {
    asker = std::this_thread::get_id();
    assert(source.request_stop() && !source.request_stop());
  });
  thread.join();
  assert(caller == asker && source.stop_requested());
  std::stop_callback second(source.get_token(), [&late] { late++; });
  assert(late == 1);
}
