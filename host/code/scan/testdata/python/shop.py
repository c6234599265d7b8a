#!/usr/bin/env python3
"""A shop; def not_here(): pass"""

from __future__ import annotations

import os, sys
from typing import (
    Any,
    overload,
)

LIMIT: int = 10  # def: LIMIT
NAMES = [  # def: NAMES
    "class Nope:",
    "b",
]
LIMIT += 1
text = '''  # def: text
def also_not():
    pass
'''


@overload
def price(item: str) -> int: ...
@overload
def price(item: int) -> int: ...
def price(item):  # def: price
    """Says what an item costs.

    Taxes are in it.
    """
    def inner():
        return 1
    return inner()


# Goods and their price.
class Shop(object):  # def: Shop
    """Sells things."""

    open = True
    names: dict[str, int] = {}

    def __init__(self, a, *, b=lambda x: {x: 1}):  # def: Shop.__init__
        self.a = a
        # a comment that ends the body

    @property
    @deprecated("def x(): pass")
    def closed(self) -> bool:  # def: Shop.closed
        r'''Whether it is "closed".'''
        return not self.open

    async def sell(  # def: Shop.sell
        self,
        item: str,
    ) -> None:
        async with self.lock:
            pass

    class Till:  # def: Shop.Till
        def count(self): return sum(x for x in self)  # def: Shop.Till.count

        if sys.version_info > (3, 8):
            def fast(self):  # def: Shop.Till.fast
                return f"{self.x!r:>{10}} {'class A:'}"


try:
    import fast
except ImportError:
    def fallback(x): # def: fallback
	    return x \
+ 1
else:
    class Other(Shop): pass  # def: Other

async def main():  # def: main
    await price("a")
type Pair[T] = tuple[T, T]  # def: Pair

if __name__ == "__main__":
    local = 1
    main()
