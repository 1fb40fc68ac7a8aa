"""Other people's memories: each in a process and an environment of its own, behind one channel.

`child` starts and talks to such a process, `inside/` is what runs in it (it never imports this
package), `answers` stands in for the model servers that it wants, `vendor` makes a memory of it.
"""
