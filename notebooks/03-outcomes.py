# %% [markdown]
# # 03 · Outcomes
#
# *Which condition passed which trap — where memory is needed, and where it can only hurt?*
#
# One cell is one (condition, agent, trap, seed): an agent worked through the trap's sessions, and hidden
# checks decided the last one. This notebook shows all cells of one source. It tests nothing; that is
# [04 · Tests](04-tests.ipynb).

# %%
from dreambench_lib.report import notebook as db

# %% [markdown]
# The source is `published` (the paper's own fold) or the name of a run.

# %% tags=["parameters"]
source = "offline-60"
level = 0.95

# %%
db.validate(source=source, level=level)

# %%
frames = db.load(source)
frames

# %% [markdown]
# ## Every outcome
#
# Conditions down, traps across. A trap is as wide as its seeds; they are repeated looks at the *same*
# trap, not independent evidence. Where conditions are many, pictures leave the ablations to the tables.

# %%
db.figures.outcome_matrix(frames).save(f"{frames.source}-outcomes")

# %%
db.read_outcomes(frames)

# %% [markdown]
# ## How often
#
# Two sums, kept apart: a memory that never returns anything is perfect on the second and useless on the
# first. The lines are exact cluster-bootstrap intervals: all resamples of the traps, not a sample of them.

# %%
rates = db.pass_rates(frames, level)
db.figures.pass_rates(frames, level).save(f"{frames.source}-rates")

# %%
db.read_rates(rates, frames)

# %% [markdown]
# The order is one of counts. Whether two conditions differ is a question for a paired test: their
# intervals overlap or not for many reasons.

# %%
db.rates_table(rates)

# %% [markdown]
# ## By construct
#
# A construct is a way in which memory goes wrong. Each field says how many cells were passed. A sentence
# about a single construct needs more than counts: people must have read its traps and agree on the label.

# %%
profile = db.construct_rates(frames)
db.figures.construct_profile(frames).save(f"{frames.source}-profile")

# %%
kept_back = db.withheld(frames)
db.read_profile(profile, frames, kept_back)

# %%
db.table(db.withheld_table(kept_back), caption="" if kept_back else "Nothing is withheld.")

# %% [markdown]
# ## What was put before the agent
#
# Counted in the scored session, whatever its verdict: how many items, how many of the needed facts, and in
# how many cells a superseded, overruled, disproved or foreign fact.

# %%
db.table(db.what_was_shown(frames), **{"items a cell": ".1f"})

# %% [markdown]
# ## Beside what was printed
#
# For the published fold the paper prints intervals from 2,000 draws. Ours are exact; both are shown.

# %%
printed = db.beside_printed_intervals(rates)
db.table(printed, caption="" if len(printed) else "Only the published fold has printed intervals.")

# %% [markdown]
# ## What this shows, and what it does not
#
# - Counts and their spread over traps. No condition is declared better here.
# - Counts by construct describe. Where claims are withheld, no conclusion about that construct is drawn.
# - `ideal` is a ceiling made from sealed facts. It shows that a trap can be passed; it is no memory system.
# - A run of a *simulated reader* shows what a fixed reading policy does with what a memory returns. It says
#   nothing of how often a language model would pass.
# - The published total over all 60 traps mixes two questions. It is shown because it was published.

# %%
db.record("source", frames.source)
db.record("label", frames.label)
db.record("cells", len(frames.cells))
db.record("excluded", len(frames.excluded))
db.record("excluded_cells", frames.excluded.to_dict("records"))
db.record("rates", rates.to_dict("records"))
db.record("profile", profile.to_dict("records"))
db.record("withheld", kept_back)
db.record("printed", printed.to_dict("records"))

# %%
for row in rates.to_dict("records"):
    db.record(f"{row['condition']}/{row['agent']}/{row['block']}", f"{row['passed']} of {row['cells']}")
