# %% [markdown]
# # 10 · Your outcomes
#
# *Two systems, the same tasks, several attempts each: is one better?*
#
# The statistics know nothing of traps. They take (system, cluster, replicate, score), whichever benchmark it
# comes from. Here the project makes up such outcomes, so that every step can be seen.

# %%
import csv
import json
import random
import tempfile
from pathlib import Path

from dreambench_lib import stats
from dreambench_lib.report import notebook as db

# %% tags=["parameters"]
tasks = 40
seed = 4
alpha = 0.05

# %%
db.validate(tasks=tasks, seed=seed, alpha=alpha)

# %% [markdown]
# ## A file of outcomes
#
# Tasks differ much, attempts at one task little: that is why the task is the unit. Agent *careful* solves a
# task a little more often than *hasty*. The columns have names of their own.

# %%
def attempts(rng: random.Random) -> list[tuple[str, str, int, int]]:
    """(agent, task, attempt, solved): every task has its own difficulty."""
    rows = []
    for task in range(tasks):
        ease = rng.choice([0.05, 0.2, 0.5, 0.8, 0.95])
        for agent, gain in (("careful", 0.15), ("hasty", 0.0)):
            rows += [(agent, f"task-{task:02d}", n, int(rng.random() < ease + gain)) for n in (1, 2, 3)]
    return rows

# %%
def write(name: str, rows: list[tuple[str, str, int, int]]) -> Path:
    with (folder / name).open("w", newline="") as file:
        csv.writer(file).writerows([("agent", "task", "attempt", "solved"), *rows])
    return folder / name

# %%
folder = Path(tempfile.mkdtemp())
rows = attempts(random.Random(seed))
file = write("outcomes.csv", rows)
columns = {"system": "agent", "cluster": "task", "replicate": "attempt", "score": "solved"}

# %% [markdown]
# The command line takes the same file:
# `dreambench compare outcomes.csv careful hasty --columns system=agent,cluster=task,replicate=attempt,score=solved`

# %%
outcomes = db.load_outcomes(file, columns)
sorted(outcomes.systems)

# %% [markdown]
# ## The test
#
# A file carries no frozen plan, so whatever is found in it is exploratory.

# %%
test = db.compare_systems(outcomes, "careful", "hasty")
db.comparison_table({"all tasks": test}, "task")

# %%
db.figures.null_distribution(test, "generated outcomes").save("your-outcomes-null")

# %%
test.p_exact

# %%
db.say(f"{test.signflip.nonzero} of {test.clusters} tasks are not tied. The sum is discrete: at {alpha:g} the test rejects a true null in {float(test.signflip.attained_size(alpha)):.4f} of all cases, never more often.")

# %%
db.read_shift(test, 1 - alpha)

# %% [markdown]
# ## Does it hang on one choice?
#
# Pooling the attempts pretends that they are independent, and over-counts.

# %%
robust = stats.sensitivity(test, alpha=alpha)
db.sensitivity_table(robust, "task")

# %% [markdown]
# ## Missing attempts
#
# Some third attempts never finished. By default that is refused; which rule applies is declared beforehand, and
# each says in a line what it assumes.

# %%
third = [row for row in rows if row[2] == 3]
lost = random.Random(seed + 1).sample(third, max(1, len(third) // 7))
torn = db.load_outcomes(write("torn.csv", [row for row in rows if row not in lost]), columns)
db.missing_table(torn, "careful", "hasty")

# %% [markdown]
# ## "As good as" needs a margin
#
# A large p is no evidence of equality. For that a margin is declared before the outcomes and then tested; here
# three stand for show. Like the interval such a test assumes symmetry about a common shift.

# %%
sizes = list(test.pairs.sizes.values())
margins = {m: stats.noninferiority_test(test.scores.values(), sizes, m, alpha) for m in ("1/20", "1/10", "1/5")}
db.say(*(f"Hasty at most {m} better than careful per attempt: p = {one.p:.4g}, {'shown' if one.shown else 'not shown'}." for m, one in margins.items()))

# %% [markdown]
# ## How many tasks would it take?
#
# Were the scores of further tasks like these, this would be the power of the same test; sampled, with its
# standard error.

# %%
power = {n: stats.exact_power(n, test.histogram, alpha, profiles=400) for n in (20, 40, 80)}
db.say(*(f"{n} tasks: {one.power:.2f} (± {one.error:.2f})." for n, one in power.items()))

# %% [markdown]
# ## Scores that are not passes
#
# Whole numbers of any size are taken as they are, for example points. Fractions are refused: multiply by
# their common denominator first.

# %%
points = db.load_outcomes(write("points.csv", [(a, t, n, s * (2 + int(t[-1]) % 3)) for a, t, n, s in rows]), columns)
scored = db.compare_systems(points, "careful", "hasty")
scored.D, scored.p_exact

# %% [markdown]
# ## Harbor jobs and Inspect logs
#
# A Harbor job is a folder with a `result.json` for each trial. The same outcomes in that form give the same
# test; trials carry no number there, which D and the clustered p do not need.

# %%
for agent, task, n, solved in rows:
    trial = folder / "job" / f"{task}__{agent}-{n}"
    trial.mkdir(parents=True)
    info = {"name": agent, "version": "1"}
    told = {"task_name": task, "trial_name": trial.name, "agent_info": info, "verifier_result": {"rewards": {"reward": solved}}}
    (trial / "result.json").write_text(json.dumps(told))

# %%
harbor = db.compare_systems(db.load_outcomes(folder / "job"), "careful", "hasty")
harbor.D == test.D, harbor.p_exact == test.p_exact

# %% [markdown]
# Inspect logs are read by inspect-ai itself (extra `inspect`, not used here): samples are the clusters, epochs
# the replicates, models the systems. `dreambench compare logs/ model-a model-b --columns score=match`
#
# ## What this shows, and what it does not
#
# - The same exact, clustered test serves any benchmark that repeats tasks.
# - These outcomes were made up: they show the method, and nothing about any agent.
# - Nothing here was planned, so nothing here is a finding: freeze a plan before the next run
#   (`dreambench plan freeze`).

# %%
for name in ("D", "b", "c", "status", "p_exact"):
    db.record(name, test.as_dict()[name])
db.record("tasks", test.clusters)
db.record("verdict", robust.verdict)
db.record("harbor_p_exact", harbor.p_exact)

# %%
db.record("missing", {str(rule): db.compare_systems(torn, "careful", "hasty", rule).p_exact for rule in stats.Missing if rule != "refuse"})
db.record("margins", {m: one.as_dict() for m, one in margins.items()})
db.record("power", {str(n): one.power for n, one in power.items()})
db.record("points_p_exact", scored.p_exact)
