# What functions of the C library do to memory is seen, whatever compilers make of their calls.
# Takes minutes.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache

cat >calls.c <<'END_OF_SOURCE'
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
union { struct stat status; struct utsname system; wchar_t wide[4]; char text[40]; struct timeval time; struct timespec spec; time_t seconds; char* at; int number; struct tm parts; } v;
char other[40] = "BA";
char* text = "abc";
size_t length = 3;
int result, other_number;
time_t now;
struct tm now_parts;
char* line = v.text;
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
    'clock_gettime(CLOCK_REALTIME, &v.spec)' 'result = sscanf("7 8", "%d %d", &other_number, &v.number)' \
    'fread(v.text, 1, 2, fopen("calls.c", "r"))' 'fgets(v.text, 3, fopen("calls.c", "r"))' \
    'getline(&v.at, &length, fopen("calls.c", "r"))' 'getdelim(&line, &length, 100, fopen("calls.c", "r"))' \
    'result = read(open("calls.c", O_RDONLY), v.text, 2)' 'result = pread(open("calls.c", O_RDONLY), v.text, 2, 1)' \
    'strtok_r(v.text, "x", &text)' 'strtok_r(other, "A", &v.at)' 'strsep(&v.at, "x")' 'localtime_r(&now, &v.parts)' \
    'stat(".", &v.status)' 'getcwd(v.text, 40)' 'gethostname(v.text, 40)' 'readlink("/proc/self/exe", v.text, 40)' \
    'strerror_r(9999, v.text, 40)' 'strftime(v.text, 40, "%Y", &now_parts)' 'uname(&v.system)' 'wcscpy(v.wide, L"ab")' \
    'result = wcslen(v.wide)' 'wmemset(v.wide, 0, 2)' \
    'gmtime_r(&v.seconds, &now_parts)' 'sscanf(v.text, "%d", &result)' 'sscanf("ab", "%*c%n", &v.number)' 'sscanf("x", "%1[a-z]", v.text)' \
    'printf("%d%s", 1, v.text)' 'fprintf(stderr, "%.*s%d", 1, v.text, 1)' \
    'snprintf(other, 9, "%s-%d", v.text, 1)' 'asprintf(&line, "%9.1f%s-", 1.0, v.text)'; do
    tells 1 "$call" -O2
  done
  tells 0 'printf("%.0s%.*s%d", v.text, 0, v.text, 1)' -O2
  tells 0 'snprintf(other, 9, "%.1s", v.text + 1)' -O2
  for call in 'strcpy(v.text, "B")' 'mempcpy(v.text, "BA", 2)' 'sprintf(v.text, "B")' 'sscanf("1", "%d", &v.number)'; do
    tells 1 "$call" -O0
  done
  for call in 'memcpy(v.text, text, length)' 'memset(v.text, 0, length)' 'memmove(v.text, text, length)' \
    'strcpy(v.text, text)' 'strcat(v.text, text)' 'snprintf(v.text, 9, "%s", text)'; do
    tells 1 "$call" '-O2 -D_FORTIFY_SOURCE=2'
  done
done

# What they write, and when, as others see it: the second of two numbers comes after the first.
cat >values.c <<'END_OF_SOURCE'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
int x, y;
static void* one(void* unused) { sscanf("7 8", "%d %d", &x, &y); return unused; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, one, 0);
  int second = *(volatile int*)&y, first = *(volatile int*)&x;
  assert(!(EXPECTED));
  pthread_join(a, 0);
  assert(x == 7 && y == 8);
}
END_OF_SOURCE
for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || continue
  for level in -O0 -O2; do
    values() {
      check "$1" "$GRAPHFUZZ" values.c -q --exhaustive --plain sc-all -m sc --cc "$compiler" \
        --cflags "'-DEXPECTED=$2' $level"
    }
    values 1 'first == 0 && second == 0'
    values 1 'first == 7 && second == 0'
    values 1 'first == 7 && second == 8'
    values 0 'first == 0 && second == 8'
    values 0 'first != 0 && first != 7 || second != 0 && second != 8'
  done
