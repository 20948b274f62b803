#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Opens devices and files in which the kernel tells about itself.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

for name in ['mem', 'kmsg', 'sda', 'vda', 'nvme0n1', 'fuse', 'kvm', 'console', 'tty0', 'ptmx', 'loop0',
             'net/tun', 'mqueue', 'hugepages']:
    attempt('/dev/' + name, lambda: os.path.exists('/dev/' + name))
for path in ['/proc/kcore', '/proc/kmsg', '/proc/1/mem', '/sys/kernel', '/sys/fs/cgroup', '/proc/keys']:
    attempt(path, lambda: os.listdir(path) if os.path.isdir(path) else open(path, 'rb').read(1))

end()
