# %% [markdown]
# # 11 · Why
#
# *Which of the things that a memory showed made a cell fail?*
#
# A table of outcomes says that a condition failed; it does not say what failed it. Here the last session of
# each cell is run again, once for every item it was shown, with that item left out and nothing put in its
# place. Everything before stays as it was recorded, and a simulated reader is deterministic: what turns is
# the effect of that one item.

# %%
from dreambench_lib.report import notebook as db

# %% tags=["parameters"]
source = "offline-60"
conditions = ["B2", "B5", "recency-only", "DF-hybrid-rules", "ideal"]
agent = "reader-careful"
seeds = [1]

# %%
db.validate(source=source, conditions=conditions, agent=agent, seeds=seeds)

# %%
frames = db.load(source)
found = db.why.effects(frames, source, conditions, agent, seeds)

# %% [markdown]
# ## What became of the cells
#
# A failed cell is put down to the first of three reasons that holds: it passes without one of its items; a
# fact that the task needs was not shown; or everything needed was there, and no single item is to blame.

# %%
db.why.why_bars(found).save(f"{frames.source}-why")

# %%
db.why.read_why(found, "needs")

# %%
db.why.read_why(found, "hurts")

# %% [markdown]
# ## What the items that harm bring
#
# An item is put down by the facts it brings and their status in the trap. One that brings no fact of the trap
# can harm too: a word in it is taken for an answer.

# %%
db.table(db.why.harm_table(found))

# %% [markdown]
# ## One cell, item by item
#
# The first cell that one item made fail. `dreambench whatif` does the same for any cell, and can also change
# what an item says or the budget.

# %%
told = db.why.story(found)
db.why.read_story(told)

# %%
db.table(db.why.story_table(told))

# %% [markdown]
# ## What this shows, and what it does not
#
# - The effect of one item in this context. Two items that each alone would mislead hide one another: without
#   either, the other still harms, and the cell is not put down to them.
# - It is the effect on a *simulated reader*. A language model may be misled by other items, and may differ
#   from one reading to the next; for one, the same replay needs many repetitions.
# - An item that harms need not be one that the memory should have refused: it may state what is true
#   elsewhere, and its header may say so.

# %%
db.record("label", frames.label)
db.record("items", len(found.items))
db.record("story", told.cell)
for block in ("needs", "hurts"):
    db.record(block, db.why.reason_table(found, block).to_dict("records"))
