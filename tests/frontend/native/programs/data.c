// Variables of C.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

#include "expected.h"

struct slot {
  atomic_uint seq;
  int data[2];
};

typedef struct {
  long head;
  struct slot slots[4];
  struct {
    char low, high;
  };
  union {
    int as_int;
    short as_shorts[2];
    double as_double;
  } value;
} queue_t;

struct pair {
  void* pointer;
  unsigned long tag;
};

struct flags {
  int before;
  unsigned a : 3, b : 5;
  unsigned c : 10;
  int after;
};

struct flexible {
  int count;
  struct pair elements[];
};

int x;
static volatile int flag;
_Atomic int counter;
_Atomic struct pair top;
const volatile _Atomic long qualified = 1;
queue_t queue;
static queue_t queues[3];
struct pair pairs[2][3];
char bytes[16];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
sem_t semaphore;
struct {
  int n;
  pthread_cond_t ready;
} board;
struct flags flags;
struct flexible flexible = {2, {{0, 0}, {0, 0}}};
struct pair* node = &pairs[0][0];
enum { red, green } colour;
__thread int own;
static __thread struct pair own_pair;

static const volatile void* statics(int which) {
  static int calls;
  static atomic_int twice;
  return which == 0 ? (const volatile void*)&calls : &twice;
}

static const volatile void* others(void) {
  static int twice;
  return &twice;
}

const struct Expected expected[] = {
    SELF(x),
    SELF(flag),
    SELF(counter),
    SELF(top),
    SELF(qualified),
    SELF(queue),
    SELF(queue.head),
    SELF(queue.slots[3].seq),
    SELF(queue.slots[0].data[1]),
    SELF(queue.low),
    SELF(queue.high),
    SELF(queue.value.as_double),
    SELF(queue.value.as_int),
    SELF(queues[2].slots[1].seq),
    SELF(queues[1].value.as_shorts[1]),
    NAMED("queue.slots[2].data", queue.slots[2].data, 8),
    NAMED("queue.slots[2].data[0]", queue.slots[2].data, 4),
    NAMED("queue.head", queue, 0),
    SELF(pairs[1][2].tag),
    SELF(pairs[1][2].pointer),
    SELF(pairs[0][1].tag),
    NAMED("pairs[1][0]", pairs[1][0], 16),
    SELF(bytes[5]),
    SELF(mutex),
    NAMED("mutex", mutex, 0),
    NAMED("semaphore", semaphore, 0),
    NAMED("board.ready", board.ready, 0),
    SELF(board.n),
    AT("flags.a|b|c", flags, 4, 4),
    AT("flags.a|b", flags, 4, 1),
    SELF(flags.after),
    SELF(flexible.elements[1].tag),
    SELF(node),
    SELF(colour),
    AT("x+2", x, 2, 2),
    AT("queue.slots[1].seq+1", queue.slots[1].seq, 1, 1),
};

EXPORTED int expected_in(const struct Expected** list) {
  *list = expected;
  return sizeof(expected) / sizeof(*expected);
}

EXPORTED const volatile void* local_static(int which) { return which < 2 ? statics(which) : others(); }

EXPORTED void* own_variable(int which) { return which == 0 ? (void*)&own : (void*)&own_pair; }
