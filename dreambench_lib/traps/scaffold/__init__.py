"""A new trap's skeleton: a folder that loads, with every text still to be written."""

from .write import scaffold

__all__ = ["scaffold"]
