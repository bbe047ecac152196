/* The name of CDSChecker's <threads.h> in its first versions. */
#include "threads.h"
