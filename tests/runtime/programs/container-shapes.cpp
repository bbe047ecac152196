// The functions of libstdc++.so that containers use are others here (src/runtime/hooks_containers.cpp): lists and trees
// are as they should be after whatever is done to them. __rb_verify looks at all that a red-black tree has to fulfil.
//
// bug: none
#include <algorithm>
#include <cassert>
#include <functional>
#include <iterator>
#include <list>
#include <set>
#include <thread>
#include <unordered_map>
#include <vector>

namespace {

unsigned state = 1;
unsigned below(unsigned count) {
  state = state * 1664525 + 1013904223;
  return (state >> 8) % count;
}

using Numbers = std::vector<int>;
Numbers numbers_of(const std::list<int>& list) {
  Numbers forward(list.begin(), list.end()), backward(list.rbegin(), list.rend());
  std::reverse(backward.begin(), backward.end());
  assert(forward == backward);
  return forward;
}

void lists() {
  std::list<int> lists[2];
  Numbers expected[2];
  for (int i = 0; i < 150; ++i) {
    const unsigned which = below(2);
    std::list<int>& list = lists[which];
    Numbers& numbers = expected[which];
    const unsigned at = below(numbers.size() + 1);
    const auto place = std::next(list.begin(), at);
    switch (below(7)) {
      case 0:
      case 1:
      case 2:
        list.insert(place, i);
        numbers.insert(numbers.begin() + at, i);
        break;
      case 3:
        if (at == numbers.size()) break;
        list.erase(place);
        numbers.erase(numbers.begin() + at);
        break;
      case 4:
        list.reverse();
        std::reverse(numbers.begin(), numbers.end());
        break;
      case 5:
        lists[0].swap(lists[1]);
        expected[0].swap(expected[1]);
        break;
      default: {  // some of the other one's
        std::list<int>& other = lists[1 - which];
        Numbers& others = expected[1 - which];
        const unsigned begin = below(others.size() + 1), end = begin + below(others.size() - begin + 1);
        list.splice(place, other, std::next(other.begin(), begin), std::next(other.begin(), end));
        numbers.insert(numbers.begin() + at, others.begin() + begin, others.begin() + end);
        others.erase(others.begin() + begin, others.begin() + end);
      }
    }
    for (const int l : {0, 1}) assert(numbers_of(lists[l]) == expected[l] && lists[l].size() == expected[l].size());
  }
}

void trees() {
  std::_Rb_tree<int, int, std::_Identity<int>, std::less<int>> tree;
  Numbers expected;
  for (int i = 0; i < 200; ++i) {
    const bool grows = below(600) > expected.size() * 6;
    const int number = below(200);
    const auto place = std::lower_bound(expected.begin(), expected.end(), number);
    const bool there = place != expected.end() && *place == number;
    if (grows) {
      assert(tree._M_insert_unique(number).second != there);
      if (!there) expected.insert(place, number);
    } else {
      assert(tree.erase(number) == (there ? 1 : 0));
      if (there) expected.erase(place);
    }
    assert(tree.__rb_verify());
    assert(std::equal(tree.begin(), tree.end(), expected.begin(), expected.end()));
    assert(std::equal(tree.rbegin(), tree.rend(), expected.rbegin(), expected.rend()));
  }
}

void tables() {
  std::unordered_map<int, int> table;
  for (int i = 0; i < 300; ++i) table[i] = i;
  assert(table.size() == 300 && table.bucket_count() >= 300 && table.load_factor() <= 1);
  for (int i = 0; i < 300; i += 2) table.erase(i);
  table.rehash(1000);
  assert(table.size() == 150 && table.bucket_count() >= 1000 && table.at(7) == 7);
}

}  // namespace

int main() {
  for (const auto work : {lists, trees, tables}) {
    work();
    std::thread(work).join();
  }
}
