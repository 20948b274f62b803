#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Starts as many processes as there may be.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

import time

count = 0
try:
    while count < 2000:
        if os.fork() == 0:
            time.sleep(30)
            os._exit(0)
        count += 1
except OSError:
    pass
attempt('processes', lambda: count > 512)

end()
