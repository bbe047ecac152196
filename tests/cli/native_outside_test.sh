# What programs that others have written say to race detectors, and libraries that they call which are not instrumented.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache

# Races that are said to be meant, and those beside them.
cat >annotated.c <<'END_OF_SOURCE'
#include <pthread.h>
#include <sanitizer/tsan_interface.h>
void AnnotateIgnoreReadsBegin(const char*, int);
void AnnotateIgnoreReadsEnd(const char*, int);
void AnnotateBenignRaceSized(const char*, int, const volatile void*, unsigned long, const char*);
int hits, peeked, other, external;
static void* count(void* unused) {
  hits = hits + 1;
  other = 1;
  __tsan_external_write(&external, __builtin_return_address(0), 0);
  return unused;
}
static void* look(void* unused) {
  AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
  peeked = hits;
  AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
#ifdef OTHER
  peeked = other;
#endif
#ifdef AGAIN
  peeked = hits;
#endif
#ifdef EXTERNAL
  __tsan_external_read(&external, __builtin_return_address(0), 0);
#endif
  __tsan_acquire(&hits);
  return unused;
}
int main(void) {
  pthread_t a, b;
#ifdef BENIGN
  AnnotateBenignRaceSized(__FILE__, __LINE__, &other, sizeof other, "meant");
#endif
  __tsan_release(&hits);
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
END_OF_SOURCE
for compiler in gcc clang; do
  command -v $compiler >/dev/null || continue
  check 0 "$GRAPHFUZZ" annotated.c --cc $compiler --exhaustive
  check 1 "$GRAPHFUZZ" annotated.c --cc $compiler --exhaustive --cflags -DOTHER
  check 0 "$GRAPHFUZZ" annotated.c --cc $compiler --exhaustive --cflags "-DOTHER -DBENIGN"
  check 1 "$GRAPHFUZZ" annotated.c --cc $compiler --exhaustive --cflags "-DAGAIN -DBENIGN"
  check 1 "$GRAPHFUZZ" annotated.c --cc $compiler --exhaustive --cflags -DEXTERNAL --json annotated.json
  json annotated.json 'r[0]["remarks"] == []'
done

# An object that a library makes, and whose atomics the program's threads use.
mkdir library
cat >library/counter.h <<'END_OF_SOURCE'
#include <stdatomic.h>
struct counter { atomic_int* at; atomic_int value; int limit; char name[5]; };
struct counter* make_counter(int first, int limit);
END_OF_SOURCE
cat >library/counter.c <<'END_OF_SOURCE'
#include <stdlib.h>
#include <string.h>
#include "counter.h"
struct counter* make_counter(int first, int limit) {
  struct counter* c = malloc(sizeof *c);
  void* other = malloc(24);  // the one before is not done yet
  memset(c, 0, sizeof *c);
  c->at = &c->value;
  c->value = first;
  c->limit = limit;
  strcpy(c->name, "abcd");
  free(other);
  return c;
}
END_OF_SOURCE
gcc -shared -fPIC -O1 library/counter.c -o library/libcounter.so
cat >user.c <<'END_OF_SOURCE'
#include <assert.h>
#include <pthread.h>
#include "counter.h"
struct counter* c;
static void* add(void* unused) {
  assert(c->name[3] == 'd');
  if (atomic_fetch_add(c->at, 1) >= c->limit) assert(LIMITED);
  return unused;
}
int main(void) {
  pthread_t a, b;
  c = make_counter(40, 41);
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&c->value) == 42);
}
END_OF_SOURCE
export LD_LIBRARY_PATH=$PWD/library
for plain in watch sc sc-all; do
  check 0 "$GRAPHFUZZ" user.c -m sc --plain $plain --exhaustive --cflags "-Ilibrary -DLIMITED=1" \
    --ldflags "-Llibrary -lcounter" --json user.json
  json user.json 'r[0]["complete"] and r[0]["graphs"] == 2'
  json user.json '[m["message"] for m in r[0]["remarks"] if m["kind"] == "library"] == [
    "libcounter.so is not instrumented: how it accesses memory that threads share is not seen"]'
done
check 1 "$GRAPHFUZZ" user.c --exhaustive --cflags "-Ilibrary -DLIMITED=0" --ldflags "-Llibrary -lcounter" --json user.json
json user.json 'r[0]["bugs"][0]["kind"] == "assertion" and r[0]["blocked"] == 2'

