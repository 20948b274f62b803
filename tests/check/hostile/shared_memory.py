#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Fills memory that has a name.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

total = files = 0
try:
    while total < 256 << 20:
        with open('/dev/shm/large-%d' % files, 'wb') as file:
            files += 1
            total += file.write(bytes(8 << 20))
except OSError:
    pass
attempt('bytes', lambda: total >= 256 << 20)

end()
