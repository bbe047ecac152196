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
int call;
static void* one(void* unused) {
  switch (call) {
#include CASES
    default: exit(3);
  }
  return unused;
}
static void* two(void* unused) { v.text[0] = 2; return unused; }
int main(int count, char** arguments) {
  (void)count;
  call = atoi(arguments[1]);
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
END_OF_SOURCE
# tells CODE FLAGS CALL…: each of these calls in the first thread, all of them compiled so, in one program, which is given
# the number of one.
tells() {
  local code=$1 flags=$2 number cases
  shift 2
  cases=$(mktemp cases-XXXXXX.h)
  for ((number = 1; number <= $#; ++number)); do
    printf 'case %s: %s; break;\n' $number "${!number}"
  done >"$cases"
  for ((number = 1; number <= $#; ++number)); do
    check "$code" "$GRAPHFUZZ" calls.c -q --exhaustive --cc "$compiler" --cflags "-I. '-DCASES=\"$cases\"' $flags" \
      --json calls.json -- $number "${!number}"
    if [[ $code == 1 ]]; then json calls.json 'r[0]["bugs"][0]["kind"] == "race"'; fi
  done
}
for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || continue
  tells 0 -O2 'result = 1'
  tells 1 -O2 'strcpy(v.text, "B")' 'strncpy(v.text, "B", 2)' 'stpcpy(v.text, "B")' 'strcat(v.text, "B")' \
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
    'snprintf(other, 9, "%s-%d", v.text, 1)' 'asprintf(&line, "%9.1f%s-", 1.0, v.text)'
  tells 0 -O2 'printf("%.0s%.*s%d", v.text, 0, v.text, 1)' 'snprintf(other, 9, "%.1s", v.text + 1)'
  tells 1 -O0 'strcpy(v.text, "B")' 'mempcpy(v.text, "BA", 2)' 'sprintf(v.text, "B")' 'sscanf("1", "%d", &v.number)'
  tells 1 '-O2 -D_FORTIFY_SOURCE=2' 'memcpy(v.text, text, length)' 'memset(v.text, 0, length)' \
    'memmove(v.text, text, length)' 'strcpy(v.text, text)' 'strcat(v.text, text)' 'snprintf(v.text, 9, "%s", text)'
done

# One program for many calls, which is given the number of one.
cat >more.c <<'END_OF_SOURCE'
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
union { wchar_t wide[40]; char text[160]; struct tm parts; time_t seconds; struct in_addr address; char* at; } v;
char other[40] = "BA", *end;
static wchar_t wide[40] = L"ab";
static struct tm parts = {.tm_mday = 1};
static time_t now;
int call, ends[2], file, result;
double real;
static FILE* stream;
static struct sockaddr_storage sender;
static socklen_t length = sizeof sender;
static struct iovec of_v, of_other;
static struct msghdr to_v, from_v;
static void* one(void* unused) {
  switch (call) {
    case 0: result = 1; break;
    case 1: strtok(v.text, "x"); break;
    case 2: strtok(other, "A"); break;
    case 3: swprintf(v.wide, 40, L"%d", 1); break;
    case 4: swprintf(wide, 40, L"%s", v.text); break;
    case 5: wprintf(L"%2$d %1$s", v.text, 1); break;
    case 6: recv(ends[0], v.text, 2, 0); break;
    case 7: recvfrom(ends[0], v.text, 2, 0, (struct sockaddr*)&sender, &length); break;
    case 8: recvmsg(ends[0], &to_v, 0); break;
    case 9: readv(ends[0], &of_v, 1); break;
    case 10: preadv(file, &of_v, 1, 0); break;
    case 11: read(ends[0], v.text, 2); break;
    case 12: send(ends[0], v.text, 2, 0); break;
    case 13: sendmsg(ends[0], &to_v, 0); break;
    case 14: writev(ends[0], &of_v, 1); break;
    case 15: write(ends[0], v.text, 2); break;
    case 16: snprintf(other, 40, "%2$d %1$s", v.text, 1); break;
    case 17: snprintf(other, 40, "%1$.*2$s%3$f", v.text, 1, 1.0); break;
    case 18: fwrite(v.text, 1, 2, stream); break;
    case 19: asctime_r(&v.parts, other); break;
    case 20: asctime_r(&parts, v.text); break;
    case 21: ctime_r(&v.seconds, other); break;
    case 22: mktime(&v.parts); break;
    case 23: inet_ntop(AF_INET, &v.address, other, 40); break;
    case 24: inet_pton(AF_INET, "1.2.3.4", &v.address); break;
    case 25: fputws(v.wide, stream); break;
    case 26: end = memrchr(v.text, 'x', 2); break;
    case 27: end = memmem(v.text, 3, "x", 1); break;
    case 28: memccpy(v.text, "abc", 'b', 3); break;
    case 29: real = atof(v.text); break;
    case 30: real = strtof("1", &v.at); break;
    case 31: wcsncat(v.wide, L"ab", 1); break;
    case 32: result = wcsncmp(v.wide, wide, 1); break;
    case 33: mbstowcs(v.wide, "ab", 3); break;
    case 34: end = strcasestr(v.text, "x"); break;
    case 35: sendto(ends[0], v.text, 2, 0, NULL, 0); break;
    // Not of what the other one writes.
    case 36: snprintf(other, 40, "%3$.1s %1$s %2$.*4$s", "x", v.text, "abc", 0); break;
    case 37: send(ends[0], v.text + 1, 2, 0); break;
    case 38: recv(ends[0], v.text + 1, 2, 0); break;
    default: exit(3);
  }
  return unused;
}
// The first byte, or what strtok keeps.
static void* two(void* unused) {
  if (call == 2) {
    strtok(NULL, "x");
  } else {
    v.text[0] = 0;
  }
  return unused;
}
int main(int count, char** arguments) {
  call = atoi(arguments[count - 1]);
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  write(ends[1], "1234", 4);
  file = open("more.c", O_RDONLY);
  stream = fopen("written", "w");
  of_v = (struct iovec){v.text, 2};
  to_v = (struct msghdr){.msg_iov = &of_v, .msg_iovlen = 1};
  if (call == 2) strtok(wcscpy(v.wide, L"") ? other + 1 : 0, "x");
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
END_OF_SOURCE
for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || continue
  for ((call = 0; call <= 38; ++call)); do
    case $call in 0 | 36 | 37 | 38) code=0 ;; *) code=1 ;; esac
    check $code "$GRAPHFUZZ" more.c --cc "$compiler" --cflags '-O2 -w' -q --exhaustive --json calls.json -- $call
    if [[ $code == 1 ]]; then json calls.json 'r[0]["bugs"][0]["kind"] == "race"'; fi
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

cat >more_values.c <<'END_OF_SOURCE'
#define _GNU_SOURCE
#include <assert.h>
#include <arpa/inet.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
static void of_words(void) {
  char text[] = ",,one,two;;three,";
  assert(strcmp(strtok(text, ","), "one") == 0 && strcmp(strtok(0, ",;"), "two") == 0);
  assert(strcmp(strtok(0, ";"), "three,") == 0 && strtok(0, ";") == 0 && strtok(0, ";") == 0);
}
static void of_formats(void) {
  char to[99]; wchar_t wide[99]; int n = 0;
  sprintf(to, "%2$s-%1$d %3$.*4$s|%5$.2f|%2$.1s%6$n", 7, "two", "three", 3, 1.5, &n);
  assert(strcmp(to, "two-7 thr|1.50|t") == 0 && n == 16);
  sprintf(to, "%1$s %1$.2s %2$*3$d", "abc", 5, 4);
  assert(strcmp(to, "abc ab    5") == 0);
  assert(swprintf(wide, 99, L"%d %s %ls %5.1f", 1, "two", L"three", 4.0) == 17 && wcscmp(wide, L"1 two three   4.0") == 0);
  assert(swprintf(wide, 3, L"%s", "long") < 0);
  assert(swprintf(wide, 99, L"%2$ls %1$s", "a", L"b") == 3 && wcscmp(wide, L"b a") == 0);
  assert(wcsncat(wide, L"cde", 2) == wide && wcscmp(wide, L"b acd") == 0 && wcsnlen(wide, 3) == 3 && wcsstr(wide, L"cd") == wide + 3);
  wchar_t* end; assert(wcstol(L"12x", &end, 10) == 12 && *end == L'x');
  assert(mbstowcs(wide, "abc", 99) == 3 && wide[3] == 0 && mbstowcs(0, "abc", 0) == 3 && wcstombs(to, L"xyz", 2) == 2 && to[0] == 'x');
  assert(memmem("abcd", 4, "cd", 2) && memccpy(to, "abc", 'b', 9) == to + 2 && memccpy(to, "abc", 'x', 3) == 0 && memrchr("abca", 'a', 4));
  assert(atof("1.5") == 1.5 && strtof("2.5x", &(char*){0}) == 2.5F && atoll("77") == 77 && *strchrnul("ab", 'x') == 0);
}
static void of_times(void) {
  struct tm parts = {.tm_mday = 32, .tm_year = 100}; char text[40];
  assert(timegm(&parts) == 949363200 && parts.tm_mon == 1 && parts.tm_mday == 1);
  assert(strcmp(asctime_r(&parts, text), "Tue Feb  1 00:00:00 2000\n") == 0);
  time_t zero = 0; assert(ctime_r(&zero, text) == text && strlen(text) == 25);
  struct in_addr a; assert(inet_pton(AF_INET, "1.2.3.4", &a) == 1 && inet_pton(AF_INET, "x", &a) == 0 && a.s_addr == htonl(0x01020304));
  assert(strcmp(inet_ntop(AF_INET, &a, text, sizeof text), "1.2.3.4") == 0 && inet_ntop(AF_INET, &a, text, 3) == 0);
}
static void of_sockets(void) {
  int s[2]; char a[9] = "", b[9] = ""; assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, s) == 0);
  struct iovec v[2] = {{a, 2}, {b, 3}};
  assert(send(s[0], "12345678", 8, 0) == 8 && readv(s[1], v, 2) == 5 && strcmp(a, "12") == 0 && strcmp(b, "345") == 0);
  struct msghdr m = {.msg_iov = v, .msg_iovlen = 2};
  assert(sendmsg(s[1], &m, 0) == 5 && recv(s[0], a, 8, 0) == 5 && strcmp(a, "12345") == 0);
  assert(write(s[0], "abcdefgh", 8) == 8 && recvmsg(s[1], &m, 0) == 5 && (m.msg_flags & MSG_TRUNC) && strcmp(b, "cde") == 0 && strcmp(a, "ab345") == 0);
  assert(send(s[0], "xyz", 3, 0) == 3 && recv(s[1], a, 2, MSG_TRUNC) == 3 && a[1] == 'y' && a[2] == '3');
  struct sockaddr_storage from; socklen_t l = sizeof from;
  assert(writev(s[0], v, 2) == 5 && recvfrom(s[1], a, 8, 0, (struct sockaddr*)&from, &l) == 5 && l <= 2 + sizeof from);
  assert(recv(s[1], a, 8, MSG_DONTWAIT) == -1 && readv(-1, v, 2) == -1 && readv(s[0], v, -1) == -1);
  assert(write(s[0], "ab", 2) == 2 && read(s[1], b, 8) == 2 && b[2] == 'e');
}
int main(void) { of_words(); of_formats(); of_times(); of_sockets(); }
END_OF_SOURCE
as_natively more_values

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

# The kernel's random bytes are the same in each process, and so are time, and addresses.
cat >auxiliary.c <<'END_OF_SOURCE'
#define _GNU_SOURCE
#include <graphfuzz/harness.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  unsigned char* const bytes = (unsigned char*)getauxval(AT_RANDOM);
  graphfuzz_note("bytes", bytes[0] * 256 + bytes[1]);
  bytes[0] ^= 1;
  unsigned number = 0;
  getrandom(&number, sizeof number, 0);
  graphfuzz_note("number", number);
  getentropy(&number, sizeof number);
  graphfuzz_note("entropy", number);
  graphfuzz_note("chance", rand());
  struct timeval day;
  gettimeofday(&day, 0);
  graphfuzz_note("day", day.tv_sec * 1000000 + day.tv_usec);
  graphfuzz_note("clock", clock());
  struct tms used;
  graphfuzz_note("times", times(&used) + used.tms_utime);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  graphfuzz_note("usage", usage.ru_utime.tv_usec + usage.ru_maxrss);
  graphfuzz_note("block", (long)malloc(10));
  graphfuzz_note("stack", (long)&usage);
}
END_OF_SOURCE
for i in 1 2; do
  check 0 "$GRAPHFUZZ" auxiliary.c --exhaustive
  grep 'bytes=' out >"bytes.$i"
done
diff bytes.1 bytes.2
