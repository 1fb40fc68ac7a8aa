"""Reports: frames to tables, figures and notebook records. Computes no statistics."""
