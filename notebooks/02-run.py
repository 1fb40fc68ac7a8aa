# %% [markdown]
# # 02 · Run
#
# *Does running a frozen plan again give the same bytes?*
#
# A run is a plan, a key and nothing else: the same two give the same instances, the same sessions, the same
# verdicts. This notebook runs a part of a frozen plan anew, in a sandbox on this machine, and compares its
# records with the frozen ones.

# %%
from dreambench_lib.report import notebook as db

# %% [markdown]
# The part: one trap a construct under five conditions. With None for all four the whole plan is run, and
# the roots are compared as well; other conditions run on the same mint.

# %% tags=["parameters"]
run = "offline-60"
out = "offline-60-part"
conditions = ["B0", "B5", "recency-only", "DF-hybrid-rules", "ideal"]
agents = None
traps = [
    "C1-envelope", "C2-operators", "C3-withdrawn", "C4-derived", "C5-narrowed", "C6-precedence",
    "C7-compose", "C8-reference", "C9-upload", "C10-foreign",
]
seeds = [1]
workers = 2

# %%
db.validate(run=run, out=out, conditions=conditions, agents=agents, traps=traps, seeds=seeds, workers=workers)

# %% [markdown]
# ## The plan
#
# A plan is frozen before its first cell runs. The commitment binds the key without showing it; the key was
# revealed when the frozen run was sealed.

# %%
again = db.plan_of(run, conditions=conditions, agents=agents, traps=traps, seeds=seeds)
db.plan_table(again.plan)

# %% [markdown]
# ## Running
#
# A cell is a chain of sessions: read memory, work, judge, write memory. Stopped at any moment, the same
# command goes on where it stopped.

# %% tags=["nbval-ignore-output"]
folder = db.run_again(again, out, workers)

# %%
frames = db.load(folder)
frames

# %% [markdown]
# ## What it consisted of
#
# Counts, not seconds: no wall time enters a sealed run. The embedded agent calls no model.

# %%
profile = db.run_profile(frames)
db.table(profile)

# %%
db.figures.outcome_matrix(frames).save(f"{frames.source}-outcomes")

# %% [markdown]
# ## The same?
#
# A record holds all that happened in a cell: the instance, what was shown, the diffs, the verdicts. Nothing
# in it knows how many other cells its plan has, so a part can be compared record by record.

# %%
compared = db.same_records(folder, run)
db.table(compared)

# %%
db.read_again(compared, run)

# %% [markdown]
# ## Receipts
#
# Each cell's record is digested, and each receipt names its predecessor. The last link stands for the
# whole run.

# %%
db.table(db.receipt_table(folder))

# %%
db.table(db.finding_table(folder))

# %%
root = db.root_of(folder)
same = None if again.frozen_root is None else root == again.frozen_root
db.read_root(root, again.frozen_root)

# %% [markdown]
# ## What this shows, and what it does not
#
# - Equal records mean that every instance, context, diff and verdict of these cells came out the same.
# - Of the cells that were not run anew it shows nothing.
# - It does not mean that the verdicts are right. That is what the sealed checks and the gates are for.
# - A run with a language model repeats from its recorded exchanges, not by asking the model again.

# %%
db.record("root", root)
db.record("same_root", same)
db.record("compared", int(compared["in the frozen run"].sum()))
db.record("equal", int(compared["equal"].sum()))
db.record("cells", len(frames.cells))
db.record("excluded", len(frames.excluded))
db.record("label", frames.label)
db.record("profile", profile.to_dict("records"))
