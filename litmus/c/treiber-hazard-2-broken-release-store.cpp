// Treiber's stack with hazard pointers that are set by a release store: as in store buffering, the
// other may not see the protection, and the recheck not the removal.
//
// bug: use-after-free
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};

std::atomic<Node*> top{nullptr};
std::atomic<Node*> hazard[2];
Node* retired[2];  // what could not be freed at once: freed at the end

void retire(int me, Node* node) {
  if (hazard[1 - me].load(std::memory_order_seq_cst) == node) {
    retired[me] = node;
  } else {
    delete node;
  }
}

int pop(int me) {
  for (;;) {
    Node* node = top.load(std::memory_order_acquire);
    if (node == nullptr) return 0;
    hazard[me].store(node, std::memory_order_release);
    if (top.load(std::memory_order_acquire) != node) continue;  // it may have been freed before it was protected
    if (top.compare_exchange_strong(node, node->next, std::memory_order_seq_cst, std::memory_order_relaxed)) {
      int value = node->value;
      hazard[me].store(nullptr, std::memory_order_release);
      retire(me, node);
      return value;
    }
  }
}

int popped[2];

void popper(int me) { popped[me] = pop(me); }

int main() {
  top.store(new Node{1, nullptr}, std::memory_order_relaxed);
  top.store(new Node{2, top.load(std::memory_order_relaxed)}, std::memory_order_relaxed);
  std::thread first(popper, 0), second(popper, 1);
  first.join();
  second.join();
  assert(popped[0] + popped[1] == 3);
  for (Node* node : retired) delete node;
  return 0;
}
