"""The sentences of filler events: plausible work talk about a module, and about a cue.

None of them states a value, ranks sources, strikes anything or names another project (a test asks
the published marks).
"""

OPENERS = (
    "Weekly round, week {week}.",
    "From the review of {ticket}.",
    "Short note after the call with {person}.",
    "Build {number}, seen this morning.",
    "Chat, for the record.",
    "To everybody who works on this package.",
    "Minutes, second item.",
    "Housekeeping, nothing urgent.",
    "In answer to what {person} asked on Monday.",
    "Left over from the clean-up of week {week}.",
)
BODIES = (
    "The docstring of `{function}` says what comes out but not what has to go in, and {person} had "
    "to read the code to find out; one more sentence would do.",
    "`{module}` has grown past what fits on a screen, which {person} finds tiring, but a split "
    "would touch every import and nobody has asked for it.",
    "The run took {number} seconds in all, most of them for starting the interpreter, so we are "
    "looking at the cache of the runner.",
    "{person} printed `{module}` for the newcomers and marked three places where a name is "
    "shortened although there is plenty of room on the line.",
    "Somebody opened `{module}` with an editor that writes tabs, and the diff of {ticket} was "
    "unreadable until {person} had set the editor right.",
    "The example in the page on `{function}` is fine, except that the import above it is missing, "
    "as {person} noticed when copying it.",
    "Two tests around `{function}` have almost the same name, and in the report of build {number} "
    "one cannot tell which of them was slow.",
    "We talked about type hints in `{module}`; {person} would like them everywhere, the rest of us "
    "where a function is called from outside.",
    "The coverage report counts `{module}` as tested because a test imports it, which says little, "
    "and {person} will look for a better figure.",
    "A newcomer asked why `{function}` is public at all, and the honest answer of {person} was "
    "that it had been handy in a shell once.",
    "On one machine the tests of `{module}` failed, but that clock was a year behind after a "
    "change of battery; {person} has set it.",
    "The message of the commit for {ticket} speaks of `{function}` and its diff does not; {person} "
    "asks that both be read before pushing.",
    "The linter complains about the length of one line in `{module}`, and {person} would rather "
    "keep the line than break a sentence in two.",
    "`{function}` is called in a loop where once would be enough; it costs {number} microseconds, "
    "so {person} and I left it alone.",
)
ASIDES = (
    "It costs nothing today and can wait for a quiet afternoon.",
    "The behaviour of the package is not touched by this.",
    "I have put it on the list behind {ticket}, where it will not get lost.",
    "Whoever opens the file next may take it along.",
    "The tests were green before and are green after it.",
    "{person} offered to see to it during the next week on call.",
    "Users will see no difference, so there was no announcement.",
    "The page in the folder of week {week} has been read once more in the meantime.",
)
CLOSERS = (
    "That was all for today, we meet again on Thursday as usual.",
    "Please answer in the ticket, so that {person} sees it.",
    "No reply needed.",
    "I close this on Friday unless somebody objects.",
    "Thanks to {person} for the patience.",
    "The rest of the meeting was about the rota, see the calendar.",
    "If I have misunderstood something, say so before the weekend.",
    "More on this after the holidays.",
)
ABOUT_A_CUE = (
    "{person} searched the folder for the words “{cue}” and found them in nine places, none of "
    "which told us anything.",
    "A caller wanted to know whom to ask about “{cue}”; I gave the number of the desk and made a "
    "note, that is all.",
    "The glossary has the entry “{cue}” twice, once with a capital letter, and {person} will make "
    "one of the two.",
    "The search page shows {number} hits for “{cue}”, most of them minutes of meetings long past.",
    "In the course for newcomers the part on “{cue}” took too long, says {person}, and comes after "
    "lunch from now on.",
    "Somebody had misspelt “{cue}” in the subject of {ticket}, so that nobody could find it.",
)
PROMPTS = (
    "Whoever opens `{path}` for the first time looks for a list of what it offers. Please write "
    "`{page}`: the title `# {title}`, an empty line, then one line for each public function in the "
    "order of the file, as a list item with its name in backticks. Nothing else changes.",
    "The folder of week {week} lacks its page on `{path}`. It goes into `{page}` and looks like "
    "the others: the title `# {title}`, an empty line, and under it the public functions as list "
    "items in backticks, in the order in which the file defines them. Leave the code as it is.",
    "For Thursday's reading we take `{path}`. Please prepare `{page}` as a handout: `# {title}` on "
    "top, an empty line, then a list of its public functions, each in backticks on a line of its "
    "own, from the top of the file to the bottom. No change to the package, please.",
)
ROLES = ("reviewer", "build engineer", "maintainer", "technical writer", "newcomer")
