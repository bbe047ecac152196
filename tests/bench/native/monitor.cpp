// Threads, a mutex and a condition variable of C++20: a producer and two consumers.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable filled;
int items;

void consume() {
  std::unique_lock lock(mutex);
  filled.wait(lock, [] { return items > 0; });
  --items;
}

}  // namespace

int main() {
  std::jthread first(consume), second(consume);
  for (int i = 0; i < 2; ++i) {
    const std::scoped_lock lock(mutex);
    ++items;
    filled.notify_one();
  }
}
