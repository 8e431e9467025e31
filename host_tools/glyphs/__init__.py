"""Names in any script: which font has their letters, and names drawn for a table whose own font lacks them.

faces.py knows no table; exports/ sets paper with them too.
"""
