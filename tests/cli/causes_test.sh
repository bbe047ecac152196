# What is shown of a bug is what leads to it. Of two accesses that nothing orders and that are no events, such as those of
# a data race, both are there, and what leads to one of them.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"
[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache
cat >race.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int unrelated, flag;
static int data;
static void* noise(void* argument) { return atomic_store(&unrelated, 1), argument; }
static void* put(void* argument) {
  atomic_store(&flag, 1);
  data = 1;
  return argument;
}
static void* take(void* argument) {
  if (atomic_load(&flag)) *(int*)argument = data;
  return argument;
}
int main(void) {
  int seen = 0;
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, noise, NULL);
  pthread_create(&threads[1], NULL, put, NULL);
  pthread_create(&threads[2], NULL, take, &seen);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}
END
check 1 "$GRAPHFUZZ" race.c --exhaustive
has out '^ +[0-9]+ .*W flag=1 sc'
has out '^ +[0-9]+ .*R flag=1 sc +reads from'
has out '^ +[0-9]+ .*9: plain write data +race with'
has out '^ +[0-9]+ .*13: plain read data +race with'
hasnt out 'unrelated=1|join|end'
has out 'more events do not lead to this: --whole'
replay=$(sed -n 's/^ *replay file: //p' out)
check 1 "$GRAPHFUZZ" --replay "$replay"
has out '^ +[0-9]+ .*13: plain read data +race with'
hasnt out 'unrelated=1'
check 1 "$GRAPHFUZZ" --replay "$replay" --whole --dot pictures
has out 'unrelated=1'
cat pictures/*.dot >dot
has dot "plain write data"
check 1 "$GRAPHFUZZ" race.c --exhaustive -q --html race.html
has race.html 'plain write data'

cat >freed.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int unrelated;
static int* _Atomic shared;
static void* work(void* argument) {
  int* block = atomic_load(&shared);
  if (block) *block = 1;
  return argument;
}
int main(void) {
  pthread_t thread;
  atomic_store(&shared, malloc(sizeof(int)));
  pthread_create(&thread, NULL, work, NULL);
  atomic_store(&unrelated, 1);
  free(atomic_exchange(&shared, NULL));
  pthread_join(thread, NULL);
}
END
check 1 "$GRAPHFUZZ" freed.c --exhaustive
has out '^ +[0-9]+ .*8: plain write .* use-after-free with [0-9]+'
has out '^ +[0-9]+ .*16: free .* use-after-free with [0-9]+'
hasnt out '^ +[0-9]+ .*join'

cat >race.go <<'END'
package main

func main() {
	data, ready, noise := 0, make(chan bool, 1), make(chan int, 9)
	go func() { noise <- 5 }()
	go func() {
		ready <- true
		data = 1
	}()
	<-ready
	println(data)
}
END
check 1 "$GRAPHFUZZ" race.go --exhaustive
has out '^ +[0-9]+ .*7: send c0'
has out '^ +[0-9]+ .*10: receive c0'
has out '^ +[0-9]+ .*8: write +race with [0-9]+'
has out '^ +[0-9]+ .*11: read +race with [0-9]+'
hasnt out ': send c1'
has out 'more events do not lead to this: --whole'
check 1 "$GRAPHFUZZ" --replay "$(sed -n 's/^ *replay file: //p' out)"
has out '^ +[0-9]+ .*8: write +race with [0-9]+'
check 1 "$GRAPHFUZZ" race.go --exhaustive -q --html go.html
has go.html '"write"'
