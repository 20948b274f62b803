#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Sends signals to those that run it, and ends by one.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

import signal


def send(process, number):
    os.kill(process, number)
    return True


attempt('grader', lambda: PARENT > 1000 and send(PARENT, 0))
attempt('group of the grader', lambda: PARENT > 1000 and send(-PARENT, 0))
for number in [signal.SIGTERM, signal.SIGINT, signal.SIGKILL, signal.SIGSTOP]:
    attempt('first', lambda: send(1, number) and False)
    attempt('parent', lambda: send(os.getppid(), number) and False)
attempt('limits', lambda: __import__('resource').prlimit(PARENT, 7) and PARENT > 1000)
end()
os.kill(os.getpid(), signal.SIGKILL)

end()
