// A pool of two threads with a mutex and a condition variable; its destructor lets them finish.
//
// bug: none
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

std::atomic<int> sum{0};

class Pool {
 public:
  Pool() {
    for (std::thread& thread : threads_) thread = std::thread([this] { work(); });
  }
  ~Pool() {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  void submit(int task) {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      tasks_.push_back(task);
    }
    changed_.notify_one();
  }

 private:
  void work() {
    for (;;) {
      std::unique_lock<std::mutex> lock(mutex_);
      while (tasks_.empty() && !stop_) changed_.wait(lock);
      if (tasks_.empty() && stop_) return;
      assert(!tasks_.empty());
      int task = tasks_.front();
      tasks_.pop_front();
      lock.unlock();
      sum.fetch_add(task, std::memory_order_relaxed);
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> tasks_;
  bool stop_ = false;
  std::thread threads_[2];
};

int main() {
  {
    Pool pool;
    pool.submit(1);
    pool.submit(2);
  }
  assert(sum.load() == 3);
  return 0;
}
