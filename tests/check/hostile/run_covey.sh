#!/bin/sh
# SPDX-License-Identifier: MIT
# Lets covey itself do the work.
. "${0%/*}/targets.sh"
found=
for program in covey "$COVEY" /usr/bin/covey /usr/local/bin/covey /proc/1/exe /proc/$PPID/exe; do
    if echo '1 0 0 0 1 0 0 0' | "$program" formal >/dev/null 2>&1; then
        found="$found $program"
    fi
done
echo "${found:+FOUND}${found:-nothing found}" >&2
