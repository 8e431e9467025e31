"""Parts lists as Markdown: what to order, with the maker's part number and an estimate of the cost."""

from .model import Buy, Design, Part


def lines(design: Design) -> list[tuple[list[str], Part, Buy]]:
    """The parts to buy, equal ones together, in the design's order: references, one of the parts, what to
    order."""
    groups: dict[tuple[str, str], list[Part]] = {}
    for part in design.parts:
        if part.buy:
            groups.setdefault((part.buy.maker, part.buy.mpn), []).append(part)
    result = []
    for parts in groups.values():
        first = parts[0]
        if first.buy:
            result.append(([part.ref for part in parts], first, first.buy))
    return result


def cost_euro(design: Design, extras: tuple[tuple[str, Buy, int], ...] = ()) -> float:
    """The sum of all parts and extras, in euro."""
    return sum(len(refs) * buy.euro for refs, _, buy in lines(design)) + sum(
        n * buy.euro for _, buy, n in extras
    )


def table(design: Design, extras: tuple[tuple[str, Buy, int], ...] = ()) -> str:
    """A Markdown table of all parts, and the sum below it."""
    rows = ["| n | parts | what | maker | part number | € each | note |", "|---|---|---|---|---|---|---|"]
    for refs, part, buy in lines(design):
        names = refs[0] if len(refs) == 1 else f"{refs[0]} … {refs[-1]}" if len(refs) > 3 else ", ".join(refs)
        value = part.symbol.name if len(refs) > 1 and part.symbol.shape == "key" else part.value
        rows.append(
            f"| {len(refs)} | {names} | {value} | {buy.maker} | {buy.mpn} | {buy.euro:.2f} | {buy.note} |"
        )
    for name, buy, count in extras:
        rows.append(f"| {count} | - | {name} | {buy.maker} | {buy.mpn} | {buy.euro:.2f} | {buy.note} |")
    rows.append("")
    rows.append(
        f"About {cost_euro(design, extras):.0f} € for one, before tax and postage (typical prices of 2025)."
    )
    return "\n".join(rows) + "\n"
