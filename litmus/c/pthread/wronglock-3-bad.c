// A counter under a lock, and three threads that hold another lock: an increment is lost.
//
// bug: assertion
// race: yes
// model: sc
// options: --plain sc
#define WRONG 3
#include "wronglock.h"
