# SPDX-License-Identifier: MIT
"""The space that agents live in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from covey._covey import ffi, lib
from covey.errors import ArgumentError, reals
from covey.tables import strings

_KINDS = strings(lib.covey_space_names())


@dataclass(frozen=True)
class Space:
    """A space: open, torus, reflecting or respawn; `size` has its sides, L, and none if open."""

    kind: str = "open"
    size: tuple[float, ...] = ()
    dim: int = 2

    def __post_init__(self) -> None:
        if self.kind not in _KINDS:
            raise ArgumentError(f"space is {self.kind!r}, expected one of {', '.join(_KINDS)}")
        if self.kind != "open" and len(self.size) != self.dim:
            raise ArgumentError(f"a {self.kind} has {self.dim} sizes, not {len(self.size)}")

    def c(self) -> Any:
        """A covey_space."""
        sizes = [*self.size, 0.0, 0.0, 0.0][:3]
        return ffi.new("covey_space *", (_KINDS.index(self.kind), self.dim, sizes))[0]

    @classmethod
    def of(cls, space: Any) -> Space:
        """The same as a covey_space."""
        dim = 3 if space.dim == 3 else 2
        kind = _KINDS[space.kind]
        return cls(kind, tuple(space.size[0:dim]) if kind != "open" else (), dim)

    def __str__(self) -> str:
        sides = " × ".join(f"{side:g}" for side in self.size)
        return f"{self.kind} {sides}".strip() + (" in three dimensions" if self.dim == 3 else "")


def _walled(kind: str, sides: tuple[float, ...]) -> Space:
    if len(sides) not in (2, 3):
        raise ArgumentError(f"a {kind} has 2 or 3 sizes, not {len(sides)}")
    return Space(kind, tuple(reals(sides, "sizes").tolist()), len(sides))


def torus(*sides: float) -> Space:
    """The torus: an agent that leaves on one side enters on the other. Two sides, or three."""
    return _walled("torus", sides)


def reflecting(*sides: float) -> Space:
    """A box with walls that throw back like a mirror. Two sides, or three."""
    return _walled("reflecting", sides)


def respawn(*sides: float) -> Space:
    """A box; an agent that leaves appears at a random place inside. Two sides, or three."""
    return _walled("respawn", sides)


def open_space(dim: int = 2) -> Space:
    """The unbounded plane, or space of three dimensions."""
    return Space("open", (), dim)
