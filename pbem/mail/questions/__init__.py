"""The questions asked of every mail, one file each. A question looks and answers; it changes nothing.

Each `ask(case)` gives a Verdict where its answer decides the mail, else None; `decide.py` says in which order they are asked.
"""
