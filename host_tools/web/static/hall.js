// All tables at a glance.

import { dropClock } from "./clock.js";
import { showBack, showHallClock, showLost, showTrouble, speak, takeHallClock } from "./common.js";
import { layOut } from "./layout.js";
import { follow, tally } from "./live.js";
import { refresh, show } from "./stand.js";

const grid = document.getElementById("grid");
const template = document.getElementById("tile");
const empty = document.getElementById("empty");
const summary = document.getElementById("summary");
const chosen = grid.dataset.tables ? new Set(grid.dataset.tables.split(",").map(Number)) : null;
const hall = grid.dataset.hall; // the one that was chosen; "" is all
const dense = new URLSearchParams(location.search).has("dense");
const stands = new Map(); // table number → stand
let lost = false;
let laidOutFor = "";

function place(number) {
  const spot = document.importNode(template.content, true).firstElementChild;
  const after = [...stands.keys()].filter((other) => other > number).sort((x, y) => x - y)[0];
  grid.insertBefore(spot, after === undefined ? null : stands.get(after).spot);
  const stand = { spot, element: spot.querySelector(".tile"), model: null };
  stands.set(number, stand);
  return stand;
}

function adopt() {
  for (const spot of grid.querySelectorAll(":scope > .spot")) {
    const element = spot.querySelector(".tile");
    stands.set(Number(element.dataset.table), { spot, element, model: null });
  }
}

function remove(number) {
  const stand = stands.get(number);
  dropClock(stand.element);
  stand.spot.remove();
  stands.delete(number);
}

function showTable(number, model, flash) {
  if ((chosen && !chosen.has(number)) || (hall && model.stands !== hall)) {
    if (stands.has(number)) remove(number); // it was carried to another hall
    return;
  }
  const stand = stands.get(number) || place(number);
  const before = stand.model;
  if (flash && stand.model && stand.model.spoken !== model.spoken) speak(number, model.spoken);
  stand.element.dataset.table = number;
  show(stand, model, flash, lost);
  if (flash && before) dispatchEvent(new CustomEvent("moved", { detail: { spot: stand.spot, before, model } }));
}

function count(name, matches) {
  const number = [...stands.values()].filter((stand) => stand.model && matches(stand)).length;
  let item = summary.querySelector(`[data-count=${name}]`);
  if (!item) {
    item = document.createElement("li");
    item.dataset.count = name;
    summary.append(item);
  }
  item.hidden = number === 0;
  const text = tally(`count_${name}`, number);
  if (item.textContent !== text) item.textContent = text;
}

function tidy() {
  // What stands above the tables comes and goes: the halls' clocks, a banner.
  const room = `${stands.size} ${Math.round(grid.getBoundingClientRect().top + scrollY)}`;
  if (room !== laidOutFor) {
    laidOutFor = room;
    layOut(grid, dense);
  }
  empty.hidden = stands.size > 0;
  count("playing", (stand) => stand.model.look === "play" || stand.model.look === "ready" || stand.model.look === "break");
  count("free", (stand) => stand.model.look === "free");
  count("finished", (stand) => stand.model.look === "over");
  count("warned", (stand) => stand.model.warning !== "");
  count("silent", (stand) => stand.element.dataset.link !== "up");
  showHallClock([...stands.values()].filter((stand) => stand.alive).map((stand) => stand.model), hall);
}

function refreshAll() {
  for (const stand of stands.values()) if (stand.model) refresh(stand, lost);
  tidy();
}

adopt();
layOut(grid, dense);
addEventListener("resize", () => layOut(grid, dense));
document.fonts.ready.then(() => layOut(grid, dense));
setInterval(refreshAll, 1000);

follow({
  snapshot(models) {
    lost = false;
    const there = new Set(models.map((model) => model.table));
    for (const number of [...stands.keys()]) if (!there.has(number)) remove(number);
    for (const model of models) showTable(model.table, model, false);
    tidy();
  },
  table(number, model) {
    showTable(number, model, true);
    tidy();
  },
  trouble: showTrouble,
  hall: takeHallClock,
  pulse(times) {
    for (const [number, ms] of Object.entries(times)) {
      const stand = stands.get(Number(number));
      if (stand && stand.model) stand.model.heard_ms = ms;
    }
    refreshAll();
  },
  lost(ms) {
    lost = true;
    showLost(ms);
    refreshAll();
  },
  back() {
    showBack();
    refreshAll();
  },
});
