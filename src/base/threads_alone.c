// SPDX-License-Identifier: MIT
// Jobs without threads, for WebAssembly: they run in place, in the order of their tasks. A world of
// several threads has the bits of a world of one, so any number may be asked for.
#include "base/threads.h"

#ifdef __wasm__

static void run_in_place(void *context, covey_task *task, void *argument, size_t count)
{
    (void)context;
    for (size_t index = 0; index < count; index++)
        task(argument, index);
}

covey_executor covey_threads_executor(covey_threads *pool)
{
    (void)pool;
    return (covey_executor){.run = run_in_place};
}

void covey_threads_reset(covey_once *once)
{
    atomic_store_explicit(&once->state, 0, memory_order_relaxed);
}

void covey_threads_once(covey_once *once, void (*make)(void *argument), void *argument)
{
    if (atomic_load_explicit(&once->state, memory_order_relaxed) != 0)
        return;
    make(argument);
    atomic_store_explicit(&once->state, 1, memory_order_relaxed);
}

covey_status covey_threads_create(covey_memory *memory, int threads, covey_threads **pool)
{
    (void)memory;
    (void)threads;
    *pool = NULL;
    return COVEY_OK;
}

void covey_threads_destroy(covey_memory *memory, covey_threads *pool)
{
    (void)memory;
    (void)pool;
}

#endif
