// A counter under a lock, and one thread that holds another lock: an increment is lost.
//
// bug: assertion
// race: yes
// model: sc
// options: --plain sc
#define WRONG 1
#include "wronglock.h"
