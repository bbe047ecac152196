// What the programs of this folder have for tests/frontend/native/symbols_test.cpp: places in memory beside their names.
#pragma once

struct Expected {
  const char* name;
  const volatile void* address;
  unsigned long size; /* of the access; 0: the innermost is meant */
};

#ifdef __cplusplus
#define EXPORTED extern "C" __attribute__((visibility("default"), used))
#else
#define EXPORTED __attribute__((visibility("default"), used))
#endif

// Named as it is written.
#define SELF(place) {#place, &(place), sizeof(place)}
#define NAMED(name, place, size) {name, (const volatile char*)&(place), size}
#define AT(name, place, offset, size) {name, (const volatile char*)&(place) + (offset), size}
