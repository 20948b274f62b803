#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Writes, removes and changes files that are not its own.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

here = os.path.dirname(os.path.abspath(__file__))


def write(path):
    with open(path, 'a') as file:
        return file.write('x')


def done(deed, *arguments):
    deed(*arguments)
    return True


for path in [OUTSIDE, OUTSIDE + '.new', os.path.join(CASES, 'worked.out'), __file__, here + '/new',
             os.path.join(OTHER, 'flock'), os.path.join(here, '..', 'new'), '/new', '/usr/new',
             '/usr/bin/python3', '/etc/passwd', '/tmp/new', '/var/tmp/new', '/dev/new', '/dev/kmsg',
             '/proc/sysrq-trigger', '/proc/sys/kernel/core_pattern', '/proc/self/oom_score_adj.x']:
    attempt('write ' + path, lambda: write(path))
for path in [OUTSIDE, __file__, '/usr/bin', '/etc/passwd', '/', CASES]:
    attempt('chmod ' + path, lambda: done(os.chmod, path, 0o777))
    attempt('chown ' + path, lambda: done(os.chown, path, os.getuid(), os.getgid()))
    attempt('utime ' + path, lambda: done(os.utime, path))
    attempt('setxattr ' + path, lambda: done(os.setxattr, path, 'user.x', b'x'))
    attempt('remove ' + path, lambda: done(os.unlink, path))
    attempt('rename ' + path, lambda: done(os.rename, path, path + '.moved'))
    attempt('link ' + path, lambda: done(os.link, path, 'linked'))
    attempt('rename out', lambda: write('file') and done(os.rename, 'file', path + '.file'))
attempt('truncate', lambda: done(os.truncate, OUTSIDE, 0))
attempt('remount', lambda: os.system('mount -o remount,rw /usr 2>/dev/null') == 0)

end()
