// Left-right (Ramalhete and Correia 2015), a reader and a writer, seq_cst.
//
// bug: none
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> which{0}, version{0};
std::atomic<int> readers[2] = {0, 0};
int data[2] = {0, 0};  // plain: two copies, one is read while the other is written

void reader() {
  int mine = version.load();
  readers[mine].fetch_add(1);
  int seen = data[which.load()];
  assert(seen == 0 || seen == 1);
  readers[mine].fetch_sub(1);
}

void writer() {
  int read = which.load();
  data[1 - read] = 1;
  which.store(1 - read);
  int before = version.load();
  while (readers[1 - before].load() != 0) {
  }
  version.store(1 - before);
  while (readers[before].load() != 0) {
  }
  data[read] = 1;
}

int main() {
  std::thread first(reader), second(writer);
  first.join();
  second.join();
  assert(data[0] == 1 && data[1] == 1);
  return 0;
}
