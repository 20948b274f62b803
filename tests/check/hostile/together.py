#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Many processes that each take less than the limit.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

import time

children = []
reader, writer = os.pipe()
for _ in range(12):
    child = os.fork()
    if child == 0:
        block = bytearray(48 << 20)
        for at in range(0, len(block), 4096):
            block[at] = 1
        os.write(writer, b'x')
        time.sleep(2)
        os._exit(0)
    children.append(child)
time.sleep(1.5)
os.set_blocking(reader, False)
attempt('together', lambda: len(os.read(reader, 100)) >= 10)

end()
