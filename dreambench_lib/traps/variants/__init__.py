"""Variants: the same trap in a repository whose package, modules, symbols and tools are renamed.

**When may variants count as separate clusters?** Hardly ever. A variant keeps the story, the notes'
words, the checks and the mechanism of its trap; only code names and the minted secrets differ. What
makes one trap hard for a memory (how a note is worded, how many resemble it) makes all its variants
hard, so their outcomes are about as dependent as those of seeds. Therefore:

- A claim about *traps in general* clusters by the base trap (`by_base`): sixty traps times ten
  variants are sixty clusters of ten, not six hundred.
- Variants may be clusters of their own where the claim is about *code names within these traps*
  (does a system hang on particular names?), or where the within-trap correlation of paired
  differences was estimated on this very comparison and its interval excludes all but negligible
  values; then say so beside the p-value.
- Power gained from variants is that of more seeds: it shrinks the noise within a trap, never the
  variation between traps.
"""

from .clusters import NOTE, by_base
from .names import MARK, base_id, variant_id
from .shelf import Shelf
from .vary import variant, versions

__all__ = [
    "MARK", "NOTE", "Shelf", "base_id", "by_base", "variant", "variant_id", "versions",
]  # fmt: skip
