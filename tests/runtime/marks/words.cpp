// A thread goes through words with what the C library keeps from call to call, between waits for another thread. With
// an argument a file is open all the time: then the engine cannot go back, and does everything again.
#include <getopt.h>
#include <graphfuzz/harness.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <thread>

namespace {

std::atomic<int> turn[2], mixed;

void pass(int me, int round) {
  turn[me].store(round);
  while (turn[1 - me].load() < round - 1) {
  }
  for (int old = mixed.load(); !mixed.compare_exchange_weak(old, old * 3 + me);) {
  }
}

}  // namespace

int main(int count, char**) {
  std::FILE* const open = count > 1 ? std::fopen("/dev/null", "r") : nullptr;
  std::thread other([] {
    for (int i = 1; i <= 60; ++i) pass(1, i);
  });
  char text[] = "a b c d e f g h i j k l m n o p q r s t u v w x y z";
  char name[] = "p", o[] = "-aabbaabbaabbaaabbbaaabbabbabaa";
  char* words[] = {name, o, nullptr};
  unsigned sum = 0;
  for (int i = 1; i <= 60; ++i) {
    pass(0, i);
    if (i > 30) {
      const char* const word = std::strtok(i == 31 ? text : nullptr, " ");
      if (word != nullptr) sum = 31 * sum + static_cast<unsigned char>(*word);
      sum = 31 * sum + static_cast<unsigned>(getopt(2, words, "ab"));
    }
  }
  other.join();
  graphfuzz_note("sum", static_cast<int>(sum));
  if (open != nullptr) std::fclose(open);
}
