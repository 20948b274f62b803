// SPDX-License-Identifier: MIT
// Statuses, errors, memory, tasks and the log, which every part of covey shares.
#ifndef COVEY_BASE_H
#define COVEY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define COVEY_VERSION_MAJOR 0
#define COVEY_VERSION_MINOR 1
#define COVEY_VERSION_PATCH 0

/// The version as one number that grows, of the headers for #if and of the library that is linked:
/// 10000 major + 100 minor + patch.
#define COVEY_VERSION                                                                              \
    (COVEY_VERSION_MAJOR * 10000 + COVEY_VERSION_MINOR * 100 + COVEY_VERSION_PATCH)

/// The results epoch: how often results have changed, the number of entries "Results change" in
/// CHANGELOG.md. Libraries of the same epoch come to the same bits (docs/determinism.md).
#define COVEY_RESULTS_EPOCH 21

// COVEY_GNU: 1 where the compiler has gcc's attributes, built-in functions and vectors, as clang
// has them for every system (clang-cl, too). Others, such as Visual C++'s own, compile plain C17.
// Defined as 0 it keeps gcc and clang to that as well.
#ifndef COVEY_GNU
#if defined(__GNUC__) || defined(__clang__)
#define COVEY_GNU 1
#else
#define COVEY_GNU 0
#endif
#endif

// COVEY_API stands before all that a program calls. For a DLL of Windows the library is compiled
// with COVEY_DLL and COVEY_BUILDING, the program that is linked with it with COVEY_DLL alone;
// CMake's covey::covey does both.
#if defined(_WIN32) && defined(COVEY_DLL) && defined(COVEY_BUILDING)
#define COVEY_API __declspec(dllexport)
#elif defined(_WIN32) && defined(COVEY_DLL)
#define COVEY_API __declspec(dllimport)
#elif COVEY_GNU && !defined(_WIN32)
#define COVEY_API __attribute__((__visibility__("default")))
#else
#define COVEY_API
#endif

// With mingw-w64 printf is that of Windows unless a program asks for C's, as covey does.
#if defined(__MINGW32__) && !defined(__clang__)
#define COVEY_PRINTF(template, first) __attribute__((__format__(__gnu_printf__, template, first)))
#elif COVEY_GNU
#define COVEY_PRINTF(template, first) __attribute__((__format__(__printf__, template, first)))
#else
#define COVEY_PRINTF(template, first)
#endif

// ---- Loops that compilers calculate several turns of at a time ----

// COVEY_INLINE: expanded in place, with the instruction set and the flags of that place.
// COVEY_RESTRICT: C's restrict.
#if COVEY_GNU
#define COVEY_INLINE static __inline__ __attribute__((__always_inline__))
#define COVEY_RESTRICT __restrict__
#elif defined(_MSC_VER)
#define COVEY_INLINE static __forceinline
#define COVEY_RESTRICT __restrict
#else
#define COVEY_INLINE static inline
#define COVEY_RESTRICT
#endif

// COVEY_VECTORS: the function's loops are worth vectors, and no flag of exceptions is read. gcc has
// to be asked; no result changes. clang takes both for granted.
#if COVEY_GNU && !defined(__clang__) && defined(__OPTIMIZE__)
#define COVEY_VECTORS __attribute__((__optimize__("no-trapping-math", "vect-cost-model=dynamic")))
#else
#define COVEY_VECTORS
#endif

// COVEY_WIDER defines the function `name`, whose `type` is void or static void, by its body, a
// COVEY_BODY function name##_body. Parameters and arguments stand in parentheses. A body is a loop
// in plain C; it is compiled for every CPU of the architecture, and for AVX2 where CPUs have that,
// with the same bits. The function has attributes, too, and calculates something itself: gcc 12
// gives a function without attributes the flags of the code that is expanded in it.
#define COVEY_BODY COVEY_VECTORS COVEY_INLINE
#if COVEY_GNU && defined(__x86_64__)

