# SPDX-License-Identifier: MIT
import os
import pathlib

import pytest


@pytest.fixture(scope="session")
def covey_program():
    """The program of the build that the module is linked with."""
    path = pathlib.Path(os.environ.get("COVEY_LIBRARIES", "build/dev")) / "covey"
    if not path.exists():
        pytest.skip("there is no program covey in the build")
    return str(path.resolve())
