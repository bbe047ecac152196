// The same, but nobody is woken.
//
// bug: deadlock
#define FORGETS
#include "futex.c"
