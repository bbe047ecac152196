// What is called at the end, and what std::terminate calls, is that of the execution, also where executions are so long
// that the program is taken back to where it was a while ago.
//
// bug: none
// options: --strategy random -n 10
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <exception>
#include <thread>

static std::atomic<int> flag, count;

static void terminate() { std::_Exit(0); }
static void at_end() { assert(count == 2000); }

int main() {
  std::atexit(at_end);
  std::thread other([] {
    for (int i = 0; i < 1000; ++i) ++count;
    flag = 1;
  });
  const bool sets = flag == 1;
  if (sets) std::set_terminate(terminate);
  for (int i = 0; i < 1000; ++i) ++count;
  other.join();
  assert((std::get_terminate() == terminate) == sets);
}
