#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Fills its folder with bytes, and with files.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

total = files = 0
try:
    while total < 256 << 20:
        with open('large-%d' % files, 'wb') as file:
            files += 1
            total += file.write(bytes(8 << 20))
except OSError:
    pass
attempt('bytes', lambda: total >= 256 << 20)
for number in range(files):
    os.unlink('large-%d' % number)
files = 0
try:
    while files < 20000:
        os.mkdir('folder-%d' % files)
        files += 1
except OSError:
    pass
attempt('files', lambda: files >= 20000)

end()
