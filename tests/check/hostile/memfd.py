#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Keeps memory in files without names, and in shared memory.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

import mmap

LIMIT = 1024 << 20
held, files = 0, []
try:
    while held < LIMIT:
        file = os.memfd_create('x')
        files.append(file)
        for _ in range(16):
            held += os.write(file, bytes(1 << 20))
except (OSError, MemoryError):
    pass
attempt('memfd', lambda: held >= LIMIT)
try:
    while held < LIMIT:
        block = mmap.mmap(-1, 16 << 20)
        for at in range(0, 16 << 20, 4096):
            block[at] = 1
        files.append(block)
        held += 16 << 20
except (OSError, ValueError, MemoryError):
    pass
attempt('shared', lambda: held >= LIMIT)

end()
