# %% [markdown]
# # 06 · Hygiene
#
# *What did each memory store, withhold and show — before anybody acted on it?*
#
# Outcomes say whether a cell passed. This notebook looks one step earlier: at the items that a memory
# listed for the scored session, at those that fitted the budget, and at what its store had made of the
# notes. Nothing here is computed from a pass, except where it is put beside one.

# %%
from dreambench_lib.report import notebook as db

# %% [markdown]
# Two runs of the same cells: the paper's budget, and one that binds.

# %% tags=["parameters"]
source = "offline-60"
tight = "offline-60-tight"
agent = "reader-careful"
first = "DF-hybrid-rules"
second = "B5"

# %%
db.validate(source=source, tight=tight, agent=agent, first=first, second=second)

# %%
wide = db.hygiene.load(source)
wide

# %%
narrow = db.hygiene.load(tight)
narrow

# %% [markdown]
# ## In ten seconds
#
# Conditions down, constructs across. The darker a field, the more of what the task needed was put before
# the agent; the larger the disc, the more often something harmful was. A clean memory is a dark row without
# orange. (`ideal` states what governs in plain sentences, so it need not show the notes that only support.)

# %%
db.figures.hygiene_map(wide).save(f"{wide.frames.source}-hygiene-map")

# %%
db.hygiene.read_exposures(wide, agent)

# %% [markdown]
# ## What was shown
#
# Every share is of items shown in the scored session, but the first two: needed facts shown, of those
# needed, and cells with a harmful fact shown. They stand first because a memory that fills its slots has
# nearly the precision of drawing lots, whatever it is.

# %%
db.hygiene.hygiene_table(wide, db.hygiene.EXPOSURES, agent, "needs")

# %%
db.hygiene.read_anchors(wide, agent)

# %%
db.figures.exposures(wide, agent).save(f"{wide.frames.source}-exposures")

# %% [markdown]
# Where memory can only hurt, the task can be solved without it. What counts is what was kept back — and,
# where a cure was disproved, that its disproof was shown.

# %%
db.hygiene.hygiene_table(wide, db.hygiene.EXPOSURES, agent, "hurts")

# %% [markdown]
# ## What was withheld, and how much room it took

# %%
db.hygiene.hygiene_table(wide, db.hygiene.STORES, agent, "needs")

# %% [markdown]
# ## Six items and 1,200 words, six items and 300
#
# At six items the wide budget rarely binds. The tight one makes a memory choose.

# %%
both = db.hygiene.budget_table(wide, narrow, agent)
db.table(
    both,
    f"{wide.frames.source} and {narrow.frames.source} · {agent} · {wide.frames.label}",
    missing="undefined",
    **{name: ".2f" for name in both if name != "condition"},
)

# %%
db.figures.budgets(wide, narrow, agent).save(f"{wide.frames.source}-budgets")

# %%
db.hygiene.read_budgets(both, wide, narrow)

# %% [markdown]
# ## What the agent then did
#
# From the kinds of the checks that failed. `pass@1` asks that the agent reported no error as well;
# `all checks passed` does not.

# %%
db.hygiene.hygiene_table(wide, db.hygiene.BEHAVIOUR, agent, "needs")

# %%
db.hygiene.hygiene_table(wide, db.hygiene.BEHAVIOUR, agent, "hurts")

# %% [markdown]
# ## Forgetting without a judge
#
# The same formula as FAMA, its criteria being checks: *presence* for what must show, *forgetting*, *scope*
# and *abstention* for what must not. A cell without one of the two kinds has no score; the last column
# says how many have one.

# %%
scores = db.hygiene.fama_table(wide, agent)
db.table(
    scores,
    wide.origin,
    missing="undefined",
    **dict.fromkeys(("pass@1", "FAMA", "shown (MPA)", "forgotten (FAA)"), ".3f"),
)

# %% [markdown]
# ## Contradictions repaired
#
# Of every pair of an old value and what governs now: is the old one put away, the new one in force, and
# for the right reason? Asked of the store, so only memories that have one answer.

# %%
repairs = db.hygiene.repair_table(wide)
db.table(repairs, wide.origin, accuracy=".3f")

# %%
db.hygiene.read_repairs(repairs)

# %% [markdown]
# ## What the rules read
#
# The extractor of the `-rules` conditions, on every paraphrase of every note that carries a fact. Its
# authors had not seen these texts. Text 1 is the plainest.

# %%
db.table(
    db.hygiene.extraction_table(wide), "facts read / facts told, per kind; no agent takes part"
)

# %%
db.hygiene.read_extraction(wide.derived["extraction"])

