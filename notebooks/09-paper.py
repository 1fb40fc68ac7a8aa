# %% [markdown]
# # 09 · Paper
#
# *Does every number in the paper come from a notebook of this run?*
#
# The other notebooks leave records. This one turns them into macros, tables and claims, and refuses a
# paper that uses a number which nobody computed.

# %%
from dreambench_lib.report import notebook as db

# %% [markdown]
# The paper's source, relative to the project.

# %% tags=["parameters"]
paper = "paper/main.tex"

# %%
db.validate(paper=paper)

# %%
records = db.all_records()
db.record_table(records)

# %% [markdown]
# ## Numbers
#
# One macro a record: `\rec{04-tests/p_exact}` in the text is the record `p_exact` of that notebook.

# %%
numbers = db.numbers(records)
db.write_numbers(numbers).name

# %%
db.say(f"{len(numbers):,} numbers are at hand.")

# %% [markdown]
# ## Tables

# %%
tables = db.paper_tables(records)
db.say("Written: " + ", ".join(f"`{name}`" for name in tables) + ".")

# %%
tables["04-tests-family"]

# %% [markdown]
# ## Claims
#
# The sentences come from the tests. One that failed to reject cannot turn into "no difference" here.

# %%
db.write_claims(records).name

# %%
db.say(*records["04-tests"]["claims"])

# %% [markdown]
# ## The paper's source
#
# Each number that it uses, with its value. A name that no notebook recorded, or a number typed by hand,
# stops this cell.

# %%
used = db.used_numbers(numbers, db.ROOT / paper)
db.table(used)

# %% [markdown]
# ## What this shows, and what it does not
#
# - A number in the paper is a number that was computed here, from the data named beside it.
# - It says nothing of whether the sentence around the number is a fair reading of it.

# %%
db.record("numbers", len(numbers))
db.record("used", len(used))
db.record("tables", sorted(tables))
