// SPDX-License-Identifier: MIT
// A library that is loaded before a program begins and changes how it rounds, as plug-ins of other
// programs do: COVEY_ROUND is up, down, zero or flush.
#define _DEFAULT_SOURCE
#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

static void begin(void) __attribute__((constructor));

static void begin(void)
{
    const char *how = getenv("COVEY_ROUND");
    if (how == NULL)
        return;
    if (strcmp(how, "up") == 0)
        (void)fesetround(FE_UPWARD);
    if (strcmp(how, "down") == 0)
        (void)fesetround(FE_DOWNWARD);
    if (strcmp(how, "zero") == 0)
        (void)fesetround(FE_TOWARDZERO);
#if defined(__SSE2__)
    if (strcmp(how, "flush") == 0)
        _mm_setcsr(_mm_getcsr() | 0x8040U);
#endif
}