# %% [markdown]
# The same on texts that nobody who writes rules has seen: one further paraphrase a note, written after the
# rules were frozen, by somebody who had not read them. Their first reading is the one that counts. It was
# kept, and is not made again here. One text a note gives small counts; no interval is claimed for them.

# %%
held_out = db.hygiene.held_out_audit()
db.table(
    db.hygiene.held_out_table(held_out),
    "facts read / facts told, per kind; the first run on held-out texts, all traps; no agent takes part",
)

# %%
db.hygiene.read_held_out(held_out)

# %% [markdown]
# ## Which metrics say the same
#
# Over the ranked conditions that are no ablation: near copies of one memory would make any two metrics look
# alike. Two metrics beyond |r| = 0.95 are one finding.

# %%
pairs = db.hygiene.correlation_table(wide, agent, "needs")
db.table(pairs.head(25), f"the 25 strongest of {len(pairs)} pairs · {wide.origin}", r=".3f")

# %%
db.hygiene.read_correlations(pairs)

# %% [markdown]
# The published panel, read the same way:

# %%
printed_pairs = db.hygiene.published_correlations()
db.table(printed_pairs, "published fold (arXiv 2608.20664)", r=".3f")

# %% [markdown]
# ## Beside the published panel
#
# `DF-rules` stands beside the published `DF`, whose facts a model typed. None of the pairs measures the
# same thing; the second table says why.

# %%
beside = db.hygiene.beside_published(wide, agent)
db.table(
    beside,
    f"published: arXiv 2608.20664 · ours: {wide.origin}",
    missing="undefined",
    **{name: ".3f" for name in beside if name not in ("ours", "published")},
)

# %%
db.table(db.hygiene.differences_table())

# %% [markdown]
# ## One feature off
#
# Each ablation beside its full form: on which traps it shows anything else, and what differs first about the
# items listed. *Unexplained* counts the traps where that is nothing the missing feature does.

# %%
db.table(db.hygiene.ablation_table(wide), wide.origin)

# %%
ablations = wide.derived["ablations"]
db.hygiene.read_ablations(ablations, db.hygiene.ablation_pairs(wide), len(wide.frames.trap_ids))

# %% [markdown]
# ## Did the traps fall that should have?
#
# Which traps need which feature was predicted from the traps' sealed facts alone. The predictions were
# fixed before this matrix was computed, but after aggregate results of ablations had been seen. A trap falls
# where any cell that the full form passed is failed without the feature, by either reader.

# %%
db.table(db.hygiene.validity_table(wide), wide.origin)

# %%
deviations = db.hygiene.deviations_table(wide)
db.table(deviations, f"{len(deviations)} deviations, each with its cause")

# %% [markdown]
# ## Three cells, from store to diff
#
# Not picked for their beauty: the first cell that only the one condition passed, the first that only the
# other passed, and the first where memory could only hurt and did.

# %%
chosen = db.hygiene.choose_cells(wide, first, second, agent)
stories = db.hygiene.stories(wide, chosen)

# %%
stories[0] if stories else db.say("No cell is passed by one of the two only.")

# %%
stories[1] if len(stories) > 1 else db.say("There is no second such cell.")

# %%
stories[2] if len(stories) > 2 else db.say("There is no third such cell.")

# %% [markdown]
# ## What this shows, and what it does not
#
# - Hygiene is a property of memories in these traps. It is no forecast of how often a model would pass.
# - What was shown is one agent's or another's alike; what was done with it is a *simulated reader's*.
# - The `-rules` rows measure rules as much as typed memory. Rows whose facts a model types are not run here.
# - Shares of items compare only memories whose items are of one size; `notes an item` says which are.

# %%
db.record("source", wide.frames.source)
db.record("tight", narrow.frames.source)
db.record("label", wide.frames.label)
db.record("budgets", [wide.words, narrow.words])
db.record("anchors", db.hygiene.read_anchors(wide, agent).plain())
db.record("repairs", repairs.to_dict("records"))
db.record("extraction", wide.derived["extraction"].to_dict("records"))
db.record("held_out", db.hygiene.held_out_table(held_out).to_dict("records"))

# %%
db.record("warnings", int((pairs["warning"] != "").sum()))
db.record("published_warnings", len(printed_pairs))
db.record("deviations", len(deviations))
db.record("unexplained", int((~ablations["expected"].astype(bool)).sum()))
db.record("stories", ["/".join(map(str, one.key)) for one in chosen])

# %%
for name, shares in wide.shares(agent, "needs").iterrows():
    for metric in ("useful_precision", "useful_recall", "harm_shown"):
        value = shares[metric]
        db.record(f"{name}/{metric}", db.hygiene.plain(value))
