"""The native backend: a program of the IR as C, compiled in memory, equal to the reference in everything but
time.
"""
