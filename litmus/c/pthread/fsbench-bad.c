// Two files look for a free block; whether a block is busy is read and written under its lock, but not in one go, so
// that both files may have the same block.
//
// bug: assertion
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
    pthread_mutex_unlock(&block_locks[block]);
    if (taken) continue;
    pthread_mutex_lock(&block_locks[block]);
    busy[block] = true;
    pthread_mutex_unlock(&block_locks[block]);
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
