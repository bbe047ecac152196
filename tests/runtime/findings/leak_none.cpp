// Blocks that are reached: by pointers in static, atomic and thread-local memory, within containers, on the stack of
// who has called exit.
//
// bug: none
// options: --leaks
#include <atomic>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <thread>

struct Node {
  Node* next;
};
static std::atomic<Node*> head;
static std::map<int, std::string> names;
thread_local int* of_thread;

int main() {
  std::thread push([] { head.store(new Node{new Node{nullptr}}); });
  names[1] = "a name that is too long for the object itself";
  push.join();
  of_thread = new int(1);
  static std::unique_ptr<int> owner;
  owner = std::make_unique<int>(2);
  int* volatile local = new int(3);
  std::exit(*local - 3);
}
