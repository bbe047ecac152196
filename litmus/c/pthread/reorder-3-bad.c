// Two setters write a, then b; a checker sees the one but not the other.
//
// bug: assertion
// race: yes
// model: sc
// options: --plain sc
#define SETTERS 2
#include "reorder.h"