/// True if this CPU has AVX2, and fused multiplication and addition, as nearly every CPU with AVX2
/// has. The library of Visual C++ has nothing for __builtin_cpu_supports().
#if defined(_MSC_VER) || defined(COVEY_CPUID)
COVEY_API int covey_wider(void);
#else
static inline int covey_wider(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#endif

#define COVEY_WIDER(type, name, parameters, arguments)                                             \
    static COVEY_VECTORS __attribute__((__target__("avx2"))) void name##_wider parameters          \
    {                                                                                              \
        name##_body arguments;                                                                     \
    }                                                                                              \
    COVEY_VECTORS type name parameters                                                             \
    {                                                                                              \
        if (covey_wider())                                                                         \
            name##_wider arguments;                                                                \
        else                                                                                       \
            name##_body arguments;                                                                 \
    }
#else
#define COVEY_WIDER(type, name, parameters, arguments)                                             \
    COVEY_VECTORS type name parameters                                                             \
    {                                                                                              \
        name##_body arguments;                                                                     \
    }
#endif

/// Version of the library that is linked, as "major.minor.patch".
COVEY_API const char *covey_version(void);
COVEY_API int covey_version_number(void);

/// The commit that the library was built from: the first 12 digits of its number, and "+" where
/// the sources were changed since; "unknown" where neither git nor an archive of it had one.
COVEY_API const char *covey_commit(void);

/// COVEY_RESULTS_EPOCH of the library that is linked.
COVEY_API int covey_results_epoch(void);

/// All of these in the one text that files, databases and programs have: "0.1.0 (commit
/// 0123456789ab; results 7)".
COVEY_API const char *covey_version_text(void);

/// The results epoch in such a text, as of covey_input_provenance(); -1 if it has none, as those
/// before epochs do not, or is NULL.
COVEY_API int covey_version_results(const char *text);

// ---- Ids of agents ----

// COVEY_WIDE_IDS: 1 where ids have 64 bits. The library and all programs that use it are compiled
// with the same number; CMake's covey::covey and pkg-config bring it.
#ifndef COVEY_WIDE_IDS
#define COVEY_WIDE_IDS 0
#endif

/// The number of an agent, see covey/world.h. COVEY_PRI_ID prints it, by the macros of
/// <inttypes.h>. COVEY_NO_AGENT is the number of none; COVEY_MAX_ID is the largest that files may
/// have: a double has all ids exactly.
#if COVEY_WIDE_IDS
typedef uint64_t covey_id;
#define COVEY_PRI_ID PRIu64
#define COVEY_NO_AGENT UINT64_MAX
#define COVEY_MAX_ID ((UINT64_C(1) << 53) - 1)
#else
typedef uint32_t covey_id;
#define COVEY_PRI_ID PRIu32
#define COVEY_NO_AGENT UINT32_MAX
#define COVEY_MAX_ID UINT32_MAX
#endif

// Functions that programs begin with have other names where ids are wide: a program and a library
// that were compiled with different widths do not link.
#if COVEY_WIDE_IDS
#define covey_world_create covey_world_create_wide
#define covey_scenario_open covey_scenario_open_wide
#define covey_session_open covey_session_open_wide
#define covey_input_open covey_input_open_wide
#define covey_output_open covey_output_open_wide
#define covey_measure_all covey_measure_all_wide
#define covey_measure_agents covey_measure_agents_wide
#define covey_trail_create covey_trail_create_wide
#define covey_delays_create covey_delays_create_wide
#define covey_lags_create covey_lags_create_wide
#endif

// ---- Statuses: name, exit code of the program, text ----

#define COVEY_STATUS_LIST(X)                                                                       \
    X(OK, 0, "done")                                                                               \
    X(ARG, 64, "an argument is outside what the function accepts")                                 \
    X(INPUT, 65, "the input does not follow its format")                                           \
    X(DIVERGED, 70, "the state left the range of finite numbers")                                  \
    X(MEMORY, 71, "out of memory")                                                                 \
    X(SYSTEM, 71,                                                                                  \
      "the system refused a thread, or the floating-point environment is not the default")         \
    X(IO, 74, "reading or writing failed")                                                         \
    X(LOCKED, 75, "another program is writing there")                                              \
    X(CLOSED, 0, "the reader of the output went away")                                             \
    X(INTERRUPTED, 130, "stopped on request")

typedef enum covey_status {
#define COVEY_STATUS_ENUM(name, exit_code, text) COVEY_##name,
    COVEY_STATUS_LIST(COVEY_STATUS_ENUM)
#undef COVEY_STATUS_ENUM
} covey_status;

/// Name ("COVEY_INPUT"), one-sentence text and documented exit code of a status. Static strings.
/// An unknown value gives "COVEY_?", "unknown status" and 70.
COVEY_API const char *covey_status_name(covey_status status);
COVEY_API const char *covey_status_text(covey_status status);
COVEY_API int covey_status_exit(covey_status status);

/// An error and its place. `line` and `column` count from 1 in the input, 0 where there is no
/// input; `step`, `flock` and `id` are set for COVEY_DIVERGED. The message is one sentence without
/// newline.
typedef struct covey_error {
    covey_status status;
    uint64_t line;
    uint64_t column;
    uint64_t step;
    uint64_t id;
    int flock;
    char message[256];
} covey_error;

/// Fills `error` (may be NULL) with a formatted message and returns `status`.
COVEY_API covey_status covey_fail(covey_error *error, covey_status status, const char *format, ...)
    COVEY_PRINTF(3, 4);

/// True while the calling thread rounds to nearest and keeps subnormal numbers. Calls that
/// calculate set these rules and put the caller's back when they return; functions of yours that
/// they call have covey's. Without a compiler that is like gcc, and where a processor flushes
/// subnormal numbers that is neither an x86-64 nor an AArch64, they stay, and steps are refused
/// with COVEY_SYSTEM.
COVEY_API bool covey_rounds_right(void);

// ---- Hooks that an engine may bring ----

/// Memory of the caller. `resize` works like realloc: a NULL block allocates, size 0 frees (and may
/// return anything), failure returns NULL and leaves the block. Blocks are aligned for max_align_t.
/// `old_size` is the size asked for before. Called by create, add, destroy and a formal run, never
/// by a step. All zero: malloc and free.
typedef struct covey_allocator {
    void *(*resize)(void *context, void *block, size_t old_size, size_t new_size);
    void *context;
} covey_allocator;

/// One piece of a parallel job.
typedef void covey_task(void *argument, size_t index);

/// Threads of the caller. `run` calls task(argument, index) once for every index below `count`, in
/// any order, on any threads, and returns when all are done. The task neither blocks nor allocates.
/// A stack of 64 KiB is enough for it, as for every call of a world: compiled with optimization,
/// that leaves 4 KiB of it to the models, influences and hooks of the program. All zero: the world
/// runs its own workers, whose stacks are as large as threads of the program usually have, and have
/// at least 512 KiB. No result depends on which thread runs a task.
typedef struct covey_executor {
    void (*run)(void *context, covey_task *task, void *argument, size_t count);
    void *context;
} covey_executor;

/// Receives warnings, one sentence without newline. All zero: silence.
typedef struct covey_logger {
    void (*warn)(void *context, const char *message);
    void *context;
} covey_logger;

#ifdef __cplusplus
}
#endif
#endif
