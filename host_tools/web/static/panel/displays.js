// The displays of a table, each drawn as what it is.

import { Digits } from "./digits.js";
import { Paper } from "./paper.js";

function element(name, className, ...children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

/** Words of the lid above or below a row of digits, each at its place. */
function words(list, row, side) {
  return element("div", `printed-words ${side}`, ...list.map(([text, mm]) => {
    const word = element("span", "", text);
    word.style.left = `${row.share(mm)}%`;
    return word;
  }));
}

function line(pairs) {
  return element("p", "printed-line", ...pairs.map(([sign, meaning]) => element("span", "", element("b", "", sign), ` ${meaning}`)));
}

/** Rows of digits in their panes, with the words that are printed around the first of them. */
class Rows {
  constructor(holder, rows, mm, colon, lid) {
    this.rows = rows.map((row) => {
      const pane = element("div", "pane");
      const digits = new Digits(pane, row, mm, colon);
      return { pane, digits };
    });
    const [first, ...others] = this.rows;
    if (!lid) { holder.append(...this.rows.map(({ pane }) => pane)); return; }
    holder.append(
      words(lid.above, first.digits, "above"), first.pane, words(lid.below, first.digits, "below"),
      element("div", "printed-lines", ...lid.lines.map(line)), ...others.map(({ pane }) => pane),
    );
  }

  show(segments, intensity) {
    let from = 0;
    for (const { digits } of this.rows) {
      const places = digits.shown.length;
      digits.show(segments.slice(from, from + places), intensity);
      from += places;
    }
  }
}

/** One display in a frame of its own: `element`, and `show(view)` with what the server tells of it. */
export class Display {
  constructor({ kind, is_back, says, rows, mm, lid, has_colon, width, height }, index = 0) {
    this.says = is_back ? `${says}, to the other side` : says;
    this.element = element("figure", `window ${kind} ${rows ? "lit" : "printed"} ${rows && (lid || rows.length > 1) ? "in-lid" : ""}`);
    const holder = element("div", "display");
    holder.id = index ? `display-${index}` : "display";
    holder.setAttribute("role", "img");
    this.holder = holder;
    this.element.append(holder);
    this.face = rows ? new Rows(holder, rows, mm, has_colon, lid) : new Paper(holder, width, height);
    if (is_back) {
      const caption = document.createElement("figcaption");
      caption.textContent = "what the other side sees";
      this.element.append(caption);
    }
    this.isBack = is_back;
    this.text = "";
  }

  show(view) {
    if (view.segments) {
      this.text = this.isBack ? "" : view.text;
      this.face.show(view.segments, view.intensity);
      this.holder.setAttribute("aria-label", `${this.isBack ? "Other side" : "Display"}: ${view.text.trim() ? view.text : "dark"}`);
    } else {
      this.face.show(view.pixels);
      this.holder.setAttribute("aria-label", `${this.says}: ${view.pixels === null ? "blank" : "a picture"}`);
    }
  }
}
