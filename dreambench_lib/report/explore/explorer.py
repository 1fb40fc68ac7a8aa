"""Menus over a source's cells. Without a kernel the same object is the page of its first choice."""

from __future__ import annotations

from typing import Any

from dreambench_lib.errors import unknown
from dreambench_lib.report.explore.page import Choice, page
from dreambench_lib.report.frames import Frames

WIDGET = "application/vnd.jupyter.widget-view+json"


class Explorer:
    """Pick a condition, an agent, a trap and a seed; read what happened.

    Shown in a live notebook it has menus; in a committed or rendered one it is the page of the
    choice it was made with.

    Args:
        frames: What `load` gives.

    Raises:
        BadInput: the source has no such condition, agent, trap or seed (the right ones are listed).
    """

    def __init__(
        self, frames: Frames, condition: str, trap: str, seed: int = 1, agent: str = ""
    ) -> None:
        choice = Choice(condition, agent or frames.agents[0], trap, seed)
        for what, name, known in (
            ("condition", choice.condition, frames.conditions),
            ("agent", choice.agent, frames.agents),
            ("trap", choice.trap, frames.trap_ids),
            ("seed", choice.seed, frames.seeds),
        ):
            if name not in known:
                raise unknown(f"{what} in {frames.source}", name, known)
        self.frames, self.choice = frames, choice

    def html(self) -> str:
        """The page of the present choice."""
        return page(self.frames, self.choice)

    def widget(self) -> Any:
        """Menus above the page, as an ipywidgets box; choosing draws the page anew."""
        import ipywidgets

        frames = self.frames
        menus = {
            name: ipywidgets.Dropdown(
                options=list(options), value=getattr(self.choice, name), description=name
            )
            for name, options in (
                ("condition", frames.conditions),
                ("agent", frames.agents),
                ("trap", frames.trap_ids),
                ("seed", frames.seeds),
            )
        }
        shown = ipywidgets.HTML(self.html())

        def choose(_: Any) -> None:
            self.choice = Choice(**{name: menu.value for name, menu in menus.items()})
            shown.value = self.html()

        for menu in menus.values():
            menu.observe(choose, names="value")
        row = ipywidgets.HBox(list(menus.values()), layout={"flex_flow": "row wrap"})
        return ipywidgets.VBox([row, shown])

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        bundle = {"text/html": self.html(), "text/plain": repr(self)}
        view = self.widget()._repr_mimebundle_()
        return {**bundle, **({WIDGET: view[WIDGET]} if view and WIDGET in view else {})}

    def __repr__(self) -> str:
        return f"Explorer of {self.frames.source}: {'/'.join(map(str, self.choice))}"
