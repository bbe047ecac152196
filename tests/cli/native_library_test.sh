# What functions of the C library do to memory is seen, whatever compilers make of their calls.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache

cat >calls.c <<'END_OF_SOURCE'
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/time.h>
#include <time.h>
union { char text[40]; struct timeval time; struct timespec spec; time_t seconds; char* at; } v;
char other[40] = "BA";
char* text = "abc";
size_t length = 3;
int result;
static void* one(void* unused) { CALL; return unused; }
static void* two(void* unused) { v.text[0] = 2; return unused; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
END_OF_SOURCE
# tells CODE CALL FLAGS: a call of that, compiled so, in the first thread.
tells() {
  check "$1" "$GRAPHFUZZ" calls.c -q --exhaustive --cc "$compiler" --cflags "'-DCALL=$2' $3" --json calls.json
  if [[ $1 == 1 ]]; then json calls.json 'r[0]["bugs"][0]["kind"] == "race"'; fi
}
for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || continue
  tells 0 'result = 1' -O2
  for call in 'strcpy(v.text, "B")' 'strncpy(v.text, "B", 2)' 'stpcpy(v.text, "B")' 'strcat(v.text, "B")' \
    'strncat(v.text, "B", 1)' 'mempcpy(v.text, "BA", 2)' 'bzero(v.text, 2)' 'sprintf(v.text, "B")' \
    'snprintf(v.text, 3, "B")' 'result = strcmp(v.text, "B")' 'result = strncmp(v.text, other, 2)' \
    'result = memcmp(v.text, other, 2)' 'memcpy(v.text, "ABCDEFGH", 8)' 'result = strcspn(v.text, "x")' \
    'result = strcasecmp(v.text, other)' 'puts(v.text)' 'result = atoi(v.text)' \
    'result = strtol(text, &v.at, 10)' 'time(&v.seconds)' 'gettimeofday(&v.time, 0)' \
    'clock_gettime(CLOCK_REALTIME, &v.spec)'; do
    tells 1 "$call" -O2
  done
  for call in 'strcpy(v.text, "B")' 'mempcpy(v.text, "BA", 2)' 'sprintf(v.text, "B")'; do tells 1 "$call" -O0; done
  for call in 'memcpy(v.text, text, length)' 'memset(v.text, 0, length)' 'memmove(v.text, text, length)' \
    'strcpy(v.text, text)' 'strcat(v.text, text)' 'snprintf(v.text, 9, "%s", text)'; do
    tells 1 "$call" '-O2 -D_FORTIFY_SOURCE=2'
  done
done
