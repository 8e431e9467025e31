// The displays of a table, each drawn as what it is.

import { Digits } from "./digits.js";
import { Paper } from "./paper.js";

const SCORE = [2, 1, 2, 1, 2]; // points, games, clock, games, points
// Digits: rows of groups, what the module is called. E-paper: pixels.
const KINDS = {
  max7219: { rows: [SCORE], says: "Eight digits" },
  max7219x2: { rows: [SCORE, [8]], says: "Two lines of eight digits" },
  tm1637: { rows: [[2, 2]], colon: true, says: "Clock, four digits" },
  ht16k33: { rows: [[2, 2]], colon: true, says: "Clock, four digits" },
  digits: { rows: [SCORE], says: "Eight digits of 57 mm" },
  epd42: { width: 400, height: 300, says: "E-paper, 4.2 inch" },
  epd29: { width: 296, height: 128, says: "E-paper, 2.9 inch" },
};
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
  constructor({ kind, is_back }, index = 0) {
    const how = KINDS[kind];
    this.says = is_back ? `${how.says}, to the other side` : how.says;
    this.element = document.createElement("figure");
    this.element.className = `window ${kind} ${how.rows ? "lit" : "printed"}`;
    const holder = document.createElement("div");
    holder.className = "display";
    holder.id = index ? `display-${index}` : "display";
    holder.setAttribute("role", "img");
    this.holder = holder;
    this.element.append(holder);
    this.face = how.rows ? new Digits(holder, how.rows, how.colon) : new Paper(holder, how.width, how.height);
    if (how.rows?.length === 1 && how.rows[0] === SCORE) this.element.append(legend());
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
