// Two dining philosophers: each holds the left fork and waits for the right one.
//
// bug: deadlock
// race: no
// model: sc
#define PHILOSOPHERS 2
#include "din-phil.h"
