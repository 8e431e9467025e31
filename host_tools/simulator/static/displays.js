// The displays of a table, each drawn as what it is.

import { Digits } from "./digits.js";
import { Paper } from "./paper.js";

// The groups of a score: points, games, clock, games, points.
const SCORE = [2, 1, 2, 1, 2];
const LEGEND = ["Points", "Games", "Clock", "Games", "Points"];

function legend() {
  const list = document.createElement("ol");
  list.className = "legend";
  list.setAttribute("aria-hidden", "true");
  list.append(...LEGEND.map((text, index) => {
    const item = document.createElement("li");
    item.className = SCORE[index] === 2 ? "two" : "one";
    item.textContent = text;
    return item;
  }));
  return list;
}

/** One display in a frame of its own: `element`, and `show(view)` with what the server tells of it. */
export class Display {
  constructor({ kind, is_back, says, rows, has_colon, width, height }, index = 0) {
    this.says = is_back ? `${says}, to the other side` : says;
    this.element = document.createElement("figure");
    this.element.className = `window ${kind} ${rows ? "lit" : "printed"}`;
    const holder = document.createElement("div");
    holder.className = "display";
    holder.id = index ? `display-${index}` : "display";
    holder.setAttribute("role", "img");
    this.holder = holder;
    this.element.append(holder);
    this.face = rows ? new Digits(holder, rows, has_colon) : new Paper(holder, width, height);
    if (rows?.length === 1 && rows[0].join() === SCORE.join()) this.element.append(legend());
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
