#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints without end, on both outputs.
echo 'nothing found' >&2
yes 'nothing found' >&2 &
exec yes
