// Treiber's stack in C++, two threads that push one and pop one each.
//
// bug: none
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};

class Stack {
 public:
  void push(Node* node) {
    node->next = top_.load(std::memory_order_relaxed);
    while (!top_.compare_exchange_weak(node->next, node, std::memory_order_release, std::memory_order_relaxed)) {
    }
  }
  Node* pop() {
    Node* node = top_.load(std::memory_order_acquire);
    while (node != nullptr &&
           !top_.compare_exchange_weak(node, node->next, std::memory_order_acquire, std::memory_order_acquire)) {
    }
    return node;
  }

 private:
  std::atomic<Node*> top_{nullptr};
};

Stack stack;
Node nodes[2];
Node* popped[2];

void worker(int me) {
  nodes[me].value = me;
  stack.push(&nodes[me]);
  popped[me] = stack.pop();
}

int main() {
  std::thread first(worker, 0), second(worker, 1);
  first.join();
  second.join();
  assert(popped[0] != nullptr && popped[1] != nullptr && popped[0] != popped[1]);
  assert(popped[0]->value + popped[1]->value == 1);
  return 0;
}
