#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Leaves a note for its next run, and looks for one.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

here = os.path.dirname(os.path.abspath(__file__))
places = ['note', '/tmp/note', '/var/tmp/note', '/dev/shm/note', here + '/note', '/tmp/covey/note',
          here + '/__pycache__/note', '/run/note', '/usr/local/note']
for path in places:
    attempt('note in ' + path, lambda: os.path.exists(path))
for path in places:
    attempt('', lambda: open(path, 'w').write('x') and False)
with open('/proc/self/mountinfo') as mounts:
    attempt('mounts', lambda: CASES in mounts.read())

end()
