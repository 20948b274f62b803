#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Many processes that each take less than the limit, and keep it. A process that is killed to make
# room for another holds nothing any more.
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
        os.write(writer, b'%9d\n' % os.getpid())
        time.sleep(2)
        os._exit(0)
    children.append(child)
time.sleep(1.5)
os.set_blocking(reader, False)


def hold():
    filled = {int(line) for line in os.read(reader, 1000).split()}
    held = [child for child in children if child in filled and os.waitpid(child, os.WNOHANG)[0] == 0]
    return len(held) >= 10


attempt('together', hold)

end()
