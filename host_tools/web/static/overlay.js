// A stream overlay: one table's score, nothing else. It never asks for anything and never gives up: while the
// collector is away it keeps what it last knew, without a clock.

import { LEAST, scale } from "./fit.js";
import { follow } from "./live.js";
import { refresh, show } from "./stand.js";

const root = document.getElementById("page");
const stand = { element: document.querySelector(".shown"), model: null };
let lost = false;

function draw(model, flash) {
  show(stand, model, flash, lost, root);
  fit();
}

function fit() {
  for (const name of root.querySelectorAll(".name")) scale(name, 1, LEAST);
}

fit();
document.fonts.ready.then(fit);
setInterval(() => stand.model && refresh(stand, lost), 1000);

follow({
  snapshot(models) {
    lost = false;
    if (models.length) draw(models[0], false);
    else stand.element.dataset.look = "free"; // not heard of yet, or not any more
  },
  table(number, model) {
    draw(model, true);
  },
  trouble() {},
  hall() {},
  pulse(times) {
    if (!stand.model) return;
    for (const ms of Object.values(times)) stand.model.heard_ms = ms;
    refresh(stand, lost);
  },
  lost() {
    lost = true;
    if (stand.model) refresh(stand, lost);
  },
  back() {
    if (stand.model) refresh(stand, lost);
  },
});
