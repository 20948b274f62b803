#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Types for the user at the terminal, and gives it orders.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

import fcntl

TIOCSTI = 0x5412
for file in [0, 1, 2]:
    attempt('type', lambda: fcntl.ioctl(file, TIOCSTI, b'x') is not None)
attempt('terminal', lambda: os.open('/dev/tty', os.O_RDWR))
attempt('terminals', lambda: os.listdir('/dev/pts'))
ORDERS = '\x1b]0;owned\x07\x1b[2J\x9b31m\r\u202e'
sys.stdout.write(ORDERS + '\n')
sys.stderr.write(ORDERS + '\n')

end()
