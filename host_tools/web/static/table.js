// One table: score, clock, score cards, rulings, and the panel of a simulated table.

import { showBack, showHallClock, showLost, showTrouble, speak, takeHallClock } from "./common.js";
import { follow } from "./live.js";
import { refresh, show } from "./stand.js";

const root = document.getElementById("page");
const stand = { element: document.querySelector(".stand"), model: null };
const frame = document.getElementById("panel-frame");
const wide = matchMedia("(min-width: 1180px)");
let lost = false;

/** A panel on the viewer's own machine can only be reached from there. */
function reachable(url) {
  const local = (name) => ["localhost", "127.0.0.1", "[::1]"].includes(name);
  return !local(new URL(url).hostname) || local(location.hostname);
}

function showPanel(url) {
  const embed = Boolean(url) && wide.matches && reachable(url);
  root.dataset.panel = embed ? "beside" : url ? "link" : "none";
  const there = frame.firstElementChild;
  if (embed && (!there || there.src !== url)) {
    const panel = document.createElement("iframe");
    panel.src = url;
    panel.title = document.getElementById("panel-title").textContent;
    panel.allow = "autoplay";
    frame.replaceChildren(panel);
  } else if (!embed && there) {
    there.remove();
  }
}

function draw(model, flash) {
  if (flash && stand.model && stand.model.spoken !== model.spoken) speak(model.table, model.spoken);
  show(stand, model, flash, lost, root);
  showPanel(model.panel);
  showHallClock(stand.alive ? [model] : [], model.stands);
}

wide.addEventListener("change", () => stand.model && showPanel(stand.model.panel));
setInterval(() => stand.model && refresh(stand, lost), 1000);

follow({
  snapshot(models) {
    lost = false;
    if (models.length) draw(models[0], false);
  },
  table(number, model) {
    draw(model, true);
  },
  trouble: showTrouble,
  hall: takeHallClock,
  pulse(times) {
    if (!stand.model) return;
    for (const ms of Object.values(times)) stand.model.heard_ms = ms;
    refresh(stand, lost);
    showHallClock(stand.alive ? [stand.model] : [], stand.model.stands);
  },
  lost(ms) {
    lost = true;
    showLost(ms);
    if (stand.model) refresh(stand, lost);
  },
  back() {
    showBack();
    if (stand.model) refresh(stand, lost);
  },
});
