// Two files look for a free block, and take it while they hold its lock.
//
// bug: none
// race: no
// model: sc
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { files = 2, blocks = 3 };

static pthread_mutex_t block_locks[blocks];
static bool busy[blocks];
static int inodes[files], numbers[files];

static void* create(void* arg) {
  int file = *(int*)arg;
  for (int block = 0; block < blocks; block++) {
    pthread_mutex_lock(&block_locks[block]);
    bool taken = busy[block];
    busy[block] = true;
    pthread_mutex_unlock(&block_locks[block]);
    if (taken) continue;
    inodes[file] = block;
    break;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[files];
  for (int i = 0; i < blocks; i++) pthread_mutex_init(&block_locks[i], NULL);
  for (int i = 0; i < files; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, create, &numbers[i]);
  }
  for (int i = 0; i < files; i++) pthread_join(threads[i], NULL);
  assert(inodes[0] != inodes[1]);
}
