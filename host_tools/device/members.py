"""Gives fields and methods of the firmware's classes short names, the same in every module (build.py).

MicroPython looks every name of a file up among all names when it loads the file, and keeps each. Nothing in
the text says of which class an object is, so a name that changes does so wherever something is asked for it.
Two names become the same one only where no class has both, together with its bases and what derives from it:
then whoever asks an object for one of them gets what it asked for. A field that is set from outside of its
object may be of any class.

A name stays when anybody can mean something else by it: a module's own name, a word in a text (`getattr`),
what MicroPython's modules have (`PORT`), what programs outside the firmware ask for (`KEPT`). A private name
that only one module has is private.py's.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, islice, product
from string import ascii_letters
from typing import TypeGuard

from .edits import Edit, edited, span, walk

PORT = """
    abs active add any append arg args atten blit block_size cancel cancelled center clear close closed code
    commit config connect connected copy count create current data datetime decode deinit digest dirs discard
    done drain duty duty_ns duty_u16 encode end errno erase exit feed fill fill_rect find flush format freq
    get get_event_loop hexdigest hline idle ifconfig ilistdir index info init insert ioctl ipoll irq is_set
    isconnected isdigit items join keys label last_error line listen lock lower lstrip machine mount next
    off on open out pixel poll pop popleft port position pull put queue read read_u16 read_uv readblocks
    readfrom readfrom_into readfrom_mem readinto readline recv recvfrom reg register release remove replace
    reset reverse rfind rotate run scan scl sda seek send send_bytes sendall sendto set set_boot setblocking
    setsockopt settimeout size sleep sort source split start started startswith stat status statvfs stop
    strip tell text throw timeout to_bytes topics type umount umount unlock unregister update upper value
    values vline wait width write write_readinto writeblocks writeto writeto_mem
"""
"""Of the objects of MicroPython and of its ports' modules, as far as the firmware may meet them."""

KEPT = """
    _journal _table clock_s event_stored follow is_at_main is_laying is_lost is_working next_change on_event
    prepare read_match receive screen settings take_sound tick touch
"""
"""What programs outside the firmware ask of its objects: the report at a board's prompt (board_report.py) and
the benchmarks of the compiled firmware.
"""


class _Declared(ast.AnnAssign):
    """`name: type` in a class's own block."""

    target: ast.Name


@dataclass
class _Family:
    """Classes that inherit from one another. `names`: what they have."""

    names: set[str] = field(default_factory=set)
    given: set[str] = field(default_factory=set)


def short_members(texts: Mapping[str, str], outside: Iterable[str] = ()) -> dict[str, str]:
    """Which names of members change in a whole program, given by path, and to what. outside: words of
    programs that share objects with it (loader.py).
    """
    trees = [ast.parse(text, path) for path, text in texts.items()]
    words = {word for tree in trees for word in _words(tree)}
    pieces = [word for word in words if "_" in (word[0], word[-1])]
    kept = {*PORT.split(), *KEPT.split(), *outside, *words}.union(*map(_of_module, trees))
    spread = Counter(name for tree in trees for name in _attributes(tree))
    families = list(_families(trees))
    holders: dict[str, list[_Family]] = {}
    for family in families:
        for name in family.names:
            holders.setdefault(name, []).append(family)
    strewn = {name for tree in trees for name in _set_from_outside(tree)}
    free = [name for name in islice(_short_names(), len(holders)) if name not in spread and name not in kept]
    new: dict[str, str] = {}
    for name in sorted(holders, key=lambda name: (-spread[name], name)):
        is_alone = name[0] == "_" and spread[name] == 1  # private.py's
        if name in kept or len(name) < 3 or name[:2] == "__" or is_alone or _is_made_of(name, pieces):
            continue
        there = families if name in strewn else holders[name]
        new[name] = next(short for short in free if not any(short in family.given for family in there))
        for family in there:
            family.given.add(new[name])
    return new


def with_members(text: str, new: Mapping[str, str]) -> str:
    """The text of a module with these names instead, on the same lines."""
    return edited(text, list(_edits(ast.parse(text), new)))


def _edits(tree: ast.Module, new: Mapping[str, str]) -> Iterator[Edit]:
    for node in walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in new:
            _, _, line, stop, name = span(node, new[node.attr])
            yield line, stop - len(node.attr.encode()), line, stop, name
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and inner.name in new:
                    word = "def " if isinstance(inner, ast.FunctionDef) else "async def "
                    start = inner.col_offset + len(word)
                    stop = start + len(inner.name.encode())
                    yield inner.lineno, start, inner.lineno, stop, new[inner.name]
                elif _is_declared(inner) and inner.target.id in new:
                    yield span(inner.target, new[inner.target.id])


