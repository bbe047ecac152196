// Two data under two locks, 19 writers: the reader comes after a first stage and before any second one.
//
// bug: assertion
// race: no
// model: sc
// options: --strategy pos
#define WRITERS 19
#include "twostage.h"
