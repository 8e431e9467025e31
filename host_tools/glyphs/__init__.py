"""Names in any script: which font has their letters, and names drawn for a table whose own font lacks them.

lettering.py and faces.py know no table; exports/ sets paper with them too.
"""
