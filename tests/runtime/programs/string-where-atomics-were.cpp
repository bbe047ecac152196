// Short strings are in themselves, and written by the standard library, which tells nobody: also on a stack where
// another function has had atomic objects that threads have shared.
//
// bug: none
// graphs: 1
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

struct Many {
  std::atomic<long> values[24];
};

[[gnu::noinline]] void share() {
  Many many;
  for (auto& value : many.values) value = 77;
  std::thread thread([&many] {
    for (auto& value : many.values) value.fetch_add(1);
  });
  thread.join();
}

[[gnu::noinline]] void append() {
  std::string text = "ab";
  text += "c";
  assert(text.size() == 3);
  assert(text == "abc");
  text += "x";
  assert(text == "abcx");
}

[[gnu::noinline]] void append_elsewhere() {
  std::string text = "ab";
  char padding[48];
  asm volatile("" ::"r"(padding) : "memory");
  text += "c";
  std::thread thread([&text] { assert(text == "abc"); });
  thread.join();
  assert(text == "abc");
}

int main() {
  share();
  append();
  share();
  append_elsewhere();
}
