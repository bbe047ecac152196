/* A function that a program has explored, as graphfuzz explores main() of a program: for programs that go on with what
 * comes of it, and for test frameworks. Of C++ programs, graphfuzz/explore.hpp is easier to use.
 *
 * libgraphfuzz-runtime.so defines these functions: the program is built by graphfuzz-cc or graphfuzz-c++, or by CMake's
 * graphfuzz_add_executable(), and then run as any other.
 */
#ifndef GRAPHFUZZ_EXPLORE_H
#define GRAPHFUZZ_EXPLORE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct graphfuzz_finding {
  const char* kind;              /* "assertion", "race", "deadlock", …: as of "bugs" in doc/json.md */
  const char* text;              /* "queue.cpp:12:1: assertion failed: …" */
  const char* trace;             /* the execution, one event a line */
  const char* output;            /* what was written in it */
  const char* replay;            /* the replay file; "" if there is none */
  unsigned long long executions; /* so many showed it */
};

enum graphfuzz_status {
  GRAPHFUZZ_EXPLORED = 0,
  GRAPHFUZZ_WRONG_OPTIONS = 2, /* or a file that cannot be read or written */
  GRAPHFUZZ_FAILED = 3         /* it could not be done: see `error` */
};

struct graphfuzz_exploration {
  enum graphfuzz_status status;
  const char* error; /* what went wrong; "" if nothing did */
  int complete;      /* was every execution graph built? */
  unsigned long long executions, blocked, truncated, graphs;
  size_t findings_count, remarks_count, states_count;
  const struct graphfuzz_finding* findings;
  const struct graphfuzz_finding* remarks; /* what is no bug, but may be of interest */
  const char* const* states;               /* the outcomes: "popped=1; pushed=2;" (graphfuzz_note) */
};

/* Explores what happens when body(argument) is called, which is not done in this process, but in a copy of it: all
 * memory is as it is at the call, whenever the body is run, and nothing that the body does is seen here. The thread
 * must be the first, and the only one, of the process. `name` is what the body is called in results and names of files.
 * `options` are words of graphfuzz's command line, ended by a null pointer; --model, --exhaustive and their like are
 * about campaigns, "--replay" "FILE" runs one execution again. Free the result by graphfuzz_exploration_free. It is
 * null only if there is no memory. */
struct graphfuzz_exploration* graphfuzz_explore(void (*body)(void*), void* argument, const char* name,
                                                const char* const* options);
void graphfuzz_exploration_free(struct graphfuzz_exploration* exploration);

#ifdef __cplusplus
}
#endif

#endif