def _is_declared(node: ast.stmt) -> TypeGuard[_Declared]:
    """Whether it is a field in a class's own block, with its type."""
    return isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)


def _of_module(tree: ast.Module) -> set[str]:
    """The names of a module, those that a class's own block binds or reads in another way than by `def` or
    with a type alone, and what stands in an f-string, whose places are not known to Python 3.11.
    """
    names = set(_names_of_block(tree.body))
    for node in walk(tree):
        if isinstance(node, ast.ClassDef):
            methods = [
                inner for inner in node.body if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)
            ]
            others = [inner for inner in node.body if inner not in methods and not _is_bare(inner)]
            names |= set(_names_of_block(others))
            decorators = [each for method in methods for each in method.decorator_list]
            names |= {each.id for part in decorators for each in walk(part) if isinstance(each, ast.Name)}
        elif isinstance(node, ast.Global):
            names |= set(node.names)
        elif isinstance(node, ast.JoinedStr):
            names |= {each.attr for each in walk(node) if isinstance(each, ast.Attribute)}
    return names


def _is_bare(node: ast.stmt) -> bool:
    return _is_declared(node) and node.value is None


def _names_of_block(block: list[ast.stmt]) -> Iterator[str]:
    """What statements bind or read, outside of functions and classes that stand in the block itself."""
    for statement in block:
        is_scope = isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        for node in [statement] if is_scope else walk(statement):
            if isinstance(node, ast.Name):
                yield node.id
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield node.name
            elif isinstance(node, ast.alias):
                yield from (*node.name.split("."), node.asname or node.name)


def _words(tree: ast.Module) -> Iterator[str]:
    """Words in texts, but not in docstrings."""
    docstrings = {id(node.value) for node in walk(tree) if isinstance(node, ast.Expr)}
    for node in walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in docstrings:
            if isinstance(node.value, str):
                yield from re.findall(r"\w+", node.value)
            elif isinstance(node.value, bytes):
                yield from re.findall(r"\w+", node.value.decode("latin-1"))


def _attributes(tree: ast.Module) -> set[str]:
    """What is asked for of objects, each name once, and what classes define."""
    names = {node.attr for node in walk(tree) if isinstance(node, ast.Attribute)}
    for node in walk(tree):
        if isinstance(node, ast.ClassDef):
            names |= set(_members(node))
    return names


def _set_from_outside(tree: ast.Module) -> Iterator[str]:
    """The fields of anything else than `self` that are set."""
    for node in walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            owner = node.value
            if not isinstance(owner, ast.Name) or owner.id != "self":
                yield node.attr


def _is_made_of(name: str, pieces: Iterable[str]) -> bool:
    """Whether a program may put the name together of what it has in texts: "points_" and "left"."""
    return any(
        (piece[-1] == "_" and name.startswith(piece)) or (piece[0] == "_" and name.endswith(piece))
        for piece in pieces
        if piece.strip("_")
    )


def _families(trees: Iterable[ast.Module]) -> Iterator[_Family]:
    """All classes of a program with what they have, those together that inherit from one another. Classes of
    one name are taken for one.
    """
    members: dict[str, set[str]] = {}
    joined: dict[str, str] = {}

    def root(name: str) -> str:
        while joined.get(name, name) != name:
            name = joined[name]
        return name

    for tree in trees:
        for node in walk(tree):
            if isinstance(node, ast.ClassDef):
                members.setdefault(node.name, set()).update(_members(node))
                for base in node.bases:
                    name = base.id if isinstance(base, ast.Name) else getattr(base, "attr", "")
                    joined[root(node.name)] = root(name)
    by_root: dict[str, _Family] = {}
    for name, names in members.items():
        by_root.setdefault(root(name), _Family()).names |= names
    yield from by_root.values()


def _members(node: ast.ClassDef) -> Iterator[str]:
    """What a class defines, and what its methods put into the fields of `self` or of anything else."""
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
            yield inner.name
        elif _is_declared(inner):
            yield inner.target.id
    for each in walk(node):
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store):
            yield each.attr


def _short_names() -> Iterator[str]:
    """ "a_", "b_" and so on, then "aa_", "ba_": no hashes that lie side by side (private.py)."""
    for length in count(1):
        for letters in product(ascii_letters, repeat=length):
            yield "".join(reversed(letters)) + "_"
