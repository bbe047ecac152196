// Two data under two locks, one writer: the reader comes between the stages.
//
// bug: assertion
// race: no
// model: sc
#define WRITERS 1
#include "twostage.h"
