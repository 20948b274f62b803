# SPDX-License-Identifier: MIT
# The extension, which declare.py makes of covey's headers.
from typing import Any

ffi: Any
lib: Any
