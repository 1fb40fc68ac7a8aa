"""What a notebook user meets as cards and tables: ``register()`` tells IPython, once a session.

Records know nothing of notebooks, so they have no ``_repr_html_``; IPython is told from here.
"""

from dreambench_lib.report.display.register import as_html, register, short

__all__ = ["as_html", "register", "short"]
