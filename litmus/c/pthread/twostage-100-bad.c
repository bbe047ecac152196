// Two data under two locks, 99 writers: the reader comes after a first stage and before any second one.
//
// bug: assertion
// race: no
// model: sc
// options: --strategy pos -n 400
#define WRITERS 99
#include "twostage.h"
