/* For programs that were written for CDSChecker or C11Tester: what they tell of an execution for analyses that are not
 * made here. */
#ifndef GRAPHFUZZ_COMPAT_CDSCHECKER_CDSANNOTATE_H
#define GRAPHFUZZ_COMPAT_CDSCHECKER_CDSANNOTATE_H

#include <stdint.h>

#define cdsannotate(analysis, annotation) ((void)(analysis), (void)(annotation))

#endif
