# %% [markdown]
# # 08 · Costs
#
# *Who was asked, what did it cost, and what did a success cost?*
#
# Every call to a model goes through one gateway, whoever makes it: the agent, the memory in its sleep, a
# memory that is somebody's product, a judge. The provider's own count is what is kept. Money is those counts
# times a dated price file that whoever runs the benchmark has written.

# %%
from dreambench_lib.report import notebook as db

# %% [markdown]
# `prices` names a price file; with None it is the one beside the run.

# %% tags=["parameters"]
source = "offline-60"
prices = None
level = 0.95

# %%
db.validate(source=source, prices=prices, level=level)

# %%
costs = db.costs.load(source, prices)
costs

# %% [markdown]
# ## In ten seconds

# %%
db.costs.read_parties(costs)

# %%
db.costs.read_successes(costs)

# %% [markdown]
# ## Tokens, by party
#
# A run's own checks are programs, so no judge stands among its parties. Judges of a report
# (`dreambench memora judge`) are metered in the same way; their sums lie beside that report.

# %%
db.table(db.costs.party_table(costs), costs.origin)

# %% [markdown]
# ## What a success cost
#
# A success is a scored session that passed; its cost is that of all its cell's sessions. The two blocks are
# never added up. Cells without an outcome are in neither number.

# %%
db.costs.success_table(costs, level)

# %% [markdown]
# ## Can the agent do ordinary work?
#
# The sessions before the scored one, without memory, must mostly pass: else a failure says nothing about
# memory.

# %%
gate = db.warm_up(costs.frames)
db.read_warm_up(gate, costs.frames.label)

# %% [markdown]
# ## One model, one fold
#
# A further model is tried on five traps first (`dreambench runs feasible`). Admitted, it is a row of its own
# here, and a run of its own everywhere.

# %%
db.table(db.fold_table([source]))

# %% [markdown]
# Whoever writes a trap may make it easy for their own kind. So each record of a model's work names the author
# of its trap:

# %%
db.table(db.author_table(costs.frames), costs.origin)

# %% [markdown]
# ## What was left out, and what was tried again
#
# What the machine or a provider did is tried again by one fixed rule, logged, and never an outcome. What an
# agent did, running out of time included, is an outcome.

# %%
db.costs.read_attempts(costs)

# %%
db.costs.read_purse(costs)

# %%
db.costs.read_time(costs)

# %% [markdown]
# ## Beside the published table
#
# The first columns are as printed. The others follow from printed figures by division, and from the fold's
# own cells.

# %%
printed = db.costs.printed_costs()
db.costs.printed_table(printed)

# %%
db.costs.read_printed(printed)

# %% [markdown]
# ## What this shows, and what it does not
#
# - Tokens are the provider's word. What no provider reported is charged to the budget by an estimate, and
#   not counted here.
# - A price is an input. Another price file gives other money from the same records.
# - The interval of a cost per success is that of the pass rate; how much cells differ in cost is not in it.

# %%
db.record("source", costs.frames.source)
db.record("label", costs.frames.label)
for name, value in db.costs.cost_records(costs, level).items():
    db.record(name, value)

# %%
for one in gate:
    db.record(f"warm-up/{one.agent}", one.words)

# %%
for row in printed.rows:
    db.record(f"printed/{row.condition}", row.each)
    db.record(f"printed/{row.condition}/divided by", row.divisor and round(row.divisor))
    db.record(f"printed/{row.condition}/with the judge", printed.with_judge(row))
db.record("printed/defects", db.costs.read_printed(printed).plain())
