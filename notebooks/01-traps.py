# %% [markdown]
# # 01 · Traps
#
# *What is a trap, and why can nobody pass it by guessing or by replaying a note?*
#
# A trap is a short piece of working life: an agent gets three tasks in one small repository, and between
# them people write notes. Some notes matter for the last task, most do not, a few mislead. Nothing of it
# ever stands in the repository, so only memory can bring it back.

# %%
from dreambench_lib.harness.trap_set import trap_set_digest
from dreambench_lib.report import notebook as db
from dreambench_lib.traps.keys import parse_key
from dreambench_lib.traps.mint import mint

# %% [markdown]
# The key below is public and serves this page alone. A run draws its own from the operating system and
# reveals it when it is sealed.

# %% tags=["parameters"]
which = "core"
trap = "C3-withdrawn"
seed = 1
key = "0000000000000000000000000000000000000000000000000000000000000001"

# %%
db.validate(which=which, trap=trap, seed=seed, key=key)

# %%
traps = db.trap_set(which)
db.say(f"{len(traps)} traps over {len({t.fixture.name for t in traps.values()})} repositories.")

# %% [markdown]
# ## The set
#
# A construct is a way in which memory goes wrong. In C1–C8 the last task cannot be done right without
# memory; in C9 and C10 it can, and a memory used wrongly is the only way to fail.

# %%
quotas = db.quota_table(traps)
db.table(quotas)

# %%
db.table(db.trap_table(traps)[["trap", "fixture", "notes", "checks", "why replaying a note is not enough"]])

# %% [markdown]
# ## Everything that is said
#
# Templates hold slots, never values. Minting fills them: fresh words, one of several wordings, other
# ordinary notes, another order. Here is one mint of the traps that stand for their constructs.

# %%
instances = {name: mint(template, parse_key(key), seed) for name, template in traps.items()}
db.figures.note_map([instances[name] for name in db.standing_for(traps)]).save("traps-notes")

# %% [markdown]
# An agent is shown six items at most, so a memory must choose. The ones that look alike keep it honest:
# they have the same form and the same words, and concern something else.

# %% [markdown]
# ## One trap as a story

# %%
story = instances.get(trap) or mint(db.trap_set("all")[trap], parse_key(key), seed)
db.TrapStory(story)

# %% [markdown]
# After the last session the repository is asked. Nothing of this is in the repository, in a prompt, or in
# the sandbox while the agent works; a check passes only on a positive observation.

# %%
db.table(db.check_table(story))

# %% [markdown]
# ## What a trap had to survive
#
# Before it is admitted, every trap runs through these gates with simulated readers and simple rules such
# as "show the oldest notes". No gate uses a condition that is compared later.

# %%
gates = db.gate_table(traps)
db.table(gates)

# %%
db.read_gates(gates, traps)

# %% [markdown]
# The log is append-only: edited and refused versions stay in it, and the funnel counts them all.

# %%
db.table(db.funnel_table())

# %% [markdown]
# ## Who passes with what shown
#
# Simulated readers try every trap under simple rules: nothing shown, the governing facts in plain sentences,
# every note at once, the newest or the closest notes that fit the budget, each note alone. Where a rule is a
# gate of a trap, the trap had to meet it; beyond that the table decides nothing.

# %%
audit = db.read_audit()
db.read_currency(audit, traps)

# %%
rows = db.discrimination_rows(audit, traps)
db.figures.discrimination_map(rows, audit.seeds).save("traps-discrimination")

# %%
db.read_discrimination(rows)

# %% [markdown]
# The same for each trap: the share of mints that the literal, the careful and the linking reader pass.

# %%
db.table(db.discrimination_table(rows))

# %%
shown = db.shown_table(rows)
db.table(shown)

# %% [markdown]
# Simple memories must be able to fare differently, or a trap tells nothing about real ones. What conditions
# do is in [03 · Outcomes](03-outcomes.ipynb).

# %%
db.read_splits(audit, traps)

# %% [markdown]
# ## Is one note enough?
#
# Where a single note holds all that the checks ask for, recalling it word for word is enough, and the trap
# asks no more of a memory than to find it. This is computed from minted texts, then tried.

# %%
one_note = db.verbatim_table(audit, traps)
db.table(one_note)

# %% [markdown]
# ## Does every check bite?
#
# Each check meets wrong fillings of the solution and stored wrong trees. Checks that fail under exactly the
# same of them prove no more together than one of them alone.

# %%
db.read_mutation(audit, traps)

# %%
db.table(db.mutation_table(audit, traps))

# %%
db.table(db.together_table(audit, traps))

# %%
db.read_flakes(audit, traps)

# %% [markdown]
# ## Words in common
#
# Stock phrases would let a memory learn the set instead of the task. Runs of five words that two traps share,
# over both sets, closest pairs first:

# %%
db.table(db.overlap_table(audit), **{"of the smaller trap's": ".2%"})

# %% [markdown]
# ## Read by people
#
# Machines can check that a trap holds together. Whether it is a likely story, and whether its construct is
# what decides it, only people can say: `dreambench traps review` makes sheets for them.

# %%
reviews = db.review_table(traps)
db.table(reviews)

# %%
db.read_review(reviews)

# %% [markdown]
# ## What this shows, and what it does not
#
# - The traps discriminate by design: their facts say which simple rule must fail, and the gates make sure.
# - They are written by the authors of this library. Ways of forgetting that nobody thought of are not here.
# - A simulated reader that passes shows that a trap can be passed, not that a language model would pass it.
# - A repository of a few hundred lines is no production system.

# %%
db.record("traps", len(traps))
db.record("constructs", len(quotas))
db.record("notes", sum(len(one.all_notes()) for one in instances.values()))
db.record("trap_set", trap_set_digest(traps.values()))
db.record("gates", gates.to_dict("records"))
db.record("audited", len(traps) - len(audit.stale(traps)))
db.record("discrimination", shown.to_dict("records"))
db.record("one_note", one_note.to_dict("records"))
db.record("reviews", reviews.to_dict("records"))
db.record("read_by_people", int(reviews["read in full"].sum()))
