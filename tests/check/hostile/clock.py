#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Asks how long it may take, and takes longer.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

import time

time.sleep(0.05)
attempt('clock', lambda: time.clock_settime(time.CLOCK_REALTIME, 0) is None)
end()
while True:
    pass

end()