done

# as_natively NAME: the assertions of NAME.c hold without graphfuzz, and with it.
as_natively() {
  for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    for level in -O0 -O2; do
      check 0 "$compiler" $level -w "$1.c" -o "$1"
      check 0 "./$1"
      check 0 "$GRAPHFUZZ" "$1.c" -q --exhaustive --cc "$compiler" --cflags "$level -w"
    done
  done
}

# The results are those of the C library, whatever the format.
cat >scans.c <<'END_OF_SOURCE'
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
static char long_text[5000], found[5000];
static char one[40], two[40];
static void of_text(void) {
  signed char c = 1; short s = 2; long l = 3; long long ll = 4; size_t z = 5; float f = 0; double d = 0; long double ld = 0;
  int i = 0, n = 0; unsigned u = 0; void* p = 0; char* made = 0; wchar_t wide[8];
  assert(sscanf("1 2 3 4 5", "%hhd%hd%ld%lld%zu", &c, &s, &l, &ll, &z) == 5);
  assert(c == 1 && s == 2 && l == 3 && ll == 4 && z == 5);
  assert(sscanf("1.5 2.5 3.5 0x1f", "%f%lf%Lf%i%n", &f, &d, &ld, &i, &n) == 4);
  assert(f == 1.5F && d == 2.5 && ld == 3.5L && i == 31 && n == 16);
  assert(sscanf("-7,ff;0x10", "%d,%x;%p", &i, &u, &p) == 3 && i == -7 && u == 255 && p == (void*)16);
  assert(sscanf("  abc def", "%s%n %3c", one, &n, two) == 2 && strcmp(one, "abc") == 0 && n == 5 && memcmp(two, "def", 3) == 0);
  assert(sscanf("key=value", "%[^=]=%2s", one, two) == 2 && strcmp(one, "key") == 0 && strcmp(two, "va") == 0);
  assert(sscanf("]]a", "%[]]%c", one, two) == 2 && strcmp(one, "]]") == 0 && *two == 'a');
  assert(sscanf("12345", "%2d%*1d%d", &i, (int*)&u) == 2 && i == 12 && u == 45);
  assert(sscanf("50%", "%d%%%n", &i, &n) == 1 && i == 50 && n == 3);
  assert(sscanf("", "%d", &i) == EOF && sscanf("x", "%d", &i) == 0 && sscanf("1", "%d%d", &i, &n) == 1);
  assert(sscanf("", "x") == EOF && sscanf("3 x", "%d y%d", &i, &n) == 1 && sscanf("  ", " %c", one) == EOF);
  assert(sscanf("made it", "%ms", &made) == 1 && strcmp(made, "made") == 0);
  free(made);
  assert(sscanf("wide", "%ls", wide) == 1 && wcscmp(wide, L"wide") == 0);
  assert(sscanf("wide", "%2lc", wide) == 1 && wide[0] == 'w' && wide[1] == 'i' && wide[2] == 'd');
  assert(sscanf("1 2", "%2$d %1$d", &i, &n) == 2 && i == 2 && n == 1);
  memset(long_text, 'q', 4000);
  assert(sscanf(long_text, "%s", found) == 1 && strcmp(found, long_text) == 0);
  memset(found, 0, sizeof found);
  assert(sscanf(long_text, "%3000[q]%n", found, &n) == 1 && strlen(found) == 3000 && n == 3000);
  strcpy(long_text + 1000, " r");
  assert(sscanf(long_text, "%s%1s", found, one) == 2 && strlen(found) == 1000 && strcmp(one, "r") == 0);
}
static void of_file(void) {
  FILE* file = tmpfile();
  int i = 0, n = 0;
  fputs("12 ab:cd\n34", file);
  rewind(file);
  assert(fscanf(file, "%d %[a-z]:%s%n", &i, one, two, &n) == 3);
  assert(i == 12 && strcmp(one, "ab") == 0 && strcmp(two, "cd") == 0 && n == 8);
  assert(fscanf(file, "%d", &i) == 1 && i == 34 && fscanf(file, "%d", &i) == EOF);
  fclose(file);
  assert(scanf("%d", &i) == EOF);
}
int main(void) { of_text(); of_file(); }
END_OF_SOURCE
as_natively scans

