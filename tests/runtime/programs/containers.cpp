// Containers that grow, filled by two threads one after the other, and each by its own.
//
// bug: none
#include <cassert>
#include <map>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

int main() {
  std::vector<std::string> names;
  std::map<int, std::string> tree;
  std::thread first([&] {
    for (int i = 0; i < 20; i++) names.push_back("name number " + std::to_string(i));
  });
  std::thread second([&] {
    for (int i = 0; i < 20; i++) tree[i * 7 % 20] = std::to_string(i);
  });
  first.join();
  second.join();
  std::unordered_map<std::string, int> index;
  for (const auto& name : names) index.emplace(name, static_cast<int>(index.size()));
  assert(index.at("name number 19") == 19 && tree.size() == 20 && tree[7] == "1");
}
