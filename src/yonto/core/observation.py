"""How an observation is laid out: named fields in a row, each a block of numbers from 0 to 1."""

from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Field:
    """One block. An entry is a yes or no (`top` 1), or a number divided by `top` and cut off at 1."""

    name: str
    shape: tuple[int, ...]
    what: str
    top: int = 1

    @property
    def size(self) -> int:
        return prod(self.shape)


class Layout:
    """The fields of a game's observation in their order. `at` gives the place where a field begins."""

    def __init__(self, *fields: Field) -> None:
        self.fields = fields
        self.size = sum(field.size for field in fields)
        self.places: dict[str, int] = {}
        place = 0
        for field in fields:
            self.places[field.name] = place
            place += field.size
        assert len(self.places) == len(fields), "two fields of one name"

    def at(self, name: str) -> int:
        return self.places[name]

    def split(self, observation: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """The fields of an observation by name, each in its shape, without copying."""
        return {
            field.name: observation[self.at(field.name) : self.at(field.name) + field.size].reshape(field.shape)
            for field in self.fields
        }

    def table(self) -> str:
        """The fields as a table for the documentation."""
        lines = ["| from | field | shape | divided by | what |", "|---:|---|---|---:|---|"]
        for field in self.fields:
            shape = " × ".join(map(str, field.shape))
            divided = "" if field.top == 1 else str(field.top)
            lines.append(f"| {self.at(field.name)} | `{field.name}` | {shape} | {divided} | {field.what} |")
        return "\n".join(lines)
