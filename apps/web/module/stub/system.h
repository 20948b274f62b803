// SPDX-License-Identifier: MIT
// Included before all sources of the module: functions of glibc that wasi-libc lacks.
#ifndef STUB_SYSTEM_H
#define STUB_SYSTEM_H

#include <sys/types.h> // libfyaml.h needs ssize_t

const char *sigabbrev_np(int signal);
const char *sigdescr_np(int signal);
const char *strerrordesc_np(int error);

#endif
