// SPDX-License-Identifier: MIT
// Infinity as a constant, as headers of Visual C++ have it.
#include_next <math.h>
#undef HUGE_VAL
#define HUGE_VAL __builtin_huge_val()
#undef INFINITY
#define INFINITY __builtin_huge_valf()
