"""FAMA, exactly: counters, empty-bucket policies, scales, aggregation, published tables."""
