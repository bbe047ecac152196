// Epoch-based reclamation that frees after one epoch: a reader pinned to the one before still reads, a
// use after free: nothing orders the read and delete.
//
// bug: use-after-free
#include <atomic>
#include <cassert>
#include <thread>

constexpr int inactive = -1;

struct Config {
  int value;
};

std::atomic<int> epoch{0};
std::atomic<int> pinned{inactive};
std::atomic<Config*> current{nullptr};

void reader() {
  pinned.store(epoch.load(std::memory_order_seq_cst), std::memory_order_seq_cst);
  Config* config = current.load(std::memory_order_seq_cst);
  assert(config->value > 0);
  pinned.store(inactive, std::memory_order_release);
}

void advance() {
  int now = epoch.load(std::memory_order_relaxed);
  for (;;) {
    int seen = pinned.load(std::memory_order_seq_cst);
    if (seen == inactive || seen == now) break;
  }
  epoch.store(now + 1, std::memory_order_seq_cst);
}

void writer() {
  Config* old = current.exchange(new Config{2}, std::memory_order_seq_cst);
  advance();
  delete old;
}

int main() {
  current.store(new Config{1}, std::memory_order_relaxed);
  std::thread first(reader), second(writer);
  first.join();
  second.join();
  delete current.load(std::memory_order_relaxed);
  return 0;
}
