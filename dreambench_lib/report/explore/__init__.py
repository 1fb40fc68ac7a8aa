"""Choosing a cell and reading what happened in it, with or without a kernel behind the page."""

from dreambench_lib.report.explore.explorer import Explorer
from dreambench_lib.report.explore.page import page

__all__ = ["Explorer", "page"]
