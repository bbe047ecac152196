// Cilk's THE protocol with release stores and acquire loads: owner and thief may miss each other and
// run the same task, a data race on it.
//
// bug: race
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::atomic<int> head{0}, tail{2};
std::mutex mutex;
int tasks[2];  // plain: how often each was run

bool take(int& index) {
  int t = tail.load(std::memory_order_relaxed) - 1;
  tail.store(t, std::memory_order_release);
  if (head.load(std::memory_order_acquire) > t) {
    tail.store(t + 1, std::memory_order_seq_cst);
    std::lock_guard<std::mutex> guard(mutex);
    tail.store(t, std::memory_order_seq_cst);
    if (head.load(std::memory_order_seq_cst) > t) {
      tail.store(t + 1, std::memory_order_seq_cst);
      return false;
    }
  }
  index = t;
  return true;
}

bool steal(int& index) {
  std::lock_guard<std::mutex> guard(mutex);
  int h = head.load(std::memory_order_relaxed);
  head.store(h + 1, std::memory_order_release);
  if (h + 1 > tail.load(std::memory_order_acquire)) {
    head.store(h, std::memory_order_seq_cst);
    return false;
  }
  index = h;
  return true;
}

int main() {
  std::thread owner([] {
    int index;
    while (take(index)) tasks[index]++;
  });
  std::thread thief([] {
    int index;
    if (steal(index)) tasks[index]++;
  });
  owner.join();
  thief.join();
  assert(tasks[0] == 1 && tasks[1] == 1);
  return 0;
}
