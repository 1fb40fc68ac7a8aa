"""The reference probe: raw capsules, typed fields, field-level repair, a gate."""
