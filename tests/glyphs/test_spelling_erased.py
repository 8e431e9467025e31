"""A person's Latin spelling is deleted with the name."""

from host_tools.backup.people import Eraser


def test_a_latin_spelling_goes_with_its_name_and_the_others_stay() -> None:
    event = {"a": ["आशा"], "b": ["बेला"], "latin": [["आशा", "Asha"], ["बेला", "Bela"]]}
    assert Eraser("आशा").value(event) == {"a": [""], "b": ["बेला"], "latin": [["बेला", "Bela"]]}