cat >inputs.c <<'END_OF_SOURCE'
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static char in[20000], out[20000];
static void of_files(void) {
  char name[] = "inputs-XXXXXX";
  const int fd = mkstemp(name);
  FILE* file = fdopen(fd, "w+");
  for (int i = 0; i < 9000; ++i) in[i] = (char)('a' + i % 26);
  strcpy(in + 9000, "\nshort\n");
  memcpy(in + 9007, "nul\0in\nlast", 12);
  assert(fwrite(in, 1, 9018, file) == 9018 && fflush(file) == 0);
  rewind(file);
  assert(fgets(out, sizeof out, file) == out && strlen(out) == 9001 && memcmp(in, out, 9001) == 0);
  assert(fgets(out, 3, file) == out && strcmp(out, "sh") == 0);
  assert(fgets(out, 1, file) == out && *out == '\0' && fgets(out, 0, file) == 0);
  assert(fgets(out, 100, file) == out && strcmp(out, "ort\n") == 0);
  memset(out, 'z', 100);
  assert(fgets(out, 100, file) == out && memcmp(out, "nul\0in\n\0z", 9) == 0);
  assert(fgets(out, 100, file) == out && strcmp(out, "last") == 0 && feof(file));
  assert(fgets(out, 100, file) == 0 && strcmp(out, "last") == 0);
  rewind(file);
  memset(out, 0, sizeof out);
  assert(fread(out, 1000, 20, file) == 9 && memcmp(in, out, 9018) == 0 && feof(file));
  rewind(file);
  assert(fread(out, 3, 2, file) == 2 && fgetc(file) == 'g' && fread(out, 0, 5, file) == 0);
  memset(out, 0, sizeof out);
  assert(lseek(fd, 0, SEEK_SET) == 0 && read(fd, out, sizeof out) == 9018 && memcmp(in, out, 9018) == 0);
  assert(read(fd, out, 5) == 0 && lseek(fd, 2, SEEK_SET) == 2 && read(fd, out, 5) == 5 && memcmp(out, "cdefg", 5) == 0);
  assert(pread(fd, out, 8192, 26) == 8192 && memcmp(in, out, 8192) == 0 && read(fd, out, 1) == 1 && *out == 'h');
  assert(pread(fd, out, 5, 9016) == 2 && read(-1, out, 5) == -1 && read(fd, out, 0) == 0);
  rewind(file);
  char* line = 0;
  size_t room = 0;
  assert(getline(&line, &room, file) == 9001 && room > 9001 && memcmp(in, line, 9001) == 0 && line[9001] == 0);
  assert(getdelim(&line, &room, 'r', file) == 4 && strcmp(line, "shor") == 0);
  assert(getline(&line, &room, file) == 2 && getline(&line, &room, file) == 7 && memcmp(line, "nul\0in\n", 8) == 0);
  assert(getline(&line, &room, file) == 4 && strcmp(line, "last") == 0 && feof(file));
  assert(getline(&line, &room, file) == -1 && getline(&line, 0, file) == -1 && errno == EINVAL);
  free(line);
  line = malloc(1);
  room = 1;
  rewind(file);
  assert(getdelim(&line, &room, 'a', file) == 1 && strcmp(line, "a") == 0 && room >= 2);
  assert(getdelim(&line, &room, 'c', file) == 2 && strcmp(line, "bc") == 0);
  free(line);
  fclose(file);
  unlink(name);
  int ends[2];
  assert(pipe(ends) == 0 && write(ends[1], in, 5000) == 5000);
  assert(read(ends[0], out, sizeof out) == 5000 && memcmp(in, out, 5000) == 0);
  assert(write(ends[1], in, 4096) == 4096 && read(ends[0], out, sizeof out) == 4096);
}
static void of_words(void) {
  char text[] = ",,one,two;;three,", *rest = 0, *list = text + 2, empty[] = "";
  char copy[sizeof text];
  memcpy(copy, text, sizeof text);
  assert(strcmp(strtok_r(copy, ",", &rest), "one") == 0 && strcmp(strtok_r(0, ",;", &rest), "two") == 0);
  assert(strcmp(strtok_r(0, ";", &rest), ";three," + 1) == 0 && strtok_r(0, ";", &rest) == 0 && strtok_r(0, ";", &rest) == 0);
  assert(strtok_r(empty, ",", &rest) == 0);
  assert(strcmp(strsep(&list, ","), "one") == 0 && strcmp(strsep(&list, ",;"), "two") == 0 && *strsep(&list, ";") == 0);
  assert(strcmp(strsep(&list, ";"), "three,") == 0 && list == 0 && strsep(&list, ";") == 0);
}
static void of_time(void) {
  const time_t day = 86400;
  struct tm parts;
  assert(gmtime_r(&day, &parts) == &parts && parts.tm_mday == 2 && parts.tm_year == 70 && parts.tm_hour == 0);
  assert(localtime_r(&day, &parts) == &parts && mktime(&parts) == day);
}
int main(void) { of_files(); of_words(); of_time(); }
END_OF_SOURCE
as_natively inputs

