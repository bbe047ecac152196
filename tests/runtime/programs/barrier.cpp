// std::barrier: phases, each completed by a function, and a thread that leaves.
//
// bug: none
#include <barrier>
#include <cassert>
#include <thread>

int main() {
  int completed = 0, cell = 0;
  auto complete = [&completed]() noexcept { completed++; };
  std::barrier meeting(2, complete);
  std::thread other([&] {
    cell = 1;
    meeting.arrive_and_wait();
    meeting.arrive_and_drop();
  });
  meeting.arrive_and_wait();
  assert(cell == 1 && completed == 1);
  meeting.arrive_and_wait();
  meeting.arrive_and_wait();
  assert(completed == 3);
  other.join();
}
