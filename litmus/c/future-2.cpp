// A promise is fulfilled in one thread, its future read in another.
//
// bug: none
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  int data = 0;
  std::thread producer([&] {
    data = 1;
    promise.set_value(2);
  });
  std::thread consumer([&] {
    int value = future.get();
    assert(value == 2 && data == 1);
  });
  producer.join();
  consumer.join();
  return 0;
}
