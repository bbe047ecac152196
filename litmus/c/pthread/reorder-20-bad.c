// Nineteen setters write a, then b; a checker sees the one but not the other: all setters but one must be late.
//
// bug: assertion
// race: yes
// model: sc
// options: --plain sc
#define SETTERS 19
#include "reorder.h"
