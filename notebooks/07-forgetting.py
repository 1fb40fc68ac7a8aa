# %% [markdown]
# # 07 · Forgetting
#
# *What does a forgetting score say once its empty buckets, its judges and its sums are in the open?*
#
# FAMA (Memora, arXiv 2604.20006) asks two things of an answer: that current facts are in it, and that
# obsolete ones are not. This notebook computes it exactly and shows every choice that moves it. It needs
# neither a model nor the Memora release: the counts it uses ship with the project.

# %%
from dreambench_lib.forgetting.score.counts import Counts
from dreambench_lib.forgetting.score.policies import policy as named_policy
from dreambench_lib.report import forgetting
from dreambench_lib.report import notebook as db

# %% [markdown]
# `run` is a trap run, `grain` says whether a memory gets a note per conversation or per turn, `policy` what
# a question with an empty bucket scores.

# %% tags=["parameters"]
run = "offline-60"
grain = "session"
policy = "exclude"

# %%
db.validate(run=run)
rule = named_policy(policy).name

# %% [markdown]
# ## The formula, on two examples
#
# MPA is the share of presence criteria that are satisfied, FAA the share of forgetting criteria whose
# obsolete content is absent, λ the forgetting criteria's share of all, and
# FAMA = max(0, MPA − λ·(1 − FAA)).
#
# First example: four facts of a to-do list should be in the answer and three are; two tasks were deleted,
# and one of them is still named. Second: a sum to be worked out, with nothing to forget.

# %%
update = Counts(present=3, presence=4, absent=1, forgetting=2)
nothing_to_forget = Counts(present=1, presence=2, absent=0, forgetting=0)

# %%
examples = forgetting.example_table({"update and delete": update, "nothing to forget": nothing_to_forget})
db.table(examples, "Exact fractions. – : that part, or FAMA under that policy, does not exist.")

# %% [markdown]
# The first is the paper's formula under every policy. For the second the paper says nothing: the released
# code sets λ = 0, so FAMA is MPA and no forgetting was tested. Here that is one of three named policies.

# %% [markdown]
# ## How often is there nothing to forget?

# %%
census = forgetting.census_table()
db.table(census, "The official release (geniesinc/Memora at a6493188), counted.", **{"share without forgetting": ".0%"})

# %%
empty, questions = int(census["without forgetting"].sum()), int(census["questions"].sum())
lacking = census.groupby("task")["without forgetting"].sum()
db.say(f"**{empty} of {questions}** questions have no forgetting criterion:", ", ".join(f"{lacking[task]} of {task}" for task in lacking.index) + ".")

# %% [markdown]
# The paper's own inventory is another one. The two stand side by side; the difference is drift between two
# versions and a verdict on neither.

# %%
db.table(forgetting.paper_table(), "Table 2 of the paper, and the release.")

# %% [markdown]
# ## Table 3 under each policy
#
# The printed cells were made as the released code does it. Leaving out questions without a forgetting
# criterion drops the reasoning cells; in remembering cells that have a few such questions only bounds can
# be given, since scores per question were never published.

# %%
ranks = forgetting.rank_table()
db.table(ranks, "Rank by the sum of the cells that a policy leaves; a range where only bounds are known.", **{"sum of 900, as released": ".2f"})

# %%
moved = ranks[ranks["rank, as-released"] != ranks["rank, exclude"]]
db.say(f"Under *exclude* **{len(moved)} of {len(ranks)}** subjects have, or may have, another rank than under *as-released*.")

# %% [markdown]
# ## Do the printed tables add up?
#
# Tables 4 and 5 are sums and means of Table 3's cells. Each printed figure is compared with its parts; the
# bound is what rounding alone can do.

# %%
found = forgetting.reconcile_table()
db.table(found, "Figures that their parts do not give to the last digit.", parts=".4f", difference="+.3f", bound=".3f")

