# %% [markdown]
# # 06b · Other people's memories
#
# *Who was fit to be scored, and how did they fare against no memory at all?*
#
# A memory from outside enters by the same door as ours, in a process of its own. Before any outcome it goes
# through the conformance suite; its verdict stands in the plan, and a slot that it cannot take is kept empty,
# at p = 1.

# %%
from dreambench_lib.report import notebook as db

# %% tags=["parameters"]
source = "external-60"
plan = "external-audit"
audited = "external-planned"
agent = "reader-careful"

# %%
db.validate(source=source, plan=plan, audited=audited, agent=agent)

# %%
audit = db.external.load(source, plan, audited)
audit

# %% [markdown]
# ## In ten seconds

# %%
db.figures.external_outcomes(audit).save(f"{audit.frames.source}-external")

# %%
db.external.read_outcomes(audit, agent)

# %%
db.external.read_labels(audit)

# %% [markdown]
# ## Who was admitted, and why not
#
# *Fit for a slot* asks more than *admitted*: nothing excused, every byte of a note comes back. Records of
# conditions of ours stand beside the others; none is spared.

# %%
db.external.read_admitted(audit)

# %%
db.external.admission_table(audit)

# %%
db.external.tried_table()

# %% [markdown]
# ## Against no memory, where memory is needed
#
# `D` is cells won minus cells lost; p is exact, by sign flips of whole traps. What the plan's families do not
# name is exploratory, and not corrected for the number of rows.

# %%
db.external.outcome_table(audit, "needs")

# %% [markdown]
# ## Against no memory, where memory can only hurt

# %%
db.external.outcome_table(audit, "hurts")

# %% [markdown]
# ## The plan's families
#
# Family A holds six conditions against B0; Family B two pairs within a system. The paper prints no pairs for
# the second: they are our reading. No slot leaves a family, whatever became of its system. The plan is held
# against a run of its own conditions that carries it; the instances are the same as above.

# %%
db.external.read_families(audit)

# %%
db.external.families_table(audit)

# %%
db.claims_table(audit.held)

# %% [markdown]
# ## What each one showed

# %%
db.hygiene.hygiene_table(audit.hygiene, db.hygiene.EXPOSURES, agent, "needs")

# %%
db.hygiene.hygiene_table(audit.hygiene, db.hygiene.EXPOSURES, agent, "hurts")

# %%
db.hygiene.hygiene_table(audit.hygiene, db.hygiene.STORES, agent, "needs")

# %% [markdown]
# ## Tokens and milliseconds of a session

# %%
db.external.read_cost(audit)

# %%
db.external.cost_table(audit)

# %% [markdown]
# ## Beside the published audit
#
# Of the published audit (v2.1) four counts are public, without cells, as far as we know. They can be shown, and
# not tested.

# %%
db.external.published_table(audit)

# %%
db.external.read_published(audit)

# %% [markdown]
# ## What this shows, and what it does not
#
# - A verdict is on one version of an adapter, by one version of the suite. It says that a memory can be scored,
#   not that it is good.
# - Where an extractor or an embedder is a stand-in, the row measures a system's plumbing: its store, its
#   search, its limits. What a model would have made of the notes is not in it.
# - Milliseconds are of one machine, once.

# %%
db.record("source", audit.frames.source)
db.record("label", audit.frames.label)
db.record("status", audit.held.status)
for name, value in db.external.external_records(audit).items():
    db.record(name, value)

# %%
for block in ("needs", "hurts"):
    shares = audit.hygiene.shares(agent, block)
    for name in shares.index:
        for metric in ("useful_recall", "harm_shown"):
            db.record(f"{name}/{block}/{metric}", db.hygiene.plain(shares.at[name, metric]))
