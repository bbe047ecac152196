// The two-lock queue with a plain link: enqueuer and dequeuer hold different locks, a data race on it.
//
// bug: race
#include <cassert>
#include <mutex>
#include <thread>

struct Node {
  int value = 0;
  Node* next = nullptr;
};

class Queue {
 public:
  void enqueue(Node* node) {
    std::lock_guard<std::mutex> guard(tail_mutex_);
    tail_->next = node;
    tail_ = node;
  }
  Node* dequeue() {
    std::lock_guard<std::mutex> guard(head_mutex_);
    Node* next = head_->next;
    if (next != nullptr) head_ = next;
    return next;
  }

 private:
  Node dummy_;
  Node* head_ = &dummy_;
  Node* tail_ = &dummy_;
  std::mutex head_mutex_, tail_mutex_;
};

Queue queue;
Node nodes[2];
int taken = 0;

void producer() {
  for (int i = 0; i < 2; i++) {
    nodes[i].value = i + 1;
    queue.enqueue(&nodes[i]);
  }
}

void consumer() {
  if (Node* node = queue.dequeue()) taken = node->value;
}

int main() {
  std::thread first(producer), second(consumer);
  first.join();
  second.join();
  assert(taken == 0 || taken == 1);
  return 0;
}
