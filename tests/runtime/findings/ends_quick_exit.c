// quick_exit() with a code of failure.
//
// bug: exit
#include <stdlib.h>

int main() { quick_exit(1); }
