// An atomic access through a null pointer.
//
// bug: signal
#include <stdatomic.h>

static atomic_int* volatile counter;

int main() { return atomic_fetch_add(counter, 1); }
