# SPDX-License-Identifier: MIT
"""What docs/python.md shows is what happens, and the notebooks run."""

import doctest
import json
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("page, least", [("docs/python.md", 45), ("docs/start-researcher.md", 4)])
def test_pages_show_real_output(page, least):
    blocks = re.findall(r"^```pycon\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    said = []
    failed, tried = doctest.DocTestRunner().run(test, out=said.append)
    assert not failed, "".join(said)
    assert tried >= least


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path):
    """Without a notebook server: the cells one after the other, in one namespace."""
    notebook = json.loads(path.read_text())
    assert notebook["nbformat"] == 4
    names = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{path.name} {cell['id']}", "exec"), names)
    assert names["passed"], "the last cell says whether the result is as the text says"
