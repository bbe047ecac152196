// Semaphores with names: two threads open the same one, of which one makes it; what was opened before its name was taken
// away goes on, beside a new one of that name.
//
// bug: none
// graphs: 2 (who opens it first)
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

static char name[40];  // of this process alone
static int shared;

static void* post(void* arg) {
  sem_t* both = sem_open(name, O_CREAT, 0600, 0);
  shared = 1;
  sem_post(both);
  sem_close(both);
  return arg;
}

int main(void) {
  snprintf(name, sizeof name, "/graphfuzz-test-%d", (int)getpid());
  assert(sem_open(name, 0) == SEM_FAILED && errno == ENOENT);
  assert(sem_open("/a/b", O_CREAT, 0600, 0) == SEM_FAILED);
  pthread_t thread;
  pthread_create(&thread, NULL, post, NULL);
  sem_t* old = sem_open(name, O_CREAT, 0600, 0);
  assert(old != SEM_FAILED);
  sem_wait(old);
  assert(shared == 1);
  pthread_join(thread, NULL);

  assert(sem_open(name, O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED && errno == EEXIST);
  assert(sem_open(name, O_CREAT, 0600, 7) == old);
  assert(sem_unlink(name) == 0 && sem_unlink(name) == -1 && errno == ENOENT);
  sem_t* new = sem_open(name, O_CREAT | O_EXCL, 0600, 2);
  assert(new != SEM_FAILED && new != old);
  sem_post(old);
  int value = -1;
  assert(sem_getvalue(new, &value) == 0 && value == 2);
  assert(sem_getvalue(old, &value) == 0 && value == 1);
  assert(sem_close(old) == 0 && sem_close(new) == 0 && sem_unlink(name) == 0);
}
