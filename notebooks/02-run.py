# %% [markdown]
# # 02 · Run
#
# *Does running the frozen plan again give the same bytes?*
#
# A run is a plan, a key and nothing else: the same two give the same instances, the same sessions, the same
# verdicts. This notebook runs a frozen plan anew, in a sandbox on this machine, and compares the root of
# its receipts.

# %%
from dreambench_lib.report import notebook as db

# %% [markdown]
# Give conditions, agents, traps or seeds to run a part of the plan, or other conditions on the same mint.

# %% tags=["parameters"]
run = "offline-10"
out = "offline-10"
conditions = None
agents = None
traps = None
seeds = None
workers = 2

# %%
db.validate(run=run, out=out, conditions=conditions, agents=agents, traps=traps, seeds=seeds, workers=workers)

# %% [markdown]
# ## The plan
#
# It was frozen before the first cell ran. The commitment binds the key without showing it; the key was
# revealed when the run was sealed.

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
db.figures.outcome_matrix(frames).save(f"{frames.source}-again")

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
# - Equal roots mean that every instance, context, diff and verdict came out the same.
# - They do not mean that the verdicts are right. That is what the sealed checks and the gates are for.
# - A run with a language model repeats from its recorded exchanges, not by asking the model again.

# %%
db.record("root", root)
db.record("same_root", same)
db.record("cells", len(frames.cells))
db.record("excluded", len(frames.excluded))
db.record("label", frames.label)
db.record("profile", profile.to_dict("records"))