cat >empty_time.c <<'END_OF_SOURCE'
#include <assert.h>
#include <time.h>
int main(void) {
  char text[5000] = "abc";
  struct tm day = {.tm_mday = 1};
  assert(strftime(text, 8, "", &day) == 0 && text[0] == 0);
  assert(strftime(text, sizeof text, "%Y", &day) == 4 && text[4] == 0);
}
END_OF_SOURCE
as_natively empty_time

# Containers, of which a part is in libstdc++.so: they are what they are without graphfuzz, others wait for what is put
# into them, and races of two that change one are found.
cat >waits.cpp <<'END_OF_SOURCE'
#include <cassert>
#include <condition_variable>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <thread>
static std::mutex mutex;
static std::condition_variable changed;
static std::list<int> list;
static std::map<int, int> map;
static std::set<int> set;
static bool is_there(const std::list<int>& l) { return !l.empty(); }
template <class C>
static bool is_there(const C& c) { return c.begin() != c.end(); }
static void put(std::list<int>& l, int i) { l.push_back(i); }
static void put(std::map<int, int>& m, int i) { m[i] = i; }
static void put(std::set<int>& s, int i) { s.insert(i); }
int main() {
#ifdef RACES
  std::thread one([] { put(WHAT, 1); }), two([] { put(WHAT, 2); });
  one.join();
  two.join();
#else
  std::thread waits([] {
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return is_there(WHAT); });
    WHAT.erase(WHAT.begin());
  });
  {
    std::lock_guard lock(mutex);
    put(WHAT, 7);
  }
  changed.notify_one();
  waits.join();
  assert(!is_there(WHAT));
#endif
}
END_OF_SOURCE
for compiler in g++ clang++; do
  command -v "$compiler" >/dev/null || continue
  check 0 "$GRAPHFUZZ" "$SOURCE_DIR/tests/runtime/programs/container-shapes.cpp" -q --cc "$compiler" --hang-after 60
  for what in list map set; do
    check 0 "$GRAPHFUZZ" waits.cpp -q --exhaustive --cc "$compiler" --cflags "-DWHAT=$what" --json waits.json
    json waits.json 'r[0]["graphs"] == 2 and r[0]["complete"]'
    check 1 "$GRAPHFUZZ" waits.cpp -q -n 20 --cc "$compiler" --cflags "-DWHAT=$what -DRACES" --json races.json
    json races.json 'all(b["kind"] == "race" for b in r[0]["bugs"])'
  done
done

