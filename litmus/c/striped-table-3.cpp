// Hash table with striped locks, three threads, two of them at the same bucket: 2! graphs.
//
// bug: none
// graphs: 2
#include <cassert>
#include <mutex>
#include <thread>

constexpr int stripe_count = 2, bucket_count = 4;

std::mutex stripes[stripe_count];
int buckets[bucket_count];

int stripe_of(int bucket) { return bucket % stripe_count; }

void add(int key) {
  int bucket = key % bucket_count;
  std::lock_guard<std::mutex> guard(stripes[stripe_of(bucket)]);
  buckets[bucket]++;
}

int main() {
  std::thread first(add, 1), second(add, 5), third(add, 6);
  first.join();
  second.join();
  third.join();
  assert(buckets[1] == 2 && buckets[2] == 1);
  return 0;
}