# oneTBB's containers, whose memory its library allocates; what its own threads do is refused.
cat >queue.cpp <<'END_OF_SOURCE'
#include <cassert>
#include <tbb/concurrent_queue.h>
#include <tbb/parallel_for.h>
#include <thread>
int main() {
#ifdef TASKS
  tbb::parallel_for(0, 4, [](int) {});
#endif
  tbb::concurrent_queue<int> queue;
  std::thread thread([&] { queue.push(1); });
  int value = 0;
  const bool early = queue.try_pop(value);
  thread.join();
  assert(early || queue.try_pop(value));
  assert(value == 1);
}
END_OF_SOURCE
check 0 "$GRAPHFUZZ" queue.cpp --exhaustive --ldflags -ltbb --json queue.json
# 7 with -O0, where the count of its back-off is in memory, and so state of who waits for an item that is being pushed.
json queue.json 'r[0]["complete"] and r[0]["graphs"] == 3'
check 1 "$GRAPHFUZZ" queue.cpp --exhaustive --cflags -DTASKS --ldflags -ltbb
has out "unsupported: oneTBB's tasks"

# System calls that only ask are answered, whoever makes them.
cat >asks.c <<'END'
#define _GNU_SOURCE
#include <asm/prctl.h>
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
static void* ask(void* own) {
  unsigned long pointer = 0;
  assert(syscall(SYS_arch_prctl, ARCH_GET_FS, &pointer) == 0 && pointer != 0 && pointer == *(unsigned long*)pointer);
  return own;
}
int main(void) {
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, 0);
  sigemptyset(&old);
  assert(syscall(SYS_rt_sigprocmask, SIG_BLOCK, (void*)0, &old, 8) == 0 && sigismember(&old, SIGUSR1) == 1);
  assert(syscall(SYS_brk, 0) != 0 && syscall(SYS_brk, 0) == syscall(SYS_brk, 0));
  struct rlimit limit;
  cpu_set_t cpus;
  assert(syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, (void*)0, &limit) == 0 && limit.rlim_cur > 0);
  assert(syscall(SYS_sched_getaffinity, 0, sizeof cpus, &cpus) > 0);
  pthread_t thread;
  pthread_create(&thread, 0, ask, 0);
  ask(0);
  pthread_join(thread, 0);
}
END
check 0 "$GRAPHFUZZ" asks.c -q --exhaustive
sed 's/SYS_brk, 0) != 0/SYS_brk, 4096) != 0/' asks.c >moves.c
check 1 "$GRAPHFUZZ" moves.c --exhaustive
has out 'unsupported: syscall'

# Who computes for long is told what to do.
cat >computes.c <<'END'
int main(void) {
  for (volatile long i = 0; i >= 0; ++i) {
  }
}
END
check 1 "$GRAPHFUZZ" computes.c --hang-after 0.2
has out 'hang: .*--hang-after'

# Libraries that are loaded while the program runs. The loader remembers them from one execution to the next, the
# program does not.
cat >loads.c <<'END_OF_SOURCE'
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static const char* name;
static void* open_and_add(void* unused) {
  void* const plug = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
  assert(plug != NULL);
  __atomic_fetch_add((int*)dlsym(plug, "plugged"), 1, __ATOMIC_SEQ_CST);
  assert(((int (*)(void))dlsym(plug, "locked"))() < 3);
  return unused;
}
int main(int argc, char** argv) {
  name = argv[argc - 1];
  assert(dlerror() == NULL);
  assert(dlopen("./none.so", RTLD_NOW) == NULL && strstr(dlerror(), "none.so") != NULL && dlerror() == NULL);
  assert(dlopen(NULL, RTLD_NOW) != NULL && dlopen("libresolv.so.2", RTLD_NOW) != NULL);
  assert(dlopen(name, RTLD_NOW | RTLD_NOLOAD) == NULL && dlsym(RTLD_DEFAULT, "plugged") == NULL && dlerror() != NULL);
  assert(dlsym(dlopen(NULL, RTLD_NOW), "plugged") == NULL);
  pthread_t other;
  pthread_create(&other, NULL, open_and_add, NULL);
  open_and_add(NULL);
  pthread_join(other, NULL);
  void* const plug = dlopen(name, RTLD_NOW | RTLD_NOLOAD);
  assert(*(int*)dlsym(plug, "plugged") == 7 && dlsym(RTLD_DEFAULT, "plugged") == dlsym(plug, "plugged"));
  assert(dlsym(plug, "nothing") == NULL && strstr(dlerror(), "nothing") != NULL);
  free(*(void**)dlsym(plug, "block"));
  assert(((char* (*)(void))dlsym(plug, "text"))()[0] == 'b');
  assert(dlsym(RTLD_NEXT, "malloc") != NULL && dlsym(dlopen(NULL, RTLD_NOW), "plugged") != NULL);
  assert(dlclose(plug) == 0);
  dlsym(plug, "nothing");  // the next execution has nothing of that
}
END_OF_SOURCE
cat >needed.c <<'END_OF_SOURCE'
#include <stdlib.h>
static char* letters;
__attribute__((constructor)) static void begin(void) { (letters = malloc(2))[0] = 'a'; }
char* text(void) { return ++letters[0], letters; }
END_OF_SOURCE
cat >plug.c <<'END_OF_SOURCE'
#include <pthread.h>
#include <stdlib.h>
int plugged = 4;
void* block;
char* text(void);
__attribute__((constructor)) static void add(void) { ++plugged, block = malloc(8), text()[0] = 'a'; }
int locked(void) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static int count;
  pthread_mutex_lock(&mutex);
  const int result = ++count;
  pthread_mutex_unlock(&mutex);
  return result;
}
END_OF_SOURCE
gcc -shared -fPIC needed.c -o libneeded.so
gcc -shared -fPIC plug.c -o plug.so -L. -lneeded -Wl,-rpath,'$ORIGIN' -Wl,--enable-new-dtags
check 0 "$GRAPHFUZZ" loads.c --exhaustive --leaks -- ./plug.so
hasnt out 'does not do the same'
check 0 "$GRAPHFUZZ" loads.c --fork -n 5 -- ./plug.so

