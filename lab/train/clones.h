/* clones.h - functions that are compiled for several kinds of processor, of which the running one is taken.
 *
 * For the inner loops of learning. Sanitizers and clang take the plain one. */
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&     \
    !defined(__SANITIZE_THREAD__)
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CLONES
#endif
