"""Workers that end with their driver: a killed driver must not leave any behind."""

from __future__ import annotations

import os
import select
import threading
from functools import lru_cache


@lru_cache(maxsize=1)
def end_with(driver: int) -> None:
    """End this process as soon as process `driver`, its parent, is gone. Linux only.

    A thread waits on the driver's descriptor; nothing is asked again and again.
    """
    if not hasattr(os, "pidfd_open"):
        return
    try:
        descriptor = os.pidfd_open(driver)
    except ProcessLookupError:
        os._exit(1)
    if os.getppid() != driver:  # it went before the descriptor was ours
        os._exit(1)

    def wait() -> None:
        select.select([descriptor], [], [])
        os._exit(1)

    threading.Thread(target=wait, daemon=True, name="end-with-driver").start()
