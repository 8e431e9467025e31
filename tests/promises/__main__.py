"""`python -m tests.promises`: write the files of 1.0 anew. Not after its release."""

from tests.promises.writing import FOLDER, write

write(FOLDER)
