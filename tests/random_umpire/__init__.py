"""A tired umpire at random for as long as one likes: `python -m tests.random_umpire --presses 1000000 --seed
1`."""
