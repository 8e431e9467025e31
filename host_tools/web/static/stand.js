// One table on a page, tile or head: its model drawn into its element, with its age and its clock.

import { bind } from "./bind.js";
import { setClock } from "./clock.js";
import { serverNow, setup, spell } from "./live.js";

const QUIET_MS = 12000; // a link the server calls up, unheard this long, is not believed

/** How the table's link stands as far as this page can know. */
function linkOf(model, lost) {
  if (lost) return "lost";
  const age = model.heard_ms === null ? Infinity : serverNow() - model.heard_ms;
  return model.link === "up" && age > QUIET_MS ? "stale" : model.link;
}

function ageText(model, link) {
  if (model.heard_ms === null) return setup.words.never;
  if (link === "up") return ""; // said when it is late
  return spell(link === "down" ? "down" : "silent", serverNow() - model.heard_ms);
}

/** What moves without a message: age, link, and whether the clock may be believed. */
export function refresh(stand, lost) {
  const { element, model } = stand;
  const link = linkOf(model, lost);
  if (element.dataset.link !== link) element.dataset.link = link;
  const age = element.querySelector("[data-part=age]");
  const text = ageText(model, link);
  if (age.textContent !== text) age.textContent = text;
  const alive = link === "up";
  if (stand.alive !== alive || stand.clockOf !== model) {
    stand.alive = alive;
    stand.clockOf = model;
    setClock(element, model.clock, alive, model.phase);
  }
}

/** Draws `model` into `element` (and `root`, when more of the page belongs to the table). */
export function show(stand, model, flash, lost, root = stand.element) {
  stand.model = model;
  bind(root, model, flash && !document.hidden);
  refresh(stand, lost);
}
