#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Looks into all processes for arguments, variables, files and roots of others.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

SECRETS = [CASES.encode(), b'--cases', b'covey', OTHER.encode()]


def tells(path):
    with open(path, 'rb') as file:
        text = file.read(1 << 20)
    return any(secret in text for secret in SECRETS)


for process in [name for name in os.listdir('/proc') if name.isdigit()] + ['1', str(os.getppid())]:
    folder = '/proc/' + process
    if int(process) == os.getpid():
        continue
    attempt('process ' + process, lambda: os.path.exists(folder))
    for name in ['cmdline', 'environ', 'maps', 'mem', 'status']:
        attempt(folder + '/' + name, lambda: tells(folder + '/' + name))
    attempt(folder + '/root', lambda: os.listdir(folder + '/root'))
    attempt(folder + '/cwd', lambda: os.listdir(folder + '/cwd'))
    attempt(folder + '/fd', lambda: os.listdir(folder + '/fd'))
    attempt(folder + '/exe', lambda: os.readlink(folder + '/exe'))
for file in os.listdir('/proc/self/fd'):
    target = os.path.join('/proc/self/fd', file)
    attempt('open file ' + file, lambda: int(file) > 2 and not os.readlink(target).startswith('/proc/'))

end()