# %%
ties = forgetting.tie_table()
db.table(ties, "Apart from those: exact ties. Both roundings occur, so they are no differences.", parts=".4f", difference="+.3f")

# %%
odd = found[found["explained"] == "no"]
db.say(f"Rounding does not explain **{len(odd)}** of {len(found)}; which of the printed figures is off cannot be told from here.")

# %% [markdown]
# ## When do three judges make a verdict?
#
# The paper has two of three judges decide. What happens when one is missing is part of the score, so it is
# a protocol with a name. `strict` fails closed: without a quorum there is no verdict, and the question is
# unscored and counted.

# %%
matrix = forgetting.judge_matrix()
matrix.save("judge-matrix")

# %%
db.table(forgetting.protocol_table())

# %% [markdown]
# ## Can the criteria be satisfied as they are worded?
#
# A linter reads every criterion of the release. Its findings are about wordings, not errors of their
# authors: they say where a literal judge and a fair one would differ.

# %%
lint = forgetting.lint_table()
db.table(lint)

# %% [markdown]
# ## Our memories on real conversations
#
# The weekly personas whose conversations we have, fed to memories of ours without the release's hints on
# what matters. **The judge is literal**: a program that looks whether the quoted fact occurs, word by word. It
# misses paraphrases and takes a contrast for use, so these are numbers about contexts, not about answers.

# %%
layers = forgetting.layer_counts(grain)
db.table(layers, "Criteria satisfied, both buckets apart. Stored: all a memory holds. Recalled: what a read put into the budget.", MPA=".2f", FAA=".2f")

# %% [markdown]
# Storing everything keeps every obsolete fact, too. `B0` recalls nothing: it forgets perfectly, and even
# gets presence points from criteria of the form *avoid recommending X*. Its row is what silence is worth.

# %%
scores = forgetting.layer_scores(grain, rule)
db.table(scores, f"FAMA of 100 by the literal judge, empty-bucket policy {rule}. Answered: not run, no model was configured.", "undefined", remembering=".1f", reasoning=".1f", recommending=".1f")

# %% [markdown]
# ## The same score without a judge
#
# The checks of our own traps carry kinds: presence gives MPA; forgetting, scope and abstention give FAA.
# They are executed, so nobody judges. Where memory is needed and where it can only hurt stay apart.

# %%
frames = db.load(run)
traps = forgetting.trap_table(frames.checks, frames.outcomes, rule)
db.table(traps, f"{frames.origin}; empty-bucket policy {rule}.", "undefined", **{"pass@1": ".3f", "FAMA": ".3f"})

# %% [markdown]
# ## What this shows, and what it does not
#
# - What the formula gives under each reading of it, and which printed ranks hang on a choice that the paper
#   leaves open.
# - No answer of a language model was judged here, and none of the paper's results was recomputed: its
#   reports are not published.
# - An answer that does not mention a fact proves nothing about deletion, and a store that holds it nothing
#   about use; hence three layers.
# - A literal judge's agreement with the paper's judges is unknown. `dreambench memora judge` reports it
#   wherever judged answers exist.

# %%
db.record("policy", rule)
db.record("label", "literal judge: exact words, no model")
db.record("questions", questions)
db.record("without_forgetting", empty)
db.record("criteria", int(census["presence"].sum() + census["forgetting"].sum()))
db.record("examples", examples.astype(object).where(examples.notna(), None).to_dict("records"))
db.record("differences", found.to_dict("records"))
db.record("ties", ties.to_dict("records"))
db.record("unexplained", len(odd))
db.record("ranks_that_may_move", len(moved))

# %%
db.record("matrix", matrix.data.to_dict("records"))
db.record("lint", lint.drop(columns="meaning").to_dict("records"))
db.record("layers", layers.to_dict("records"))
db.record("layer_scores", scores.astype(object).where(scores.notna(), None).to_dict("records"))
db.record("traps", traps.astype(object).where(traps.notna(), None).to_dict("records"))
