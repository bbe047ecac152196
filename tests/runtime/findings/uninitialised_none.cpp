// Objects with padding and unset members are copied, cleared memory is read, so is what libraries have written.
//
// bug: none
// options: --uninitialised
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

struct Padded {
  char first;
  int second;
  long rest[4];
};

int main() {
  auto* object = static_cast<Padded*>(std::malloc(sizeof(Padded)));
  object->first = 1;
  object->second = 2;
  auto* copy = static_cast<Padded*>(std::malloc(sizeof(Padded)));
  std::memcpy(copy, object, sizeof(Padded));
  assert(copy->first == 1 && copy->second == 2);
  auto* cleared = static_cast<int*>(std::calloc(4, sizeof(int)));
  assert(cleared[3] == 0);
  std::string text = "text that is long enough to be in the heap";
  std::vector<std::string> all(3, text);
  assert(all[2][5] == 't');
  std::map<int, int> numbers{{1, 2}, {3, 4}};
  assert(numbers.at(3) == 4);
  unsigned char* bytes = static_cast<unsigned char*>(std::malloc(256));
  for (int i = 0; i < 256; ++i) bytes[i] = static_cast<unsigned char>(i);
  int sum = 0;
  for (int i = 0; i < 256; ++i) sum += bytes[i];
  assert(sum == 255 * 128);
  std::free(object), std::free(copy), std::free(cleared), std::free(bytes);
}
