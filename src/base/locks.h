// SPDX-License-Identifier: MIT
// Locks, signals and threads of the system: POSIX's, or on Windows its library's, so that no other
// one has to be linked there. For base/threads.c alone, which asks for POSIX.
#ifndef COVEY_BASE_LOCKS_H
#define COVEY_BASE_LOCKS_H

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L // sigset_t, pthread_sigmask()
#endif

#include <stdbool.h>
#include <stddef.h>

#if defined(_WIN32)
#include <process.h>

// A few functions of <windows.h>, which has thousands of names, short ones among them.
#define COVEY_WINDOWS __declspec(dllimport)
COVEY_WINDOWS void __stdcall AcquireSRWLockExclusive(void **lock);
COVEY_WINDOWS void __stdcall ReleaseSRWLockExclusive(void **lock);
COVEY_WINDOWS int __stdcall SleepConditionVariableSRW(void **signal, void **lock,
                                                      unsigned long milliseconds,
                                                      unsigned long flags);
COVEY_WINDOWS void __stdcall WakeConditionVariable(void **signal);
COVEY_WINDOWS void __stdcall WakeAllConditionVariable(void **signal);
COVEY_WINDOWS unsigned long __stdcall WaitForSingleObject(void *handle, unsigned long milliseconds);
COVEY_WINDOWS int __stdcall CloseHandle(void *handle);
COVEY_WINDOWS int __stdcall SwitchToThread(void);
COVEY_WINDOWS unsigned long __stdcall GetActiveProcessorCount(unsigned short group);
#undef COVEY_WINDOWS
enum { COVEY_ALL_GROUPS = 0xffff };
#define COVEY_FOR_EVER 0xffffffffUL

/// A pointer each, NULL at first; nothing is to be freed.
typedef void *covey_lock;
typedef void *covey_signal;
typedef void *covey_thread;

/// The function that a thread begins with.
#define COVEY_THREAD_MAIN(name, argument) static unsigned __stdcall name(void *argument)
#define COVEY_THREAD_END 0

static inline void covey_lock_init(covey_lock *lock)
{
    *lock = NULL;
}

static inline void covey_lock_take(covey_lock *lock)
{
    AcquireSRWLockExclusive(lock);
}

static inline void covey_lock_give(covey_lock *lock)
{
    ReleaseSRWLockExclusive(lock);
}

static inline void covey_lock_end(covey_lock *lock)
{
    (void)lock;
}

static inline void covey_signal_init(covey_signal *signal)
{
    *signal = NULL;
}

/// Gives the lock away until it is signaled.
static inline void covey_signal_wait(covey_signal *signal, covey_lock *lock)
{
    (void)SleepConditionVariableSRW(signal, lock, COVEY_FOR_EVER, 0);
}

static inline void covey_signal_one(covey_signal *signal)
{
    WakeConditionVariable(signal);
}

static inline void covey_signal_all(covey_signal *signal)
{
    WakeAllConditionVariable(signal);
}

static inline void covey_signal_end(covey_signal *signal)
{
    (void)signal;
}

/// Starts a thread, whose stack is as large as threads of the program usually have, and at least so
/// many bytes; false if the system refuses it.
static inline bool covey_thread_start(covey_thread *thread, size_t stack,
                                      unsigned(__stdcall *begin)(void *), void *argument)
{
    *thread = (void *)_beginthreadex(NULL, (unsigned)stack, begin, argument, 0, NULL);
    return *thread != NULL;
}

static inline void covey_thread_join(covey_thread thread)
{
    (void)WaitForSingleObject(thread, COVEY_FOR_EVER);
    (void)CloseHandle(thread);
}

static inline void covey_thread_yield(void)
{
    (void)SwitchToThread();
}

static inline int covey_processors(void)
{
    return (int)GetActiveProcessorCount(COVEY_ALL_GROUPS);
}

#else

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

typedef pthread_mutex_t covey_lock;
typedef pthread_cond_t covey_signal;
typedef pthread_t covey_thread;

#define COVEY_THREAD_MAIN(name, argument) static void *name(void *argument)
#define COVEY_THREAD_END NULL

/// Neither this nor the signal's can fail with default attributes.
static inline void covey_lock_init(covey_lock *lock)
{
    (void)pthread_mutex_init(lock, NULL);
}

static inline void covey_lock_take(covey_lock *lock)
{
    (void)pthread_mutex_lock(lock);
}

static inline void covey_lock_give(covey_lock *lock)
{
    (void)pthread_mutex_unlock(lock);
}

static inline void covey_lock_end(covey_lock *lock)
{
    (void)pthread_mutex_destroy(lock);
}

static inline void covey_signal_init(covey_signal *signal)
{
    (void)pthread_cond_init(signal, NULL);
}

static inline void covey_signal_wait(covey_signal *signal, covey_lock *lock)
{
    (void)pthread_cond_wait(signal, lock);
}

static inline void covey_signal_one(covey_signal *signal)
{
    (void)pthread_cond_signal(signal);
}

static inline void covey_signal_all(covey_signal *signal)
{
    (void)pthread_cond_broadcast(signal);
}

static inline void covey_signal_end(covey_signal *signal)
{
    (void)pthread_cond_destroy(signal);
}

static inline bool covey_thread_has_room(pthread_attr_t *attributes, size_t stack)
{
    size_t usual;
    return pthread_attr_getstacksize(attributes, &usual) == 0 &&
           (usual >= stack || pthread_attr_setstacksize(attributes, stack) == 0);
}

/// It takes no signals either: signals are for the threads of the program.
static inline bool covey_thread_start(covey_thread *thread, size_t stack, void *(*begin)(void *),
                                      void *argument)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = covey_thread_has_room(&attributes, stack) &&
                   pthread_create(thread, &attributes, begin, argument) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)pthread_attr_destroy(&attributes);
    return started;
}

static inline void covey_thread_join(covey_thread thread)
{
    (void)pthread_join(thread, NULL);
}

static inline void covey_thread_yield(void)
{
    (void)sched_yield();
}

static inline int covey_processors(void)
{
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

#endif
#endif