cat >prints.c <<'END_OF_SOURCE'
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
static char out[200];
static int twice(const char* format, ...) {
  char one[200];
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  const int length = vsnprintf(one, sizeof one, format, list);
  assert(vsprintf(out, format, again) == length && strcmp(one, out) == 0);
  va_end(again);
  va_end(list);
  return length;
}
static int is(const char* text) { return strcmp(out, text) == 0; }
int main(void) {
  const char unended[2] = {'u', 'n'};
  int n = 0, width = -6;
  long m = 0;
  char* made = 0;
  assert(twice("%s", "abc") == 3 && is("abc"));
  assert(twice("%d %s %ld %s %c %s %x %s", 1, "b", 3L, "d", 'e', "f", 7, "h") == 15 && is("1 b 3 d e f 7 h"));
  assert(twice("%f %s %Lg %s %e", 1.0, "a", 2.0L, "b", 3.0) && is("1.000000 a 2 b 3.000000e+00"));
  assert(twice("%.2s|%.*s|%.*s|%*s|%-5s|", unended, 1, "xyz", -1, "xyz", width, "w", "v") && is("un|x|xyz|w     |v    |"));
  assert(twice("%s%n%%%s%ln", "ab", &n, "c", &m) == 4 && is("ab%c") && n == 2 && m == 4);
  assert(twice("%2$s %1$s", "a", "b") == 3 && is("b a"));
  assert(twice("%ls %.1s %zu %hhd %jd %p", L"wide", "x", (size_t)1, 2, (intmax_t)3, (void*)16) && is("wide x 1 2 3 0x10"));
  assert(twice("%s", (char*)0) == 6 && is("(null)"));
  assert(asprintf(&made, "%s%d", "made", 1) == 5 && strcmp(made, "made1") == 0);
  free(made);
  assert(snprintf(out, 3, "%s", "long") == 4 && is("lo") && sprintf(out, "-%s", "x") == 2 && is("-x"));
  assert(printf("%s %s\n", "a", "b") == 4 && fprintf(stderr, "%s\n", "a") == 2);
}
END_OF_SOURCE
sed -i 's/#include <stdlib.h>/#include <stdint.h>\n&/' prints.c
as_natively prints

# What is written to the arguments and to the environment is as it was in the next execution, and getopt begins anew.
cat >arguments.c <<'END_OF_SOURCE'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static atomic_int x;
static void* other(void* unused) { x = 1; return unused; }
static int words(char* text) {
  int count = 0;
  for (char* at = strtok(text, ","); at != 0; at = strtok(0, ",")) ++count;
  return count;
}
int main(int argc, char** argv, char** environment) {
  char* const first = argv[1];
  char** const other_variable = environment + (strncmp(*environment, "LIST=", 5) == 0);
  assert(strcmp(*other_variable, "NONE=") != 0 && optind == 1);
  *other_variable = "NONE=";
  int number = 0, option;
  while ((option = getopt(argc, argv, "n:")) != -1) number = atoi(optarg);
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  const int seen = x;
  pthread_join(thread, 0);
  assert(number == 3 && argv[optind] == first && strcmp(first, "a,b,c") == 0);
  assert(words(first) == 3 && words(getenv("LIST")) == 2);
  argv[1] = seen ? 0 : argv[2];
}
END_OF_SOURCE
LIST=a,b check 0 "$GRAPHFUZZ" arguments.c -q --exhaustive -- a,b,c -n 3
LIST=a,b check 0 "$GRAPHFUZZ" arguments.c -q -n 50 --strategy random -- a,b,c -n 3

# The kernel's random bytes are the same in each process.
cat >auxiliary.c <<'END_OF_SOURCE'
#include <graphfuzz/harness.h>
#include <sys/auxv.h>
int main(void) {
  unsigned char* const bytes = (unsigned char*)getauxval(AT_RANDOM);
  graphfuzz_note("bytes", bytes[0] * 256 + bytes[1]);
  bytes[0] ^= 1;
}
END_OF_SOURCE
for i in 1 2; do
  check 0 "$GRAPHFUZZ" auxiliary.c --exhaustive
  grep 'bytes=' out >"bytes.$i"
done
diff bytes.1 bytes.2
