# %% [markdown]
# # 00 · Start here
#
# *Does a coding agent's memory use the right fact, and leave the wrong one alone?*
#
# Five minutes. An agent works through sessions on a small repository. Between sessions facts arrive as notes,
# which never stand in the repository. Hidden checks after the last session pass only if the right one was
# used. One such course, for one memory, one trap and one seed, is a *cell*.

# %%
from dreambench_lib.report import notebook as db

# %% tags=["parameters"]
source = "offline-60"
condition = "B5"
trap = "C3-withdrawn"
seed = 1
agent = "reader-careful"

# %%
db.validate(source=source, condition=condition, trap=trap, seed=seed, agent=agent)

# %%
frames = db.load(source)
frames

# %% [markdown]
# ## The whole result in one picture
#
# A row is a memory, a column a trap, a square one of its seeds. On the left traps that need memory, on the right
# traps where memory can only hurt: never added up.

# %%
db.figures.outcome_matrix(frames).save(f"{frames.source}-start")

# %%
db.read_outcomes(frames)

# %% [markdown]
# ## One cell, from note to verdict
#
# Choose a memory (condition), a trap and a seed. In a running JupyterLab the menus above the story are live;
# on a rendered page the story is that of the parameters above. What was sealed during the run stands here in
# the open, since the run is over and has shown its key.

# %%
db.Explorer(frames, condition, trap, seed, agent)

# %% [markdown]
# ## How a memory is compared
#
# The same traps, the same seeds, the same agent: what differs is memory alone. The trap is the unit, because
# seeds are repeated looks at it; the test asks whether the two names could as well be swapped, trap by trap.

# %%
rates = db.pass_rates(frames, 0.95)
db.read_rates(rates, frames)

# %% [markdown]
# ## Where to go
#
# | you want to | open |
# |---|---|
# | see what a trap is made of | [01 · Traps](01-traps.ipynb) |
# | run a part yourself | [02 · Run](02-run.ipynb) |
# | see every outcome, and test a difference | [03 · Outcomes](03-outcomes.ipynb), [04 · Tests](04-tests.ipynb) |
# | know why a memory fails | [06 · Hygiene](06-hygiene.ipynb), [11 · Why](11-why.ipynb) |
# | test your own memory | the README: one class with three methods, one command |
# | look at a run in a browser | `dreambench view offline-60` |
#
# ## What this shows, and what it does not
#
# - The agent of this run is a **simulated reader**: a fixed policy without a model. Differences between
#   memories are real; levels say nothing about language models.
# - One cell is a story, not evidence. Evidence is in 04.

# %%
db.record("label", frames.label)
db.record("cells", len(frames.cells))
