#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Leaves processes behind that ignore all signals.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

import signal, time

for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        for number in range(1, 32):
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
        if os.fork() == 0:
            for file in range(16):
                try:
                    os.close(file)
                except OSError:
                    pass
            while True:
                time.sleep(1)
        os._exit(0)
time.sleep(0.1)

end()
