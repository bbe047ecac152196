// A list with a mutex in each node that is walked by one from the front, while another locks a node
// and then the one before it: a deadlock.
//
// bug: deadlock
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
  at->mutex.lock();
  while (at->key < key) {
    before->mutex.unlock();
    before = at;
    at = at->next;
    at->mutex.lock();
  }
  if (at->key == key) before->next = at->next;
  at->mutex.unlock();
  before->mutex.unlock();
}

void touch_backwards() {
  second_node.mutex.lock();
  first_node.mutex.lock();
  first_node.mutex.unlock();
  second_node.mutex.unlock();
}

int main() {
  std::thread one(erase, 20), two(touch_backwards);
  one.join();
  two.join();
  return 0;
}
