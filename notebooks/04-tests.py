# %% [markdown]
# # 04 · Tests
#
# *Did the first condition do better than the second, or could the two labels as well be swapped?*
#
# The test is exact: it counts all ways of swapping the labels, trap by trap, and asks how many give a
# difference at least as large as the one observed.

# %%
from dreambench_lib import stats
from dreambench_lib.report import notebook as db

# %% tags=["parameters"]
source = "published"
first = "DF-hybrid"
second = "B5"
agent = None
alpha = 0.05
missing = None

# %%
db.validate(source=source, first=first, second=second, agent=agent, alpha=alpha, missing=missing)

# %%
frames = db.load(source) if agent is None else db.load(source).of(agent)
frames

# %% [markdown]
# ## Trap by trap
#
# A trap's score is the number of seeds that only the first condition passed, minus the number that only
# the second passed. Cells that both passed or both failed say nothing about which is better.
#
# *Planned* is a comparison that a plan, frozen before the run, names with its block and level. Everything
# else is *exploratory*, here and in every record.

# %%
tests = db.comparisons(frames, first, second, missing, alpha)
blocks = {name: tests[name] for name in ("needs", "hurts") if name in tests}

# %%
db.figures.win_loss_strip(frames, blocks).save(f"{frames.source}-strip")

# %%
db.comparison_table(tests)

# %% [markdown]
# ## If the labels meant nothing
#
# Then every trap's score would be as likely to have the opposite sign, with all its seeds together: the
# trap is the unit, since its seeds share one hidden fact, one repository and one set of checks.

# %%
block, main = next(iter(tests.items()))
db.figures.null_distribution(main, frames.origin, block).save(f"{frames.source}-null")

# %% [markdown]
# The p-value is a fraction of whole numbers; the decimal is derived from it.

# %%
main.p_exact

# %%
db.say(f"That is {main.p!r}: of 2^{main.signflip.nonzero} sign patterns, this share lies as far out.")

# %% [markdown]
# It need not be believed. The full distribution is its own proof, and checking it does not use the code
# that made it.

# %%
proof = stats.certify(main.scores.values())
stats.check_certificate(proof, main.scores.values())

# %% [markdown]
# ## How large could the difference be?
#
# The shifts that the same test does not reject. For one other than zero, swapping labels is not enough: the
# interval assumes a symmetry that the test does not need.

# %%
db.read_shift(main, 1 - alpha)

# %% [markdown]
# ## Does the verdict hang on one choice?
#
# Pooled cells ignore that seeds share a trap and over-count the evidence; they are shown to see whether it
# would have mattered, not to choose from.

# %%
robust = stats.sensitivity(main, stats.trap_constructs(frames.outcomes), alpha)
db.sensitivity_table(robust)

# %%
db.say(f"At {alpha:g} the verdict is **{robust.verdict}**.")

# %% [markdown]
# ## The family
#
# A comparison never stands alone: the more pairs one looks at, the smaller a p must be. The family is
# fixed beforehand, and a slot that could not be tried stays in it at p = 1.

# %%
family = db.family_of(frames, second)
holm = db.family_table(frames, family)
db.table(holm.drop(columns="p float"), f"Family {family.name}, {len(family)} slots, Holm at {alpha:g}.", difference=".0e")

# %% [markdown]
# Six traps of the published fold, those of C9 and C10, were admitted because B5 failed them. Without them:
# decided after the outcomes were known, so exploratory, and enough to show how much hung on six traps.

# %%
post_hoc = db.post_hoc_family(frames, family)
db.table(post_hoc.drop(columns="p float", errors="ignore"), "C1–C8 only, post hoc." if len(post_hoc) else "Only for the published fold: own runs never pool the two.")

# %% [markdown]
# For the published fold also the five comparisons of v1: its cells are not public, its score counts are.

# %%
v1 = db.v1_table(frames)
db.table(v1.drop(columns="p float", errors="ignore"), "" if len(v1) else "Only the published fold has a v1.", difference=".0e")

# %% [markdown]
# ## What could such a test have seen?
#
# Only traps that are not tied can move the sum. The table takes each of them as one vote and asks how
# often a true preference of 65, 70 or 75 % would have been found.

# %%
power = db.power_table(main.signflip.nonzero)
db.table(power)

# %% [markdown]
# ## The plan, held against the outcomes
#
# A plan declares before the run what would have to be seen: claims, falsifiers, go/no-go thresholds. Each
# holds, fails, or cannot be evaluated; a claim that fails does not turn into its opposite.

# %%
held = db.hold(frames)
db.claims_table(held)

# %% [markdown]
# ## What can be concluded

# %%
adjusted = dict(zip(zip(holm["first"], holm["second"]), holm["Holm"])).get((first, second))
claims = db.conclusions(frames, main, block, alpha, adjusted)
claims

# %% [markdown]
# ## What this shows, and what it does not
#
# - How often chance alone would part the two labels as far as here, exactly, and whether that verdict hangs
#   on one choice.
# - A large p is never a finding of equality. Equality needs a margin, declared before the run.
# - Traps are not a random sample of software work: the test is about labels on *these* traps.
# - Where memory is needed and where it can only hurt are two questions. A total can be null while both
#   blocks are far from it; own runs therefore have no total.

# %%
for name, test in tests.items():
    db.record(name, test.as_dict())
db.record("first", first)
db.record("second", second)
db.record("p_exact", main.p_exact)
db.record("p", main.p)
db.record("D", main.D)

# %%
db.record("verdict", robust.verdict)
db.record("label", frames.label)
db.record("claims", claims.plain())
db.record("family", holm.to_dict("records"))
db.record("post_hoc", post_hoc.to_dict("records"))
db.record("plan", held.evaluation.as_dict() if held else None)
db.record("v1", v1.to_dict("records"))
