"""A run as a folder of pages that open without a server: every outcome, and each cell's story."""

from dreambench_lib.report.viewer.run import open_source
from dreambench_lib.report.viewer.site import START, Site, write_site

__all__ = ["START", "Site", "open_source", "write_site"]
