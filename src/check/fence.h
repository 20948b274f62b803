// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_FENCE_H
#define COVEY_CHECK_FENCE_H

#include <stdbool.h>

/// From now on this process, and whatever it starts, may make, change and remove files in one
/// folder alone; it may open /dev/null besides, and read as before. Newer kernels also keep it from
/// TCP and from signals to processes outside. Needs PR_SET_NO_NEW_PRIVS. False where the kernel
/// knows no such fence (Landlock): then nothing is changed.
bool covey_fence_close(const char *folder);

#endif
