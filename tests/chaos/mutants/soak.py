"""Faults in the soak's judgement: a check that finds nothing any more is worse than none."""

from tests.chaos.mutating import Mutant

_HEAPS = "tests/soak/test_soak_judgement.py"
_DESCRIPTORS = "tests/soak/test_soak_judgement.py"
_VERDICT = "tests/soak/test_soak_judgement.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "heaps with other modules are compared",
        "tests.soak.heaps:_pairs",
        "if before.modules == later.modules",
        "if True",
        (_HEAPS, "more_and_more"),
    ),
    Mutant(
        "a heap's growth is told by neighbours as well as by others",
        "tests.soak.heaps:_middle",
        "half -= pair.seconds",
        "return pairs[len(pairs) // 2].slope",
        (_HEAPS, "say_little"),
    ),
    Mutant(
        "a step that comes once is growth",
        "tests.soak.heaps:growth_kb",
        "if not pair.before_s < at_s <= pair.later_s",
        "",
        (_HEAPS, "comes_once"),
    ),
    Mutant(
        "the pool's connections are a leak",
        "tests.soak.descriptors:rising",
        "and now > healthy.get(kind, 0)",
        "",
        (_DESCRIPTORS, "healthy_hour"),
    ),
    Mutant(
        "descriptors are compared with those of the end",
        "tests.soak.descriptors:rising",
        "series[begin : settled + 1]",
        "series[int(count * END) :]",
        (_DESCRIPTORS, "found_and_named"),
    ),
    Mutant(
        "a busy machine is no excuse",
        "tests.soak.verdict:_judge_times",
        "if len(quiet) >=",
        "if True or len(quiet) >=",
        (_VERDICT, "busy_machine_a_run_is_reported"),
    ),
    Mutant(
        "a busy moment counts like a quiet one",
        "tests.soak.verdict:_judge_times",
        "if not is_busy(sample.others)",
        "",
        (_VERDICT, "quiet_moments"),
    ),
    Mutant(
        "a run that cannot be judged is well",
        "tests.soak.verdict:Verdict.status",
        "3 if self.unjudged else 0",
        "0",
        (_VERDICT, "not_judged"),
    ),
    Mutant(
        "a leak put in takes nothing",
        "tests.soak.leaks:parse",
        "tables[int(match[1])] = int(match[2])",
        "pass",
        (_VERDICT, "command_line"),
    ),
)
