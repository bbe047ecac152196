// An exception leaves a function that is noexcept.
//
// bug: exception
#include <vector>

int at(const std::vector<int>& numbers, unsigned i) noexcept { return numbers.at(i); }

int main() { return at({0, 0}, 2); }
