# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # From claims to a figure
#
# Eight invented reports tell of one invented airstrike in Velmar. This notebook follows the number of the injured from
# the words of the reports to the figure of the record. Everything here is invented.
#
# Make the book first: `tollbook demo --book tollbook.book`. Open this file in Jupyter with jupytext.

# %%
import tollbook

book = tollbook.open("tollbook.book")
strike = book.incidents(kind="airstrike")[0]
print(strike.title, "–", len(strike.reports), "reports,", len(strike.claims), "claims")

# %% [markdown]
# ## What each report says
#
# A claim is one thing that one report says, with its exact words and with who says it. Claims are never merged.

# %%
counted = book.claims(kind="injured", incident=strike.id)
for words in book.words(claim.id for claim in counted):
    print(words.published, words.outlet, "|", words.according_to, "|", words.quote)

# %% [markdown]
# The same claims as a frame. The columns are those of the CSV export. An empty cell is not known, which is not zero.

# %%
counted.to_pandas()[["according to", "figure", "low", "best", "high", "qualifier", "stance"]]

# %% [markdown]
# ## Who depends on whom
#
# Several reports repeat one informant, and one copies another. They count once.

# %%
for group in strike.sources.groups:
    print(group.name, "–", len(group.reports), "reports")
for edge in strike.sources.edges:
    if edge.between:
        print(edge.report, "depends on", edge.of + ":", edge.why)

# %% [markdown]
# ## The figure
#
# The rule takes low, best and high from the latest count of each independent source. Each bound keeps the claims that
# it rests on.

# %%
injured = strike.figure("injured")
print(injured.said, "–", injured.status, "–", injured.independent_sources, "independent sources")
for bound in ("low", "best", "high"):
    for words in injured.words(bound):
        print(f"{bound:5}{getattr(injured, bound):4}  “{words.quote}” – {words.according_to}")

# %% [markdown]
# ## Another rule, an earlier day
#
# The rule is a choice, and so is the day. The words behind the figures stay the same.

# %%
from datetime import date

for rule in ("range", "ucdp", "most-conservative"):
    with tollbook.open("tollbook.book", rule=rule) as other:
        figure = other.incident(strike.id).figure("injured")
        print(f"{rule:20}{figure.said}")
with tollbook.open("tollbook.book", as_of=date(2021, 10, 6)) as early:
    print("on 6 October:       ", early.incidents(kind="airstrike")[0].figure("injured").said)

# %%
book.close()
