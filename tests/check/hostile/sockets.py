#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Calls whatever listens.
import os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import *

import socket


def call(family, kind, address):
    with socket.socket(family, kind) as caller:
        caller.settimeout(1)
        caller.connect(address)
        return True


def send(address):
    one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with one, other:
        return one.sendto(b'x', address)


attempt('named', lambda: call(socket.AF_UNIX, socket.SOCK_STREAM, SOCKET))
attempt('abstract', lambda: call(socket.AF_UNIX, socket.SOCK_STREAM, '\0' + ABSTRACT))
attempt('pair', lambda: send(SOCKET))
attempt('pair to abstract', lambda: send('\0' + ABSTRACT))
attempt('system bus', lambda: call(socket.AF_UNIX, socket.SOCK_STREAM, '/run/dbus/system_bus_socket'))
attempt('local', lambda: call(socket.AF_INET, socket.SOCK_STREAM, ('127.0.0.1', PORT)))
attempt('remote', lambda: call(socket.AF_INET, socket.SOCK_DGRAM, ('192.0.2.1', 9)))
for name in ['AF_NETLINK', 'AF_VSOCK', 'AF_PACKET', 'AF_ALG', 'AF_CAN', 'AF_BLUETOOTH', 'AF_TIPC']:
    attempt(name, lambda: socket.socket(getattr(socket, name), socket.SOCK_RAW))
    attempt(name, lambda: socket.socket(getattr(socket, name), socket.SOCK_STREAM))

end()
