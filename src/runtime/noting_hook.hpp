// Hooks that note what their caller goes by.
#pragma once

#define GRAPHFUZZ_HOOK extern "C" __attribute__((visibility("default"), used))
#define GRAPHFUZZ_BEHIND extern "C" __attribute__((visibility("hidden"), used))

// A hook that notes what its caller goes by, before it goes on as graphfuzz_NAME.
#define GRAPHFUZZ_NOTING(NAME)                              \
  asm(".text\n.globl __tsan_" #NAME "\n.type __tsan_" #NAME \
      ", @function\n"                                       \
      "__tsan_" #NAME                                       \
      ":\n"                                                 \
      "  endbr64\n"                                         \
      "  mov %rbx, graphfuzz_registers(%rip)\n"             \
      "  mov %rbp, graphfuzz_registers+8(%rip)\n"           \
      "  mov %r12, graphfuzz_registers+16(%rip)\n"          \
      "  mov %r13, graphfuzz_registers+24(%rip)\n"          \
      "  mov %r14, graphfuzz_registers+32(%rip)\n"          \
      "  mov %r15, graphfuzz_registers+40(%rip)\n"          \
      "  lea 8(%rsp), %rax\n"                               \
      "  mov %rax, graphfuzz_registers+48(%rip)\n"          \
      "  jmp graphfuzz_" #NAME                              \
      "\n"                                                  \
      ".size __tsan_" #NAME ", .-__tsan_" #NAME "\n");
