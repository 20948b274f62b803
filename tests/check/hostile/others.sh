#!/bin/sh
# SPDX-License-Identifier: MIT
# Reads and runs submissions of others.
. "${0%/*}/targets.sh"
found=
for path in "$OTHER" "$OTHER/flock" "$OTHER/.." "$OTHER/../.." "${0%/*}/../other/flock"; do
    if ls "$path" 2>/dev/null | grep -q . && [ "$(ls "$path")" != "$(basename "${0%/*}")" ]; then
        case "$path" in
        */..) ls "$path" | grep -q other && found="$found $path" ;;
        *) found="$found $path" ;;
        esac
    fi
done
if "$OTHER/flock" >/dev/null 2>&1; then
    found="$found run"
fi
if [ -r "${0%/*}/link-to-other/flock" ] || [ -r "${0%/*}/link-to-answer" ]; then
    found="$found link"
fi
echo "${found:+FOUND}${found:-nothing found}" >&2
