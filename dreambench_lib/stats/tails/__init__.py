"""Counting sign patterns: how many subset sums of the weights stay at or below a bound.

For cluster scores with absolute values ``w`` (``n_w`` of each), a sign pattern that flips the
weights of a subset has the sum ``T - 2 * (subset sum)``. So every sign-flip probability is a tail
of the coefficients of ``f(y) = prod (1 + y^w)^(n_w)``. Four exact ways to that tail live here; all
return the same integers, they only differ in speed.
"""

from dreambench_lib.stats.tails.choose import WeightCounts, method_for, tail_counts

__all__ = ["WeightCounts", "method_for", "tail_counts"]
