"""The host's commands: put together, done once, refused when they make no sense."""

from boardside.link.commands import COMMAND_MAX, Commands, Parts


def recorder(answer=(True, "ok", "done")):
    applied = []

    def apply(event, now):
        applied.append((event, now))
        return answer

    return applied, Commands(apply)


def test_a_command_is_applied_with_its_id_in_the_event():
    applied, commands = recorder()
    assert commands.run("c1", '{"kind":"play"}', 5) == ("c1", True, "ok", "done")
    assert applied == [({"kind": "play", "cmd": "c1"}, 5)]


def test_a_command_of_lists_in_lists_is_malformed():
    applied, commands = recorder()
    for value in ("[" * 65 + "]" * 65, '{"a":' * 100 + "1" + "}" * 100, "[" * 3000):
        assert commands.run("c1", '{"kind":"play","x":%s}' % value, 5)[2] == "malformed"
    assert applied == []


def test_a_command_that_was_done_is_answered_again_and_not_done_again():
    applied, commands = recorder()
    first = commands.run("c1", '{"kind":"play"}', 5)
    assert commands.run("c1", '{"kind":"play"}', 9) == first
    assert commands.answer("c1") == first
    assert len(applied) == 1


def test_a_refused_command_may_be_asked_again():
    applied, commands = recorder((False, "busy", "in a moment"))
    assert commands.run("c1", "{}", 5) == ("c1", False, "busy", "in a moment")
    assert commands.answer("c1") is None
    commands.run("c1", "{}", 6)
    assert len(applied) == 2


def test_a_command_that_is_no_object_is_refused_as_malformed():
    applied, commands = recorder()
    for text in ("", "1", "[]", '"a"', "{", '{"a":1},{"b":2}', "null", '{"a":1}]', "[" * 2000):
        answer = commands.run("c1", text, 0)
        assert answer[1:3] == (False, "malformed"), text
    assert applied == []


def test_only_the_last_few_are_remembered():
    _applied, commands = recorder()
    for number in range(100):
        commands.run("c%d" % number, "{}", 0)
    assert commands.answer("c99") is not None
    assert commands.answer("c92") is not None
    assert commands.answer("c91") is None


def test_parts_in_order_make_the_whole():
    parts = Parts()
    assert parts.add("c1", 1, 3, "ab") == ""
    assert (parts.id, parts.have) == ("c1", 1)
    assert parts.add("c1", 2, 3, "cd") == ""
    assert parts.add("c1", 3, 3, "ef") == "abcdef"
    assert (parts.id, parts.have) == ("", 0)
    assert parts.add("c2", 1, 1, "whole") == "whole"


def test_a_part_out_of_order_changes_nothing():
    parts = Parts()
    assert parts.add("c1", 2, 3, "x") == ""
    assert parts.have == 0
    parts.add("c1", 1, 3, "a")
    assert parts.add("c1", 3, 3, "c") == ""
    assert parts.have == 1
    assert parts.add("c2", 2, 3, "x") == ""
    assert parts.have == 1
    parts.add("c1", 2, 3, "b")
    assert parts.add("c1", 3, 3, "c") == "abc"


def test_a_first_part_starts_the_command_again():
    parts = Parts()
    parts.add("c1", 1, 2, "old")
    assert parts.add("c1", 1, 2, "new") == ""
    assert parts.add("c1", 2, 2, "!") == "new!"


def test_a_command_that_is_too_long_is_refused_and_dropped():
    parts = Parts()
    piece = "x" * 200
    part = 1
    while parts.add("c1", part, 60, piece) == "":
        part += 1
        assert part * 200 <= COMMAND_MAX + 200
    assert part == COMMAND_MAX // 200 + 1
    assert parts.have == 0


def test_a_refusal_of_the_rules_keeps_its_reason_and_facts():
    _, commands = recorder((False, "not_now", "A line", "no_match", {"kind": "time"}))
    answer = ("c1", False, "not_now", "A line", "no_match", {"kind": "time"})
    assert commands.run("c1", "{}", 5) == answer
    assert commands.answer("c1") is None
