// A match: what its table sends is drawn at once; when there is more, the page fetches itself and the server draws it.

import { showBack, showHallClock, showLost, showTrouble, speak, takeHallClock } from "./common.js";
import { follow } from "./live.js";
import { refresh, show } from "./stand.js";

const CROWD_MS = 1500; // all who watch hear of a board at once, and do not all ask at once
const SETTLED_MS = 6000; // the tournament takes a confirmed result a little later
const main = document.querySelector("main");
const element = document.querySelector(".stand");
const stand = element && { element, model: null };
let newest = Number(main.dataset.results);
let lost = false;
let asking = 0;
let players = "";

/** What of a table's page this page has drawn in its own way. */
const drawn = (model) => JSON.stringify([model.card, model.games_done, model.rulings, model.seal, model.result, model.had, model.versus]);

function replace(fresh) {
  if (fresh.dataset.table !== main.dataset.table) {
    location.reload(); // the match has come to a table, or has left it
    return;
  }
  main.dataset.results = fresh.dataset.results;
  const open = new Set([...main.querySelectorAll("details[open]")].map((details) => details.id));
  for (const id of ["record", "course"]) {
    document.getElementById(id).replaceChildren(...document.adoptNode(fresh.querySelector(`#${id}`)).childNodes);
  }
  for (const details of main.querySelectorAll("details")) details.open = open.has(details.id);
}

async function look() {
  asking = 0;
  if (document.hidden) return;
  const held = document.activeElement;
  if (["record", "course"].some((id) => document.getElementById(id).contains(held))) {
    ask(10_000); // somebody is in it with the keyboard
    return;
  }
  try {
    const answer = await fetch(location.href, { cache: "no-cache" });
    if (answer.ok) replace(new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main"));
  } catch (error) {
    // The collector is away: the banner says so, and the stream tells when it is back.
  }
}

function ask(withinMs) {
  if (!asking) asking = setTimeout(look, 200 + Math.random() * withinMs);
}

function draw(model, flash) {
  const before = stand.model;
  players ||= model.versus;
  if (before && drawn(before) !== drawn(model)) {
    ask(CROWD_MS);
    if (model.seal) setTimeout(() => ask(CROWD_MS), SETTLED_MS);
  }
  if (model.versus !== players) return; // another match: the page that comes says so
  if (flash && before && before.spoken !== model.spoken) speak(model.table, model.spoken);
  show(stand, model, flash, lost);
  showHallClock(stand.alive ? [model] : [], model.stands);
}

document.addEventListener("visibilitychange", () => !document.hidden && ask(CROWD_MS));
if (stand) setInterval(() => stand.model && refresh(stand, lost), 1000);

follow({
  snapshot(models) {
    lost = false;
    if (stand && models.length) draw(models[0], false);
  },
  table(number, model) {
    if (stand) draw(model, true);
  },
  results(number) {
    if (stand || !number || number === newest) return;
    newest = number;
    ask(CROWD_MS);
  },
  trouble: showTrouble,
  hall: takeHallClock,
  pulse(times) {
    if (!stand || !stand.model) return;
    for (const ms of Object.values(times)) stand.model.heard_ms = ms;
    refresh(stand, lost);
    showHallClock(stand.alive ? [stand.model] : [], stand.model.stands);
  },
  lost(ms) {
    lost = true;
    showLost(ms);
    if (stand && stand.model) refresh(stand, lost);
  },
  back() {
    showBack();
    ask(CROWD_MS);
  },
});