# Refused but for --fork: what would have had to be known from the beginning, or would happen in the first execution
# only.
cat >opens.c <<'END'
#include <dlfcn.h>
#include <stddef.h>
int known;
int main(int count, char** words) { return dlopen(words[1], RTLD_NOW) == NULL; }
END
echo 'int plugged = 5; int add(void) { return __atomic_fetch_add(&plugged, 1, __ATOMIC_SEQ_CST); }' >seen.c
gcc -fsanitize=thread -c -fPIC seen.c -o seen.o
gcc -shared seen.o -o seen.so
echo '__thread int local = 5;' | gcc -shared -fPIC -xc - -o local.so
echo 'extern int known; __attribute__((constructor)) static void enter(void) { known = 1; }' |
  gcc -shared -fPIC -xc - -o enters.so
while read -r library why; do
  check 1 "$GRAPHFUZZ" opens.c --cflags -rdynamic --strategy random -n 5 --seed 1 --json result.json -- "./$library"
  message="opens.c:4:1: unsupported: dlopen() of $library, which $why; --fork takes it"
  json result.json "[b['message'] for b in r[0]['bugs']] == [\"$message\"]"
  check 0 "$GRAPHFUZZ" opens.c --cflags -rdynamic --fork -n 5 -- "./$library"
done <<'END'
seen.so is instrumented
local.so has thread-local variables
enters.so changes the program's data when it is loaded
END
# What a constructor may not do once for all executions ends the campaign, whatever it is.
while read -r call; do
  read -r why
  gcc -shared -fPIC -xc - -o does.so <<END
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static void* none(void* p) { return p; }
static sem_t never;
static pthread_t thread;
static pthread_key_t key;
__attribute__((constructor)) static void act(void) { $call; }
END
  check 2 "$GRAPHFUZZ" opens.c --cflags -rdynamic -n 5 --hang-after 0.3 -- ./does.so
  has err "a constructor of the library $why: --fork"
done <<'END'
exit(3)
ends the program
abort()
calls abort\(\)
pthread_create(&thread, NULL, none, NULL)
starts a thread
pthread_key_create(&key, NULL), pthread_setspecific(key, &key)
calls pthread_setspecific\(\)
*(volatile int*)0 = 1
crashes
for (;;)
does not come to its end
sem_wait(&never)
does not come to its end
fork()
begins a process, or sends a signal
execl("/bin/true", "true", (char*)NULL)
begins a process, or sends a signal
raise(SIGTERM)
begins a process, or sends a signal
END

# So does what the C library loads by itself.
cat >converts.cpp <<'END'
#include <cassert>
#include <clocale>
#include <cstddef>
#include <cstdlib>
#include <iconv.h>
#include <locale>
#include <netdb.h>
#include <pwd.h>
#include <thread>
static void use() {
  const iconv_t how = iconv_open("UTF-16LE", "ISO-8859-15");
  char text[] = "abc", result[8], *from = text, *to = result;
  std::size_t left = 3, room = sizeof result;
  assert(iconv(how, &from, &left, &to, &room) == 0 && room == 2 && result[2] == 'b' && iconv_close(how) == 0);
  addrinfo* address = nullptr;
  assert(getaddrinfo("127.0.0.1", "80", nullptr, &address) == 0);
  char name[100];
  assert(getnameinfo(address->ai_addr, address->ai_addrlen, name, sizeof name, nullptr, 0, NI_NUMERICHOST) == 0);
  freeaddrinfo(address);
  passwd user, *found = nullptr;
  char texts[4096];
  assert(getpwuid_r(0, &user, texts, sizeof texts, &found) == 0 && found == &user);
  assert(std::setlocale(LC_ALL, "C.UTF-8") != nullptr);
  wchar_t letters[4];
  assert(std::mbstowcs(letters, "\xc3\xa4", 4) == 1 && letters[0] == 0xe4);
  assert(std::locale("C.UTF-8").name() == "C.UTF-8");
}
int main() {
  std::thread other(use);
  use();
  other.join();
}
END
check 0 "$GRAPHFUZZ" converts.cpp --strategy random -n 5 --seed 1
hasnt out 'does not do the same'
