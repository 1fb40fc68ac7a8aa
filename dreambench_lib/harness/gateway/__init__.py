"""The gateway: the only way to a model, for agents in a sandbox and for everybody outside it.

`door` is one caller's way through it (a party of one cell): path list, budget, cassette, upstream,
meter. `server` serves a door on a listening socket that a sandbox handed out; `transport` serves it
inside this process, without a socket. `cell` opens a cell's doors and reads their meters.
"""
