"""Readers: from one report to its claims. Each reader is a plug-in.

``base`` has the protocol and the check of what readers return, ``registry`` finds a reader by language and name, and
``rules`` is the reader that comes with Tollbook.
"""
