# %% [markdown]
# # 05 · Pressure
#
# *What does a memory still find when more and more ordinary work lies between a note and its use?*
#
# A trap's notes arrive early and are needed last. Two dials press on memory in between. **Filler sessions**
# are ordinary tasks in the same repository, each followed by notes of its own, between the evidence and the
# last task. **Distractors** are further notes among the evidence that use the trap's own words and state
# nothing. Neither changes anything of the trap: values, notes and checks stay, so runs compare cell by cell.

# %%
from dreambench_lib.report import notebook as db

# %% tags=["parameters"]
study = "pressure"
alpha = 0.05

# %%
db.validate(study=study, alpha=alpha)

# %%
runs = db.load_study(study)
db.read_study(runs)

# %% [markdown]
# ## The curves
#
# A useful item is one that was shown in the last session and brings a fact that the task needs. What may be
# shown is bounded, so that every note kept in vain can cost one that is needed.

# %%
db.figures.pressure_curves(runs).save(f"{runs.name}-curves")

# %%
table = db.pressure_table(runs)
db.read_pressure(runs, table)

# %% [markdown]
# ## The counts
#
# Passed cells where memory is needed; N filler sessions or K distractors.

# %%
db.table(db.counts_table(table, "needs", "passed"))

# %% [markdown]
# Useful items shown in these cells.

# %%
db.table(db.counts_table(table, "needs", "useful items"))

# %% [markdown]
# Where memory can only hurt, pressure may as well crowd out what could mislead. The two blocks answer
# different questions and are never summed.

# %%
db.table(db.counts_table(table, "hurts", "passed"))

# %%
db.read_pressure(runs, table, "hurts")

# %% [markdown]
# ## More than chance?
#
# The same trap and seed, once without pressure and once under the heaviest: these are pairs. The test counts
# all ways of swapping the two, trap by trap. It was not planned before these runs were seen: read it as
# exploratory.

# %%
found = db.changes(runs, "needs", alpha)
db.table(found, D="+d")

# %%
db.read_changes(found, alpha)

# %% [markdown]
# ## What this shows, and what it does not
#
# - How much of what is needed a fixed reading budget still brings to the reader as a store fills up.
# - The reader is a *simulated reader*, and reads whatever is shown with the same care at any length. A
#   language model may not.
# - Fillers are made by template from the trap's own repository: plausible, plain, and much alike. Real work
#   between two tasks is more varied, and could be easier or harder to tell apart from what matters.
# - Neither dial stands for all of forgetting: no filler and no distractor contradicts, updates or disproves
#   anything.

# %%
db.record("label", runs.first.label)
db.record("plan", runs.plan)
db.record("traps", len(runs.first.trap_ids))
db.record("settings", [setting._asdict() for setting in runs.runs])
db.record("table", table.to_dict("records"))
db.record("changes", found.to_dict("records"))

# %%
for row in table.to_dict("records"):
    place = f"N{row['pressure']}K{row['distractors']}/{row['condition']}/{row['block']}"
    db.record(place, f"{row['passed']} of {row['cells']}")
    db.record(f"{place}/useful", row["useful items"])
