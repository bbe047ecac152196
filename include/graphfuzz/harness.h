/* What a C or C++ program that graphfuzz runs may say to it. None of this is needed: a program with main() and assert()
 * is a test as it is. libgraphfuzz-runtime.so, which every such program is linked with, defines these functions.
 *
 *   #include <graphfuzz/harness.h>
 *
 *   unsigned readers = 1 + graphfuzz_choose(2);      // one or two: both are explored
 *   graphfuzz_assume(queue_size(&q) < 3);            // executions in which it is not so are of no interest
 *   graphfuzz_note("popped", value);                 // a part of the outcome, as P0:r0 is one of a litmus test
 *
 * Where the program is run by itself, outside of graphfuzz, a choice is 0, an assumption that does not hold ends the
 * process with exit code 0, a failure aborts it, and the rest does nothing.
 */
#ifndef GRAPHFUZZ_HARNESS_H
#define GRAPHFUZZ_HARNESS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Unless `condition` is true (not 0), this thread goes no further, and the execution is blocked: it counts as none, and
 * what it would have ended in is not reported. Failed assertions and races that came before are. */
void graphfuzz_assume(int condition);

/* This execution shows a bug: "file:line:1: assertion failed: text" is what is reported. Does not return: the thread
 * goes no further, as after a failed assert(). */
void graphfuzz_fail(const char* file, unsigned line, const char* text);

/* One of 0, 1, …, n - 1. Each is explored, as the writes that a load can read are; the choices are part of the
 * execution graph. n must be at least 1; graphfuzz_choose(1) is 0, and no choice. */
unsigned graphfuzz_choose(unsigned n);

/* Adds "name = value" to the outcome of this execution. Outcomes are counted and listed at the end, and a condition may
 * be on them. A name that is noted again, by whatever thread, takes the new value. The text is copied. */
void graphfuzz_note(const char* name, long long value);

/* From begin to end no other thread is between these two: for what is a part of the test, not of what is tested, such
 * as a log. Sections are one after the other, as those of a mutex are, and their order is part of the graph. Under sc
 * nothing that others do outside of sections comes between, either; other models do not keep that out. A section is not
 * to wait for others, which nobody would tell of. Sections may nest. */
void graphfuzz_begin_atomic(void);
void graphfuzz_end_atomic(void);

#ifdef __cplusplus
}
#endif

#endif
