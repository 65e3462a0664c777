// SPDX-License-Identifier: Apache-2.0
//
// A library to preload that lets one allocation of a program fail: FAILING_ALLOCATION=N is the N-th after the start of
// main, on any thread. Without that it counts them, and writes their number into the file ALLOCATIONS when the program
// ends. Operator new is among them, as it calls malloc.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

extern void* __libc_malloc(size_t bytes);
extern void* __libc_calloc(size_t count, size_t bytes);
extern void* __libc_realloc(void* block, size_t bytes);
extern void* __libc_memalign(size_t alignment, size_t bytes);

typedef int Main(int, char**, char**);

static atomic_long calls;
static atomic_int counts;
static long failing;
static Main* program_main;

static int fails(void) {
  if (!atomic_load(&counts) || atomic_fetch_add(&calls, 1) + 1 != failing) return 0;
  errno = ENOMEM;
  return 1;
}

void* malloc(size_t bytes) { return fails() ? NULL : __libc_malloc(bytes); }
void* calloc(size_t count, size_t bytes) { return fails() ? NULL : __libc_calloc(count, bytes); }
void* realloc(void* block, size_t bytes) { return fails() ? NULL : __libc_realloc(block, bytes); }
void* memalign(size_t alignment, size_t bytes) { return fails() ? NULL : __libc_memalign(alignment, bytes); }
void* aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void** block, size_t alignment, size_t bytes) {
  void* const got = memalign(alignment, bytes);
  if (got == NULL) return ENOMEM;
  *block = got;
  return 0;
}

static int counted_main(int argc, char** argv, char** environment) {
  const char* const number = getenv("FAILING_ALLOCATION");
  failing = number == NULL ? 0 : atol(number);
  atomic_store(&counts, 1);
  const int code = program_main(argc, argv, environment);
  atomic_store(&counts, 0);
  FILE* const file = failing == 0 ? fopen("ALLOCATIONS", "w") : NULL;
  if (file != NULL) {
    fprintf(file, "%ld\n", atomic_load(&calls));
    fclose(file);
  }
  return code;
}

int __libc_start_main(Main* main, int argc, char** argv, void (*init)(void), void (*fini)(void), void (*end)(void),
                      void* stack) {
  typedef int Start(Main*, int, char**, void (*)(void), void (*)(void), void (*)(void), void*);
  Start* const start = (Start*)dlsym(RTLD_NEXT, "__libc_start_main");
  program_main = main;
  return start(counted_main, argc, argv, init, fini, end, stack);
}
