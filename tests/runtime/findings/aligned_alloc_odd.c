// An alignment must be a power of two.
//
// bug: misuse
#include <stdlib.h>

int main(void) { free(aligned_alloc(3, 9)); }
