"""A hall in one process and in virtual time, repeatable from a seed: the tables' firmware and the collector
as they are, and everything between and around them faulty.
"""
