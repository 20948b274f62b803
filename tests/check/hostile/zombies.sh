#!/bin/sh
# SPDX-License-Identifier: MIT
# Leaves children that no process waits for, and one that goes on after it.
for _ in 1 2 3 4 5 6 7 8; do
    (sleep 0.01 &)
done
nohup sh -c 'while :; do sleep 1; done' >/dev/null 2>&1 &
echo 'nothing found' >&2
kill -9 $$
