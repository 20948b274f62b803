// SPDX-License-Identifier: MIT
// What a page does not have: terminals, signals, programs, and HDF5.
#include <termios.h>

#include "formats/plugin.h"

#include <errno.h>
#include <string.h>

// ---- Names of signals and errors: NULL, there is none ----

const char *sigabbrev_np(int signal)
{
    (void)signal;
    return NULL;
}

const char *sigdescr_np(int signal)
{
    (void)signal;
    return NULL;
}

const char *strerrordesc_np(int error)
{
    return strerror(error);
}

// ---- Terminals ----

int tcgetattr(int file, struct termios *terminal)
{
    (void)file;
    (void)terminal;
    errno = ENOTTY;
    return -1;
}

int tcsetattr(int file, int when, const struct termios *terminal)
{
    (void)file;
    (void)when;
    (void)terminal;
    errno = ENOTTY;
    return -1;
}

void cfmakeraw(struct termios *terminal)
{
    (void)terminal;
}

// ---- H5MD, which is read and written by a program of its own ----

const covey_format_plugin covey_format_h5md;
const covey_format_plugin covey_format_h5md = {
    .about = {.name = "h5md",
              .title = "H5MD 1.1 (HDF5), for MDAnalysis and h5py",
              .suffix = ".h5md",
              .built = false},
};
