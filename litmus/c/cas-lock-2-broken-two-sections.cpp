// A right spin lock in the wrong place: the balance is looked at in one critical section and lowered
// in another, so that both withdrawals may pass.
//
// bug: assertion
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class SpinLock {
 public:
  void lock() {
    bool expected = false;
    while (!taken_.compare_exchange_weak(expected, true, std::memory_order_acquire, std::memory_order_relaxed)) {
      expected = false;
    }
  }
  bool try_lock() { return !taken_.exchange(true, std::memory_order_acquire); }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> taken_{false};
};

SpinLock spin;
int balance = 10;

void withdraw(int amount) {
  bool covered = false;
  {
    std::lock_guard<SpinLock> guard(spin);
    covered = balance >= amount;
  }
  if (covered) {
    std::lock_guard<SpinLock> guard(spin);
    balance -= amount;
  }
}

int main() {
  std::thread first(withdraw, 7);
  std::thread second(withdraw, 6);
  first.join();
  second.join();
  assert(balance == 3 || balance == 4);
  return 0;
}
