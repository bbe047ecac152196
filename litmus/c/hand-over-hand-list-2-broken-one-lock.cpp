// A list with a mutex in each node where only the node before is held: of two neighbours that are
// erased one comes back, and the links race.
//
// bug: race
#include <cassert>
#include <mutex>
#include <thread>

struct Node {
  int key;
  Node* next;
  std::mutex mutex;
};

Node last{30, nullptr, {}}, second_node{20, &last, {}}, first_node{10, &second_node, {}}, head{0, &first_node, {}};

void erase(int key) {
  Node* before = &head;
  before->mutex.lock();
  Node* at = before->next;
  while (at->key < key) {
    before->mutex.unlock();
    before = at;
    before->mutex.lock();
    at = before->next;
  }
  if (at->key == key) before->next = at->next;
  before->mutex.unlock();
}

int main() {
  std::thread one(erase, 10), two(erase, 20);
  one.join();
  two.join();
  assert(head.next == &last);
  return 0;
}
