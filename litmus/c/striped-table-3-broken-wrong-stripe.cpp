// Hash table with striped locks, where the stripe depends on the key and not on the bucket: two
// threads at one bucket hold different locks, a data race.
//
// bug: race
#include <cassert>
#include <mutex>
#include <thread>

constexpr int stripe_count = 2, bucket_count = 4;

std::mutex stripes[stripe_count];
int buckets[bucket_count];

int stripe_of(int key) { return key / bucket_count % stripe_count; }

void add(int key) {
  int bucket = key % bucket_count;
  std::lock_guard<std::mutex> guard(stripes[stripe_of(key)]);
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
