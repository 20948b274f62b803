// SPDX-License-Identifier: MIT
// For libfyaml. Its functions ask first whether there is a terminal, and there is none: what they
// would do with one is left out, so that these need no definition.
#ifndef STUB_TERMIOS_H
#define STUB_TERMIOS_H

enum { TCSANOW = 0, VMIN = 0, VTIME = 1 };

struct termios {
    unsigned c_iflag, c_oflag, c_cflag, c_lflag;
    unsigned char c_cc[2];
};

int tcgetattr(int file, struct termios *terminal);
int tcsetattr(int file, int when, const struct termios *terminal);
void cfmakeraw(struct termios *terminal);

#endif
