#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Walks through all there is for cases, outputs and covey.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

def walk(top, depth, ends):
    for folder, folders, files in os.walk(top):
        if folder.count('/') - top.count('/') >= depth:
            folders[:] = []
        folders[:] = [name for name in folders if (folder, name) not in {('/', 'proc'), ('/', 'usr')}]
        for name in files:
            path = os.path.join(folder, name)
            if name.startswith(('covey', 'libcovey')) or name.endswith(ends):
                attempt(path, lambda: open(path, 'rb').read(1))


walk('/', 100, ('.in', '.out'))
for place in ['/usr/bin', '/usr/lib', '/usr/local', '/usr/libexec', '/usr/share/covey']:
    walk(place, 2, ('worked.in', 'worked.out'))
for path in [CASES, os.path.join(CASES, 'worked.out')]:
    attempt(path, lambda: os.listdir(path) if os.path.isdir(path) else open(path).read())
attempt('beside the cases', lambda: os.path.basename(CASES) in os.listdir(os.path.dirname(CASES)))

end()
