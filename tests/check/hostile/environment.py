#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Reads the variables, its arguments and where it stands.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

known = {'PATH', 'LANG', 'HOME', 'TMPDIR', 'LC_CTYPE'}  # Python itself sets the last one
for name in os.environ:
    attempt('variable ' + name, lambda: name not in known)
attempt('home', lambda: os.environ['HOME'] != os.getcwd())
attempt('folder for files', lambda: os.environ['TMPDIR'] != os.getcwd())
attempt('arguments', lambda: len(sys.argv) > 1)

end()
